const named = 3

/** Keys in one line, as a mail or an entry of the activity list names them. */
export function nameKeys(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? ''
  const [rest, last] =
    names.length <= named ? [names.slice(0, -1), names.at(-1) ?? ''] : [names.slice(0, named - 1), `${names.length - named + 1} more`]
  return `${rest.join(', ')} and ${last}`
}
