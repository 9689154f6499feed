import type { TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import { parse as parseCss } from 'css-tree'
import type { Declaration } from 'css-tree'
import { parseFragment } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { tooDeep, tooDeepAt } from '../styles/bounded-css.ts'
import { refusal } from '../styles/css-allow-list.ts'
import { contrast } from '../styles/colours.ts'

type Element = DefaultTreeAdapterTypes.Element
type Found = Pick<TemplateProblem, 'kind' | 'message'>

/** Characters of style sheets above which Gmail drops them. */
const gmailStyleMax = 8192

/** What mail programs will make of the markup of `html_content`, as it is written. Warnings all: such a mail can be sent. */
export function checkMarkup(html: string): TemplateProblem[] {
  const problems: TemplateProblem[] = []
  let styles = 0
  walk(parseFragment(html, { sourceCodeLocationInfo: true }), (element) => {
    if (element.tagName === 'style') styles += textOf(element).length
    for (const found of [...ofElement(element), ...ofStyle(attribute(element, 'style') ?? '')]) {
      problems.push({ ...found, severity: 'warning', field: 'html_content', ...positionOf(element) })
    }
  })
  if (styles > gmailStyleMax) {
    const message = `Gmail leaves out style sheets of more than ${gmailStyleMax} characters.`
    problems.push({ severity: 'warning', kind: 'gmail', field: 'html_content', message, line: 1, column: 1 })
  }
  return problems
}

function ofElement(element: Element): Found[] {
  const found: Found[] = []
  const href = attribute(element, 'href')
  if (element.tagName === 'a' && (href === undefined || /^\s*#?\s*$/.test(href)) && attribute(element, 'name') === undefined) {
    found.push({ kind: 'empty_link', message: 'This link leads nowhere.' })
  }
  if (element.tagName === 'img') {
    if (attribute(element, 'alt') === undefined) {
      found.push({
        kind: 'alt_text',
        message: 'This picture has no text for those who do not see it: give it an alt, empty for decoration.',
      })
    }
    if (/^\s*data:/i.test(attribute(element, 'src') ?? '')) {
      found.push({ kind: 'gmail', message: 'Gmail and Outlook do not show pictures that stand in the mail as data.' })
    }
    if (/\.svg(\?|$)/i.test(attribute(element, 'src') ?? '')) {
      found.push({ kind: 'gmail', message: 'Gmail and Outlook do not show SVG pictures.' })
    }
  }
  if (['script', 'iframe', 'form', 'input', 'button', 'video', 'audio', 'object', 'embed', 'svg', 'link'].includes(element.tagName)) {
    found.push({ kind: 'not_available', message: `<${element.tagName}> is not available in mails and is left out.` })
  }
  return found
}

function ofStyle(style: string): Found[] {
  if (style === '' || /\{[{%]/.test(style)) return []
  if (tooDeepAt(style) !== undefined) return [{ kind: 'not_available', message: `${tooDeep} The style is left out.` }]
  const tree = parseCss(style, { context: 'declarationList', onParseError: () => {} })
  if (tree.type !== 'DeclarationList') return []
  const declarations = tree.children.toArray().filter((node): node is Declaration => node.type === 'Declaration')
  const value = (...names: string[]) => {
    const last = declarations.findLast(({ property }) => names.includes(property.toLowerCase()))
    return last === undefined ? undefined : style.slice(style.indexOf(last.property) + last.property.length).replace(/^\s*:\s*/, '')
  }
  const found: Found[] = []
  for (const declaration of declarations) {
    const reason = refusal(declaration)
    if (reason !== undefined) found.push({ kind: 'not_available', message: `${reason} It is left out.` })
  }
  const display = value('display') ?? ''
  if (/^(inline-)?(flex|grid)/i.test(display)) found.push({ kind: 'outlook', message: 'Outlook knows no flex and no grid: use a table.' })
  if (value('float') !== undefined) found.push({ kind: 'outlook', message: 'Outlook ignores float: use a table.' })
  if (/gradient\(/i.test(style)) {
    found.push({ kind: 'outlook', message: 'Outlook shows no gradients: give a background-color as well.' })
  }
  if (value('max-width') !== undefined && value('width') === undefined) {
    found.push({ kind: 'outlook', message: 'Outlook ignores max-width: give a width as well.' })
  }
  return [...found, ...ofColours(hexOf(value('color')), hexOf(value('background-color', 'background')))]
}

function ofColours(text: string | undefined, ground: string | undefined): Found[] {
  if (text !== undefined && ground !== undefined) {
    const ratio = contrast(text, ground)
    if (ratio >= 4.5) return []
    return [{ kind: 'contrast', message: `${text} on ${ground} is hard to read: ${ratio.toFixed(1)} to 1, and 4.5 is needed.` }]
  }
  if (text !== undefined && contrast(text, '#161b1d') < 3) {
    return [{ kind: 'dark_mode', message: `${text} without a background of its own cannot be read where the reader's device is dark.` }]
  }
  if (ground !== undefined && contrast(ground, '#ffffff') < 1.6) {
    return [{ kind: 'dark_mode', message: `On ${ground} light text of a dark device cannot be read: give a color as well.` }]
  }
  return []
}

const named: Record<string, string> = { white: '#ffffff', black: '#000000', red: '#ff0000', gray: '#808080', grey: '#808080' }

/** `#rrggbb`; undefined for what is no plain color. */
function hexOf(value: string | undefined): string | undefined {
  const word = /^\s*(#[0-9a-f]{3}(?:[0-9a-f]{3})?\b|[a-z]+)/i.exec(value ?? '')?.[1]?.toLowerCase()
  if (word === undefined) return undefined
  if (!word.startsWith('#')) return named[word]
  return word.length === 7 ? word : word.replaceAll(/[0-9a-f]/g, (digit) => digit + digit)
}

/** In the order of the markup. Not by calling itself: elements that nobody closes nest as deep as the content is long. */
function walk(root: DefaultTreeAdapterTypes.Node, visit: (element: Element) => void): void {
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('tagName' in node) visit(node)
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) waiting.push(child)
    if ('content' in node && node.content !== undefined) waiting.push(node.content)
  }
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value
}

function textOf(element: Element): string {
  return element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
}

function positionOf({ sourceCodeLocation }: Element): { line: number; column: number } {
  return { line: sourceCodeLocation?.startLine ?? 1, column: sourceCodeLocation?.startCol ?? 1 }
}
