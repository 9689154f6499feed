import { clippingBytes, type TemplateProblem } from '@twofold/contract/mail-design/template-problems'
import type { ThemeDesign } from '@twofold/contract/mail-design/themes'
import { speak } from '../../platform/spoken.ts'
import { checkMarkup } from './check-markup.ts'
import { checkTemplate } from './check-template.ts'
import { type MailTemplate, renderMail } from './render.ts'
import type { MailData } from './liquid.ts'
import { TemplateError } from './template-error.ts'

export interface Draft {
  template: MailTemplate
  design: ThemeDesign | undefined
  /** Every variable there is, with a sample. */
  samples: MailData
  app: { name: string; url: string }
}

const fields = ['subject', 'html_content', 'text_content'] as const

/** Everything that is wrong with a template: errors keep it from being saved, warnings say what some will see. */
export function checkDraft({ template, design, samples, app }: Draft): TemplateProblem[] {
  const errors = errorsOf(template, samples)
  const warnings = [...checkMarkup(template.html_content), ...checkTextPart(template)]
  if (errors.length > 0) return [...errors, ...warnings]
  return [...warnings, ...checkSize(template, design, samples, app)]
}

/** Only problems that prevent saving. */
export function errorsOf(template: Partial<MailTemplate>, samples: MailData): TemplateProblem[] {
  const errors = fields.flatMap((field) =>
    checkTemplate(template[field] ?? '', Object.keys(samples), samples, field).map((problem) => ({
      ...problem,
      severity: 'error' as const,
      field,
    })),
  )
  return errors.length > 0 ? errors : tryOut(template, samples)
}

/** Problems that only rendering reveals: styles without bounds, a link in a forbidden place because of a condition. */
function tryOut({ subject = '', html_content = '', text_content = '' }: Partial<MailTemplate>, samples: MailData): TemplateProblem[] {
  const template = { subject, html_content, text_content }
  try {
    for (const data of [{}, samples]) renderMail({ template, design: undefined, data, appName: 'Twofold', appUrl: '', language: 'en' })
    return []
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return [{ severity: 'error', kind: 'limit', field: 'html_content', message: error.said, line: 1, column: 1 }]
  }
}

function checkTextPart({ text_content: text }: MailTemplate): TemplateProblem[] {
  if (text !== null && text.trim() !== '') return []
  const message = speak('markup.no_text')
  return [{ severity: 'warning', kind: 'text_part', field: 'text_content', message, line: 1, column: 1 }]
}

function checkSize(template: MailTemplate, design: ThemeDesign | undefined, samples: MailData, app: Draft['app']): TemplateProblem[] {
  const { html } = renderMail({ template, design, data: samples, appName: app.name, appUrl: app.url, language: 'en' })
  const bytes = Buffer.byteLength(html)
  if (bytes <= clippingBytes) return []
  const message = speak('markup.clipped', { size: String(Math.ceil(bytes / 1024)), most: String(clippingBytes / 1024) })
  return [{ severity: 'warning', kind: 'size', field: 'html_content', message, line: 1, column: 1 }]
}
