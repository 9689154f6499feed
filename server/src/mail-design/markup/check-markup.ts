import type { TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import { type Declaration, parse as parseCss } from 'css-tree'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { speak, type Spoken } from '../../platform/spoken.ts'
import { tooDeep, tooDeepAt } from '../styles/bounded-css.ts'
import { refusal } from '../styles/css-allow-list.ts'
import { firstOfHiddenLinks } from './hidden-links.ts'
import { contrast } from '../styles/colors.ts'

type Element = DefaultTreeAdapterTypes.Element
type Found = Pick<TemplateProblem, 'kind'> & { message: Spoken }

/** Characters of style sheets above which Gmail drops them. */
const gmailStyleMax = 8192

/** Warnings about `html_content` as mail programs will treat it. The e-mail can be sent anyway. */
export function checkMarkup(html: string): TemplateProblem[] {
  const problems: TemplateProblem[] = []
  let styles = 0
  const nodes: DefaultTreeAdapterTypes.Node[] = []
  walk(parseFragment(html, { sourceCodeLocationInfo: true }), (element) => {
    nodes.push(element)
    for (const child of element.childNodes) if ('value' in child) nodes.push(child)
    if (element.tagName === 'style') styles += textOf(element).length
    for (const found of [...ofElement(element), ...ofStyle(attribute(element, 'style') ?? '')]) {
      problems.push({ ...found, severity: 'warning', field: 'html_content', ...positionOf(element) })
    }
  })
  const hidden = firstOfHiddenLinks(nodes)
  if (hidden !== undefined)
    problems.push({ severity: 'warning', kind: 'link', field: 'html_content', message: speak('markup.link_hidden'), ...positionOf(hidden) })
  if (styles > gmailStyleMax) {
    const message = speak('markup.gmail_styles', { most: String(gmailStyleMax) })
    problems.push({ severity: 'warning', kind: 'gmail', field: 'html_content', message, line: 1, column: 1 })
  }
  return problems
}

function ofElement(element: Element): Found[] {
  const found: Found[] = []
  const href = attribute(element, 'href')
  if (element.tagName === 'a' && (href === undefined || /^\s*#?\s*$/.test(href)) && attribute(element, 'name') === undefined) {
    found.push({ kind: 'empty_link', message: speak('markup.empty_link') })
  }
  if (element.tagName === 'img') {
    if (attribute(element, 'alt') === undefined) {
      found.push({
        kind: 'alt_text',
        message: speak('markup.no_alt'),
      })
    }
    if (/^\s*data:/i.test(attribute(element, 'src') ?? '')) {
      found.push({ kind: 'gmail', message: speak('markup.data_picture') })
    }
    if (/\.svg(\?|$)/i.test(attribute(element, 'src') ?? '')) {
      found.push({ kind: 'gmail', message: speak('markup.svg') })
    }
  }
  if (['script', 'iframe', 'form', 'input', 'button', 'video', 'audio', 'object', 'embed', 'svg', 'link'].includes(element.tagName)) {
    found.push({ kind: 'not_available', message: speak('markup.element', { name: element.tagName }) })
  }
  return found
}

function ofStyle(style: string): Found[] {
  if (style === '' || /\{[{%]/.test(style)) return []
  if (tooDeepAt(style) !== undefined) return [{ kind: 'not_available', message: speak('markup.style_left_out', { problem: tooDeep }) }]
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
    if (reason !== undefined) found.push({ kind: 'not_available', message: speak('markup.left_out', { problem: reason }) })
  }
  const display = value('display') ?? ''
  if (/^(inline-)?(flex|grid)/i.test(display)) found.push({ kind: 'outlook', message: speak('markup.flex') })
  if (value('float') !== undefined) found.push({ kind: 'outlook', message: speak('markup.float') })
  if (/gradient\(/i.test(style)) {
    found.push({ kind: 'outlook', message: speak('markup.gradient') })
  }
  if (value('max-width') !== undefined && value('width') === undefined) {
    found.push({ kind: 'outlook', message: speak('markup.max_width') })
  }
  return [...found, ...ofColours(hexOf(value('color')), hexOf(value('background-color', 'background')))]
}

function ofColours(text: string | undefined, ground: string | undefined): Found[] {
  if (text !== undefined && ground !== undefined) {
    const ratio = contrast(text, ground)
    if (ratio >= 4.5) return []
    return [{ kind: 'contrast', message: speak('markup.hard_to_read', { text, ground, ratio: ratio.toFixed(1) }) }]
  }
  if (text !== undefined && contrast(text, '#161b1d') < 3) {
    return [{ kind: 'dark_mode', message: speak('markup.dark_text', { text }) }]
  }
  if (ground !== undefined && contrast(ground, '#ffffff') < 1.6) {
    return [{ kind: 'dark_mode', message: speak('markup.dark_ground', { ground }) }]
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

/** In document order. Iterative, since unclosed elements nest as deep as the content is long. */
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
