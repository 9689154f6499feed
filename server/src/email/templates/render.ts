import { inline } from '@css-inline/css-inline'
import type { ThemeDesign } from '@twofold/contract/email/themes'
import { applyTheme } from '../themes/apply-theme.ts'
import type { CleanCss } from '../themes/custom-css.ts'
import { mailDocument } from '../themes/mail-document.ts'
import { renderHtml, renderSubject, renderText } from './liquid.ts'
import type { MailData } from './liquid.ts'
import { plainTextOf, preheaderOf } from './plain-text.ts'
import { safeHref } from './safe-href.ts'
import { sanitizeContent } from './sanitize-content.ts'

/** What of a template is rendered: Liquid in HTML, Liquid in text. */
export interface MailTemplate {
  subject: string
  html_content: string
  /** Empty: derived from the HTML. */
  text_content: string | null
}

export interface MailToRender {
  template: MailTemplate
  /** Absent: no theme. The template's own HTML stands in a bare document. */
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

/** Liquid, then the theme, then CSS inlined, then the text part. Throws `TemplateError` when the template itself is at fault. */
export function renderMail(mail: MailToRender): RenderedMail {
  const subject = renderSubject(mail.template.subject, mail.data) || mail.appName
  const { content, css } = sanitizeContent(renderHtml(mail.template.html_content, mail.data))
  const html = mail.design ? themed(mail, mail.design, subject, content, css) : bare(mail, subject, content, css)
  return { subject, html: inlineCss(html), text: textPart(mail, content) }
}

function themed(mail: MailToRender, design: ThemeDesign, title: string, content: string, contentCss: CleanCss): string {
  return applyTheme({
    design,
    content,
    contentCss,
    title,
    appName: mail.appName,
    appUrl: mail.appUrl,
    preheader: preheaderOf(content),
    unsubscribeUrl: mail.unsubscribeUrl,
    language: mail.language,
  })
}

function bare(mail: MailToRender, title: string, body: string, css: CleanCss): string {
  const none = { preheader: '', bodyClass: 'mail', outlookFont: 'Arial,sans-serif' }
  return mailDocument({ ...none, title, language: mail.language, css: css.rules, conditionalCss: css.media, body, colourScheme: 'light' })
}

/** Nothing is ever fetched. What only some clients apply stays in a `<style>` that is marked for keeping. */
function inlineCss(html: string): string {
  return inline(html, { keepStyleTags: false, loadRemoteStylesheets: false })
}

function textPart({ template, data, appName, appUrl, unsubscribeUrl }: MailToRender, content: string): string {
  const written = template.text_content?.trim()
  if (written) return `${renderText(written, data).trim()}\n`
  const footer = ['-- ', appName, safeHref(appUrl), ...(unsubscribeUrl ? [`Unsubscribe: ${safeHref(unsubscribeUrl)}`] : [])]
  return `${plainTextOf(content)}\n\n${footer.join('\n')}\n`
}
