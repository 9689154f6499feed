import { defaultTreeAdapter, type DefaultTreeAdapterTypes, html, parse, parseFragment } from 'parse5'
import { speak } from '../../platform/spoken.ts'
import { checkCustomCss, checkedDeclarations, cleanCss } from '../styles/custom-css.ts'
import { escapeAttribute, escapeText } from './escape-markup.ts'
import { carriesLink, linkAddress } from './link-address.ts'
import { contentAttributes, contentTags, isPicture, safeClass, tagsWithoutText } from './markup-allow-list.ts'
import { isOutlookComment } from './outlook-comments.ts'
import { safeHref } from './safe-href.ts'
import { TemplateError } from './template-error.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/**
 * Serializes a finished e-mail from its tree by an allow-list: whatever sanitizing, theme and inlining produced, nothing else leaves. Nothing in the
 * result can be parsed as a tag or attribute outside the list, so no program's parser sees more than ours. `href` sanitizes links. Throws
 * `TemplateError` if a one-time link is anywhere but in a text or a whole `href`.
 */
export function serializeMail(markup: string, href: (address: string) => string = safeHref): string {
  const isDocument = /^\s*<(?:!doctype|html)[\s>]/i.test(markup)
  const root = isDocument ? parse(markup) : parseFragment(markup)
  const parts: string[] = isDocument ? ['<!DOCTYPE html>\n'] : []
  for (const child of root.childNodes) write(child, { href, parts })
  return parts.join('')
}

interface Writer {
  href: (address: string) => string
  parts: string[]
}

const content = new Set(contentTags)
const dropped = new Set(tagsWithoutText)
const frame: Readonly<Record<string, readonly string[]>> = {
  html: ['xmlns', 'xmlns:v', 'xmlns:o'],
  head: [],
  body: [],
  title: [],
  meta: ['charset', 'name', 'content'],
  style: ['data-css-inline'],
  div: ['aria-roledescription'],
}
const empty = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])
const headings = /^(?:viewport|x-apple-disable-message-reformatting|format-detection|(?:supported-)?color-schemes?)$/

function write(node: Node, writer: Writer): void {
  if (defaultTreeAdapter.isTextNode(node)) writer.parts.push(textOf(node.value))
  else if (defaultTreeAdapter.isCommentNode(node)) {
    if (isOutlookComment(node.data, writer.href)) writer.parts.push(`<!--${node.data}-->`)
  } else if (defaultTreeAdapter.isElementNode(node)) writeElement(node, writer)
}

function writeElement(element: Element, writer: Writer): void {
  const { tagName } = element
  if (element.namespaceURI !== html.NS.HTML || (dropped.has(tagName) && !isTitle(element))) return
  const isHead = element.parentNode?.nodeName === 'head'
  if (tagName === 'style') {
    if (isHead) writer.parts.push(openingTag(element, writer), cleanSheet(element), '</style>')
    return
  }
  if (tagName === 'meta' && !(isHead && isPlainMeta(element))) return
  const isWritten = content.has(tagName) || Object.hasOwn(frame, tagName)
  if (isWritten) writer.parts.push(openingTag(element, writer))
  if (empty.has(tagName)) return
  // A parser skips the first line break of these.
  const [first] = element.childNodes
  if (tagName === 'pre' && first !== undefined && defaultTreeAdapter.isTextNode(first) && first.value.startsWith('\n'))
    writer.parts.push('\n')
  for (const child of element.childNodes) write(child, writer)
  if (isWritten) writer.parts.push(`</${tagName}>`)
}

const isTitle = ({ tagName, parentNode }: Element) => tagName === 'title' && parentNode?.nodeName === 'head'

function isPlainMeta({ attrs }: Element): boolean {
  const [name, charset] = ['name', 'charset'].map((wanted) => attrs.find((one) => one.name === wanted)?.value)
  return name === undefined ? charset === 'utf-8' : headings.test(name)
}

function textOf(text: string): string {
  if (carriesLink(text.replaceAll(linkAddress, ''))) throw misplacedLink()
  return escapeText(text)
}

function openingTag(element: Element, { href }: Writer): string {
  const written = element.attrs.map(({ name, prefix, value }) => {
    const full = prefix === undefined || prefix === '' ? name : `${prefix}:${name}`
    const safe = isAllowed(element.tagName, full) ? safeValue(element.tagName, full, value, href) : undefined
    if (safe === undefined) return ''
    if (carriesLink(safe) && !(full === 'href' && safe === linkAddress)) throw misplacedLink()
    return ` ${full}="${escapeAttribute(safe)}"`
  })
  return `<${element.tagName}${written.join('')}>`
}

function isAllowed(tagName: string, attribute: string): boolean {
  return [contentAttributes['*'], contentAttributes[tagName], frame[tagName]].some((names) => names?.includes(attribute) === true)
}

/** Undefined where nothing of the value may stay. */
function safeValue(tagName: string, name: string, value: string, href: Writer['href']): string | undefined {
  switch (name) {
    case 'href':
      return href(value)
    case 'src':
      return isPicture(value) ? value : undefined
    case 'class':
      return safeClass(value) || undefined
    case 'style':
      return checkedDeclarations(value) || undefined
    case 'data-css-inline':
      return tagName === 'style' && value === 'keep' ? value : undefined
    default:
      return value
  }
}

/** Kept verbatim if it holds nothing but allowed CSS. */
function cleanSheet(element: Element): string {
  const css = element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
  if (carriesLink(css)) throw misplacedLink()
  if (!/[<\\]/.test(css) && checkCustomCss(css).length === 0) return css
  const { rules, media } = cleanCss(css)
  return `${rules}${media}`
}

function misplacedLink(): TemplateError {
  return new TemplateError(speak('markup.once_whole'))
}
