/** What a server said, for a log and a screen: one line, bounded. */
export function providerText(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length > 500 ? `${line.slice(0, 499)}…` : line
}
