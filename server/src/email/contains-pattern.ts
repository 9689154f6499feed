/** A LIKE pattern for texts that contain `text`, whose own signs mean only themselves. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
