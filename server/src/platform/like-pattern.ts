/** A LIKE pattern for lower-case texts that contain `text` in any case. Its own `%`, `_` and `\` mean only themselves. */
export function containsPattern(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
