import { cutText } from '@twofold/contract/cut-text'
import { compile, type DomNode, type FormatCallback, type HtmlToTextOptions, type SelectorDefinition } from 'html-to-text'

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const skipped = (selectors: string[]): SelectorDefinition[] => selectors.map((selector) => ({ selector, format: 'skip' }))
const hidden = skipped(['.preheader', '.spelled-out', '[style*="display:none"]', '[hidden]', 'img'])

/** A button is its label, and below it the address, alone on its line so that every program makes it a link. */
const action: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 })
  walk(element.children, builder)
  builder.addInline(':')
  builder.addLineBreak()
  builder.addInline(hrefOf(element), { noWordTransform: true })
  builder.closeBlock({ trailingLineBreaks: 2 })
}

/** A row is a line: `When: 20 November 2026`. */
const facts: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 })
  for (const row of rowsOf(element)) {
    builder.openBlock({ leadingLineBreaks: 1 })
    const cells = row.children.filter(({ name }) => name === 'th' || name === 'td')
    for (const [index, cell] of cells.entries()) {
      if (index > 0) builder.addInline(': ')
      walk(cell.children, builder)
    }
    builder.closeBlock({ trailingLineBreaks: 1 })
  }
  builder.closeBlock({ trailingLineBreaks: 2 })
}

/** Lines are left as long as they are: a wrapped link is a broken one. */
const base: HtmlToTextOptions = { wordwrap: false, limits: { maxDepth: 100 }, formatters: { action, facts } }

const toText = compile({
  ...base,
  selectors: [
    ...hidden,
    ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true, linkBrackets: ['(', ')'] } },
    { selector: 'a.button', format: 'action' },
    { selector: 'table.facts', format: 'facts' },
    { selector: 'ul', options: { itemPrefix: '- ' } },
  ],
})

const toFirstWords = compile({
  ...base,
  selectors: [...hidden, ...skipped([...headings, 'a.button', 'table', 'pre', 'hr']), { selector: 'a', options: { ignoreHref: true } }],
})

/** The text part of sanitised HTML: readable, links written out, what is hidden left out. */
export function plainTextOf(html: string): string {
  return toText(html).trim()
}

/** Preview text for the inbox: the first words that add to the subject. Contains no address, since a truncated secret would go unnoticed. */
export function preheaderOf(html: string): string {
  return preheaderFrom(toFirstWords(html))
}

/** The plain-text part, and the words for `preheaderFrom`. */
export function textsOf(html: string): { plain: string; firstWords: string } {
  return { plain: plainTextOf(html), firstWords: toFirstWords(html) }
}

export function preheaderFrom(firstWords: string): string {
  const words = firstWords
    .replace(/https?:\S+/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
  return words.length <= 140 ? words : `${cutText(words, 140).replace(/\s+\S*$/, '')}…`.toWellFormed()
}

function rowsOf(element: DomNode): DomNode[] {
  return element.children.flatMap((child) => (child.name === 'tr' ? [child] : rowsOf({ ...child, children: child.children ?? [] })))
}

/** The library's types say `any` where there are strings. */
function hrefOf(element: { attribs?: Record<string, string> }): string {
  return element.attribs?.href ?? ''
}
