import type { SampleData } from '@twofold/contract/mail-design/template-fields'
import { previewDraft, previewTemplate } from '@twofold/contract/mail-design/template-previews'
import type { Template } from '@twofold/contract/mail-design/templates'
import { call } from '../../lib/call.ts'

type Wish = { theme?: string; language?: string; draft?: { html: string; text: string } | undefined; data?: SampleData }

/** Renders a stored template, or a draft of it, with sample values. */
export function askForTemplatePreview(template: Pick<Template, 'slug' | 'subject'>, { theme, language, draft, data }: Wish) {
  const common = { ...(theme !== undefined && { theme }), ...(language && { language }), ...(data && { data }) }
  if (!draft || language) return call(previewTemplate, { params: { id: template.slug }, body: common })
  const written = { subject: template.subject, html_content: draft.html, text_content: draft.text || null }
  return call(previewDraft, { body: { ...common, ...written, template: template.slug } })
}
