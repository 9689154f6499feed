/**
 * Fixes an e-mail to light or dark mode: rules for the other mode never apply, those for this mode always do. Browsers differ in whether a frame
 * follows its page, and an administrator's own setting must not matter. Any other value leaves it unchanged.
 */
export function inScheme(html: string, scheme: unknown): string {
  if (scheme !== 'light' && scheme !== 'dark') return html
  const settled = html.replaceAll(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi, (_, wanted: string) =>
    wanted.toLowerCase() === scheme ? '(min-width:0)' : '(max-width:0)',
  )
  return settled.replaceAll(/(<meta name="(?:supported-)?color-schemes?" content=")light dark(">)/g, `$1${scheme}$2`)
}
