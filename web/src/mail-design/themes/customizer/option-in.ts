/** What a select that offers exactly `options` has chosen. */
export function optionIn<const Option extends string>(options: readonly [Option, ...Option[]] | readonly Option[], value: string): Option {
  const found = options.find((option) => option === value)
  if (found === undefined) throw new Error(`"${value}" was never offered.`)
  return found
}
