import { escapeAttribute, escapeText } from './escape-markup.ts'
import { carriesLink } from './link-address.ts'
import { anyLinkMark, linkMark, type MarkedHtml, marksOf, valueMark } from './marks.ts'
import { textsOf } from './plain-text.ts'
import { safeHref } from './safe-href.ts'
import { sanitizeContent } from './sanitize-content.ts'
import type { CleanCss } from '../styles/custom-css.ts'

/** Replacement of a mark: the value, and how it is escaped. */
type Slot = { of: 'value' | 'link' | 'subject' | 'preheader' | 'unsubscribe'; index: number; escape: (text: string) => string }
type Piece = string | Slot

/** Sanitized content shared by e-mails that differ only in values. */
export interface ContentShape {
  content: string
  css: CleanCss
  /** Targets of links, with marks for the values in them. */
  links: string[]
  /** The content again, ready for its values. */
  pieces: Piece[]
  /** Plain text of the markup, with marks. Undefined if the values affect the reading. */
  texts: ReturnType<typeof textsOf> | undefined
}

export interface Filling {
  values: readonly string[]
  links: readonly string[]
  subject: string
  preheader: string
  unsubscribeUrl: string
}

/** Undefined if a value is more than text or a part of a link, such as the name of a class: then it affects the e-mail's structure. */
export function contentShape({ html, values }: MarkedHtml): ContentShape | undefined {
  // A tag or a character reference that a value completes.
  if (/(?:<[!?/]?|&[#\w]*)\uE000/.test(html)) return undefined
  const links: string[] = []
  const keepMarks = (address: string) => {
    if (!address.includes('\uE000')) return safeHref(address)
    links.push(address)
    return linkMark(links.length - 1)
  }
  const { content, css } = sanitizeContent(html, keepMarks)
  // An attribute selector in CSS can match a link's target; marks in it have values that would have to be sanitized with it.
  if (/[[\uE000]/.test(css.rules + css.media)) return undefined
  // Such an e-mail is rendered on its own, which refuses it: values around a one-time link would otherwise be inserted after the check.
  if (links.some(carriesLink)) return undefined
  const pieces = piecesOf(content, sanitisedText, sanitisedAttribute)
  const kept = (pieces ?? []).filter((piece) => typeof piece !== 'string')
  const inText = kept.filter(({ of }) => of === 'value')
  const inLinks = links.flatMap((link) => [...link.matchAll(valueMark)])
  // Each is there once: none was dropped together with something that is not allowed.
  const isWhole = inText.length + inLinks.length === values.length && kept.length - inText.length === links.length
  return pieces !== undefined && isWhole ? { content, css, links, pieces, texts: markedTextsOf(content) } : undefined
}

function markedTextsOf(content: string): ContentShape['texts'] {
  const texts = textsOf(content)
  // Whether an address is written after the text of its link depends on both.
  return texts.plain.includes('(\uE002') ? undefined : texts
}

/** `html` with marks, as `serializeMail` wrote it, ready for what belongs in their place. Undefined where that cannot be said. */
export function documentShape(html: string): Piece[] | undefined {
  return piecesOf(html, escapeText, escapeAttribute)
}

/** For `serializeMail`: marks replace addresses, which are checked when they are filled in. */
export function keepLinkMarks(address: string): string {
  return address === marksOf.unsubscribeUrl || /^\uE002\d+\uE003$/.test(address) ? address : safeHref(address)
}

/** The addresses of the links, each made safe as a whole. */
export function fillLinks(links: readonly string[], values: readonly string[]): string[] {
  return links.map((link) => safeHref(link.replace(valueMark, (_, index: string) => values[Number(index)] ?? '')))
}

export function fillText(text: string, { values, links }: Pick<Filling, 'values' | 'links'>): string {
  return text
    .replace(valueMark, (_, index: string) => values[Number(index)] ?? '')
    .replace(anyLinkMark, (_, index: string) => links[Number(index)] ?? '')
}

export function fill(pieces: readonly Piece[], filling: Filling): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.escape(textOf(piece, filling)))).join('')
}

function textOf({ of, index }: Slot, { values, links, subject, preheader, unsubscribeUrl }: Filling): string {
  switch (of) {
    case 'value':
      return values[index] ?? ''
    case 'link':
      return links[index] ?? ''
    case 'subject':
      return subject
    case 'preheader':
      return preheader
    case 'unsubscribe':
      return unsubscribeUrl
  }
}

const anySlot = new RegExp(
  `\uE000(?<value>\\d+)\uE001|\uE002(?<link>\\d+)\uE003|(?<subject>${marksOf.subject})|(?<preheader>${marksOf.preheader})|(?<unsubscribe>${marksOf.unsubscribeUrl})`,
  'g',
)

function piecesOf(html: string, text: Slot['escape'], attribute: Slot['escape']): Piece[] | undefined {
  const pieces: Piece[] = []
  let end = 0
  // Kept from place to place: looking for them from each place back to the beginning takes seconds where there are thousands.
  let isInComment = false
  let lastTag = -1
  for (const match of html.matchAll(anySlot)) {
    const between = html.slice(end, match.index)
    const [opened, closed, tag] = [between.lastIndexOf('<!--'), between.lastIndexOf('-->'), between.lastIndexOf('<')]
    if (opened !== closed) isInComment = opened > closed
    if (tag !== -1) lastTag = end + tag
    const [of, index] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined) ?? []
    const isAttribute = between.endsWith('="') && html[match.index + match[0].length] === '"'
    const isText = !isAttribute && !isInComment && !isInTag(html.slice(lastTag, match.index))
    // Only addresses occur in comments, which hold the buttons for Outlook. They are copied there in their sanitized form.
    const isAddress = of === 'link' || of === 'unsubscribe'
    if (of === undefined || (isAddress ? !isAttribute : !isText && !(of === 'subject' && isAttribute))) return undefined
    pieces.push(between, {
      of: of as Slot['of'],
      index: Number(index),
      escape: isText ? text : isInComment ? sanitisedAttribute : attribute,
    })
    end = match.index + match[0].length
  }
  return [...pieces, html.slice(end)]
}

/** Whether the tag is still open at the end. Attribute values may contain `>`, but are quoted. */
function isInTag(tag: string): boolean {
  return !/^<[^>"]*(?:"[^"]*"[^>"]*)*>/.test(tag)
}

/** Outlook's comments hold links as sanitize-html writes them. */
const replaced = (characters: RegExp, names: Record<string, string>) => (text: string) =>
  text.replace(characters, (character) => names[character] ?? character)
const names = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const sanitisedText = replaced(/[&<>]/g, names)
const sanitisedAttribute = replaced(/[&<>"]/g, names)
