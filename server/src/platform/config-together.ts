import { StartError } from './start-error.ts'

/** A setting that stops the start. The message is a sentence for the person who started the application. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

/** All of them or, undefined, none. */
export function readTogether<Name extends string>(settings: Record<Name, string | undefined>): Record<Name, string> | undefined {
  const entries = Object.entries<string | undefined>(settings)
  const [present] = entries.find(([, value]) => value !== undefined) ?? []
  const [absent] = entries.find(([, value]) => value === undefined) ?? []
  if (present === undefined) return undefined
  if (absent !== undefined) throw new ConfigError(`${present} is set, but ${absent} is not.`)
  return settings as Record<Name, string>
}
