import { asHtml, asLine, linesOf } from './liquid-values.ts'

/**
 * Marks replace the parts that differ between e-mails of one template, so that their common parts are made once. They consist of characters that no
 * text needs; an e-mail that contains one itself is made without marks.
 */
const [open, close] = ['\uE000', '\uE001']
export const anyMark = /[\uE000-\uE00F]/
export const valueMark = /\uE000(\d+)\uE001/g
export const anyLinkMark = /\uE002(\d+)\uE003/g
export const linkMark = (index: number) => `\uE002${index}\uE003`
export const marksOf = {
  subject: '\uE004',
  preheader: '\uE005',
  /** An address, since only an address is allowed in its place. */
  unsubscribeUrl: 'https://\uE006/',
}

/** HTML with marks, and the values that they replace: text, not escaped. */
export interface MarkedHtml {
  html: string
  values: string[]
  /** Characters with the values in place. */
  length: number
}

/**
 * Whether a value is unaffected by the folding and trimming of blanks (for html-to-text, U+200B is one). All others are inserted directly, without a
 * mark.
 */
const isPlain = (value: string) => /^[^\s\u200B]+(?: [^\s\u200B]+)*$/.test(value)

export function createMarks() {
  let values: string[] = []
  let saved = 0
  let isConfused = false
  let constants: readonly string[] = []

  function markLine(line: string): string {
    isConfused ||= anyMark.test(line)
    const written = asHtml(line)
    if (!isPlain(line) || constants.includes(line)) return written
    const mark = `${open}${values.length}${close}`
    values.push(line)
    saved += written.length - mark.length
    return mark
  }

  return {
    mark: (value: unknown) => markLine(asLine(value)),
    markLines: (value: unknown) => linesOf(value).map(markLine).join('<br>'),
    /** `same`: values that need no mark, as all e-mails have them. Undefined if a value contains a mark itself. */
    collect(same: readonly string[], render: () => string): MarkedHtml | undefined {
      constants = same
      values = []
      saved = 0
      isConfused = false
      const html = render()
      return isConfused ? undefined : { html, values, length: html.length + saved }
    },
  }
}
