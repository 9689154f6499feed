/** A variable that is set to nothing, as many CIs do, is not set. */
export function fromEnvironment(name: string): string | undefined {
  const value = process.env[name]
  return value === '' ? undefined : value
}
