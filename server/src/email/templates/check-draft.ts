import { clippingBytes } from '@twofold/contract/email/template-problems'
import type { TemplateProblem } from '@twofold/contract/email/template-problems'
import type { ThemeDesign } from '@twofold/contract/email/themes'
import { checkMarkup } from './check-markup.ts'
import { checkTemplate } from './check-template.ts'
import type { MailTemplate } from './render.ts'
import { renderMail } from './render.ts'
import type { MailData } from './liquid.ts'

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

/** Only what keeps a template from being saved. */
export function errorsOf(template: Partial<MailTemplate>, samples: MailData): TemplateProblem[] {
  return fields.flatMap((field) =>
    checkTemplate(template[field] ?? '', Object.keys(samples), samples).map((problem) => ({
      ...problem,
      severity: 'error' as const,
      field,
    })),
  )
}

function checkTextPart({ text_content: text }: MailTemplate): TemplateProblem[] {
  if (text !== null && text.trim() !== '') return []
  const message = 'There is no text part: it is derived from the HTML.'
  return [{ severity: 'warning', kind: 'text_part', field: 'text_content', message, line: 1, column: 1 }]
}

function checkSize(template: MailTemplate, design: ThemeDesign | undefined, samples: MailData, app: Draft['app']): TemplateProblem[] {
  const { html } = renderMail({ template, design, data: samples, appName: app.name, appUrl: app.url, language: 'en' })
  const bytes = Buffer.byteLength(html)
  if (bytes <= clippingBytes) return []
  const message = `The mail has ${Math.ceil(bytes / 1024)} kB; Gmail cuts it off after ${clippingBytes / 1024} kB.`
  return [{ severity: 'warning', kind: 'size', field: 'html_content', message, line: 1, column: 1 }]
}
