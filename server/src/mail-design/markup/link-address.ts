import { escapeAttribute } from './escape-markup.ts'
import type { MailData } from './liquid.ts'
import { safeHref } from './safe-href.ts'

/**
 * One-time links never go through a template: while a mail is made, this address stands where the link belongs, so that no filter, condition,
 * style or attribute can get hold of what the link opens. It is an address because nothing else may stand where it does.
 */
const linkCharacter = '\uE0F0'
export const linkAddress = `https://${linkCharacter}/`

/** The time until which a link works is an ordinary value; everything else of the group is the link. */
const linkVariable = /^link\.(?!expires_at$)/

export const isLinkVariable = (name: string): boolean => linkVariable.test(name)

/** What a template gets to know: that there is a link, not which. */
export function hideLinks(data: MailData): MailData {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, isLinkVariable(name) ? linkAddress : value]))
}

/** Whether a text carries the link, or what is left of it where a filter has cut it. */
export const carriesLink = (text: string): boolean => text.includes(linkCharacter)

/** What somebody wrote, which must not be taken for the link. */
export const withoutLinkCharacter = (text: string): string => text.replaceAll(linkCharacter, '')

/** What stands in place of a link wherever a mail is kept. */
export const linkRemoved = '[one-time link removed]'

interface Content {
  html: string
  text: string
}

/** A mail with its link in place. `content` is serialized: the address stands there in `href`, in text, and nowhere else. */
export function fillLink({ html, text }: Content, link: string): Content {
  return fillWith({ html, text }, safeHref(link))
}

/** A mail as it may be kept. */
export const removeLink = (content: Content): Content => fillWith(content, linkRemoved)

function fillWith({ html, text }: Content, written: string): Content {
  if (!carriesLink(html) && !carriesLink(text)) return { html, text }
  const escaped = escapeAttribute(written)
  return { html: html.replaceAll(linkAddress, () => escaped), text: text.replaceAll(linkAddress, () => written) }
}
