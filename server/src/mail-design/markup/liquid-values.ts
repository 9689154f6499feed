/** Breaks of lines and everything else that does not belong into one: control characters, line and paragraph separators. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Would turn round the direction of the text that follows, such as the end of a file name or a link. No name needs them. */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g

/** A value on one line, whatever it holds. */
export function asLine(value: unknown): string {
  return plain(value).replace(breaks, ' ')
}

/** A value that keeps its lines, and loses every other control character. */
export function asLines(value: unknown): string {
  return linesOf(value).join('\n')
}

/**
 * Escapes a value so that it is text anywhere in HTML, on one line. Blanks, `=` and the backtick are escaped too, which keeps a value whole in an
 * unquoted attribute.
 */
export function asHtml(value: unknown): string {
  return asLine(value).replace(/[&<>"'`=\s]/g, (character) => `&#${character.charCodeAt(0)};`)
}

export function asHtmlLines(value: unknown): string {
  return linesOf(value).map(asHtml).join('<br>')
}

export function linesOf(value: unknown): string[] {
  return plain(value)
    .split(/\r\n?|[\n\u0085\u2028\u2029]/)
    .map(asLine)
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value.replace(directionControls, '').toWellFormed()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(plain).join('')
  return ''
}
