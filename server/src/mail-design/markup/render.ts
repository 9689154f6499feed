import type { ThemeDesign } from '@twofold/contract/mail-design/themes'
import { speak } from '../../platform/spoken.ts'
import { applyTheme } from './apply-theme.ts'
import { wordsIn } from '../languages/languages.ts'
import type { CleanCss } from '../styles/custom-css.ts'
import { mailDocument } from './mail-document.ts'
import { inlineCss } from './inline-css.ts'
import { carriesLink, hideLinks, linkAddress, linkRemoved, withoutLinkCharacter } from './link-address.ts'
import { type MailData, renderHtml, renderMarkedHtml, renderSubject, renderText } from './liquid.ts'
import { createLru } from './lru.ts'
import { contentShape, type ContentShape, documentShape, fill, fillLinks, fillText, keepLinkMarks } from './mail-shape.ts'
import { anyMark, marksOf } from './marks.ts'
import { plainTextOf, preheaderFrom, preheaderOf, textsOf } from './plain-text.ts'
import { safeHref } from './safe-href.ts'
import { sanitizeContent } from './sanitize-content.ts'
import { serializeMail } from './serialize-mail.ts'
import { TemplateError } from './template-error.ts'

/** The rendered parts of a template: Liquid in HTML, Liquid in text. */
export interface MailTemplate {
  subject: string
  html_content: string
  /** Empty: derived from the HTML. */
  text_content: string | null
}

export interface MailToRender {
  template: MailTemplate
  /** Absent: no theme. The template's own HTML is put into a bare document. */
  design?: ThemeDesign | undefined
  /** By dotted names: `{ 'user.name': 'Ann' }`. */
  data: MailData
  appName: string
  appUrl: string
  /** BCP 47. */
  language: string
  unsubscribeUrl?: string | undefined
}

export interface RenderedMail {
  /** One line. */
  subject: string
  html: string
  text: string
}

/**
 * Liquid, then the theme, then CSS inlined, then serialized by the allow-list, then the text part. A one-time link is not in place yet:
 * `fillLink` puts it there. Throws `TemplateError` when the template itself is at fault.
 */
export function renderMail(given: MailToRender): RenderedMail {
  const mail = withoutLinks(given)
  const subject = subjectOf(mail)
  const rendered = byShape(mail, subject) ?? whole(mail, subject)
  if (carriesLink(rendered.text.replaceAll(linkAddress, ''))) throw new TemplateError(speak('markup.once_filter'))
  return rendered
}

function withoutLinks(mail: MailToRender): MailToRender {
  const { subject, html_content, text_content } = mail.template
  return {
    ...mail,
    template: {
      subject: withoutLinkCharacter(subject),
      html_content: withoutLinkCharacter(html_content),
      text_content: text_content && withoutLinkCharacter(text_content),
    },
    appName: withoutLinkCharacter(mail.appName),
    data: hideLinks(mail.data),
  }
}

/** Subjects appear in lists, exports and phone notifications: they must not contain a link that opens an account. */
function subjectOf({ template, data, appName, language }: MailToRender): string {
  const subject = renderSubject(template.subject, data, language).replaceAll(linkAddress, linkRemoved)
  if (carriesLink(subject)) throw new TemplateError(speak('markup.once_filter'))
  return subject || appName
}

/** Renders everything for this e-mail alone. */
export function renderWhole(given: MailToRender): RenderedMail {
  const mail = withoutLinks(given)
  return whole(mail, subjectOf(mail))
}

function whole(mail: MailToRender, subject: string): RenderedMail {
  const { content, css } = sanitizeContent(renderHtml(mail.template.html_content, mail.data, mail.language))
  const html = frame({ ...mail, title: subject, content, css, preheader: mail.design ? preheaderOf(content) : '' })
  return { subject, html: serializeMail(inlineCss(html)), text: textPart(mail, () => plainTextOf(content)) }
}

interface Frame extends Omit<MailToRender, 'template' | 'data'> {
  title: string
  content: string
  css: CleanCss
  preheader: string
}

function frame({ design, title, content, css, ...mail }: Frame): string {
  return design ? applyTheme({ ...mail, design, title, content, contentCss: css }) : bare(mail, title, content, css)
}

function bare(mail: Pick<MailToRender, 'language'>, title: string, body: string, css: CleanCss): string {
  const none = { preheader: '', bodyClass: 'mail', outlookFont: 'Arial,sans-serif' }
  return mailDocument({ ...none, title, language: mail.language, css: css.rules, conditionalCss: css.media, body, colourScheme: 'light' })
}

/**
 * The same bytes in a third of the time: the common parts of a template's e-mails are made once and cached. Undefined if a value may affect the
 * structure.
 */
export function renderByShape(given: MailToRender): RenderedMail | undefined {
  const mail = withoutLinks(given)
  return byShape(mail, subjectOf(mail))
}

function byShape(mail: MailToRender, subject: string): RenderedMail | undefined {
  const { template, data, unsubscribeUrl = '', ...common } = mail
  const design = JSON.stringify(common)
  if (anyMark.test(subject + unsubscribeUrl) || anyMark.test(design) || mail.design?.custom_css.includes('[')) return undefined
  const marked = renderMarkedHtml(template.html_content, data, [mail.appName, linkAddress], mail.language)
  if (marked === undefined || marked.values.some(carriesLink)) return undefined
  const shape = contentShapes.get(marked.html, () => contentShape(marked) ?? null)
  if (shape === null) return undefined
  const { values } = marked
  const filling = { values, links: fillLinks(shape.links, values), subject, preheader: '', unsubscribeUrl: safeHref(unsubscribeUrl) }
  const texts = shape.texts ?? textsOf(fill(shape.pieces, filling))
  const preheader = mail.design ? preheaderFrom(fillText(texts.firstWords, filling)) : ''
  const parts = [design, preheader === '', unsubscribeUrl === '', marked.html]
  const pieces = documentShapes.get(parts.join('\n'), () => {
    const marks = {
      title: marksOf.subject,
      preheader: preheader && marksOf.preheader,
      unsubscribeUrl: unsubscribeUrl && marksOf.unsubscribeUrl,
    }
    return documentShape(serializeMail(inlineCss(frame({ ...common, ...shape, ...marks })), keepLinkMarks)) ?? null
  })
  if (pieces === null) return undefined
  return { subject, html: fill(pieces, { ...filling, preheader }), text: textPart(mail, () => fillText(texts.plain, filling)) }
}

/** Kept for as many templates, and the ways they turn out, as an installation sends at a time; each has some kilobytes. */
const contentShapes = createLru<ContentShape | null>(100)
const documentShapes = createLru<NonNullable<ReturnType<typeof documentShape>> | null>(100)

function textPart({ template, data, appName, appUrl, unsubscribeUrl, language }: MailToRender, derived: () => string): string {
  const written = template.text_content?.trim()
  if (written) return `${renderText(written, data, language).trim()}\n`
  const footer = [
    '-- ',
    appName,
    safeHref(appUrl),
    ...(unsubscribeUrl ? [`${wordsIn(language).footer.unsubscribeInText}: ${safeHref(unsubscribeUrl)}`] : []),
  ]
  return `${derived()}\n\n${footer.join('\n')}\n`
}
