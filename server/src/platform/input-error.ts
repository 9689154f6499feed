/** Ends a command: what was typed cannot be done. The message is sentences that say why, and what to type instead. */
export class InputError extends Error {
  override name = 'InputError'
}

export function requireNoInput(input: readonly string[]): void {
  if (input.length === 0) return
  throw new InputError(`It takes nothing after its name, and was given ${input.join(' ')}. Settings are variables of the environment.`)
}
