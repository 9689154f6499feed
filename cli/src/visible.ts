/**
 * One line without characters that a terminal or a runner obeys, or that hide or turn text around. Others write names, and any server may answer:
 * a line break would begin a workflow command or another variable, an escape sequence rewrites what stands above it.
 */
export const visible = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').replaceAll(smuggled, '')

/** Variation selectors that vary nothing: a row of them after an emoji is a text that agents read and people do not see. */
const smuggled = /(?<!\p{Ideographic})[\u{E0100}-\u{E01EF}]|(?<=\p{Variation_Selector})\p{Variation_Selector}/gu

/** The same for several lines. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n')

/** The same for every text of an answer. A note keeps its lines: it is printed in JSON alone, which escapes their ends. */
export function withoutControls(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return value.replaceAll(name === 'note' ? /(?![\t\r\n])\p{Cc}/gu : /\p{Cc}/gu, '')
  if (Array.isArray(value)) return value.map((one) => withoutControls(one))
  // An answer that is a file.
  if (typeof value !== 'object' || value === null || value instanceof Response) return value
  return Object.fromEntries(Object.entries(value).map(([field, below]) => [field, withoutControls(below, field)]))
}
