import { escapeAttribute } from './escape-markup.ts'
import type { MailData } from './liquid.ts'
import { safeHref } from './safe-href.ts'

/**
 * One-time links never pass through a template: during rendering this address replaces the link, so that no filter, condition, style or attribute can
 * capture what the link opens. It is an address because only an address is allowed in its place.
 */
const linkCharacter = '\uE0F0'
export const linkAddress = `https://${linkCharacter}/`

/** The time until which a link works is an ordinary value; everything else of the group is the link. */
const linkVariable = /^link\.(?!expires_at$)/

export const isLinkVariable = (name: string): boolean => linkVariable.test(name)

/** Lets a template know that there is a link, but not which. */
export function hideLinks(data: MailData): MailData {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, isLinkVariable(name) ? linkAddress : value]))
}

/** Whether a text contains the link, or the remains of one that a filter has cut. */
export const carriesLink = (text: string): boolean => text.includes(linkCharacter)

/** Removes from user text the character that marks links. */
export const withoutLinkCharacter = (text: string): string => text.replaceAll(linkCharacter, '')

/** Replaces a link wherever an e-mail is stored. */
export const linkRemoved = '[one-time link removed]'

interface Content {
  html: string
  text: string
}

/** Inserts the link. `content` is serialized: the placeholder occurs in `href` and in text, and nowhere else. */
export function fillLink({ html, text }: Content, link: string): Content {
  return fillWith({ html, text }, safeHref(link))
}

/** The e-mail in the form that may be stored. */
export const removeLink = (content: Content): Content => fillWith(content, linkRemoved)

function fillWith({ html, text }: Content, written: string): Content {
  if (!carriesLink(html) && !carriesLink(text)) return { html, text }
  const escaped = escapeAttribute(written)
  return { html: html.replaceAll(linkAddress, () => escaped), text: text.replaceAll(linkAddress, () => written) }
}
