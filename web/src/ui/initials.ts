/** The first letters of up to `most` words, upper-case; '' for a name without words. Counts characters, not UTF-16 units. */
export function initials(name: string, most = 2): string {
  return name
    .trim()
    .split(/\s+/u)
    .slice(0, most)
    .map((word) => (Array.from(word)[0] ?? '').toLocaleUpperCase())
    .join('')
}
