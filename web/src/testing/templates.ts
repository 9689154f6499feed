import { listAvailableEvents, listMappings } from '@twofold/contract/mail-rules/mapping-calls'
import { listProviders } from '@twofold/contract/mail-delivery/providers'
import { changeTemplateField } from '@twofold/contract/mail-design/template-changes'
import { checkDraft, previewDraft, previewTemplate } from '@twofold/contract/mail-design/template-previews'
import { getTemplate, listTemplateThemes, type Template } from '@twofold/contract/mail-design/templates'
import { listTemplateLogs } from '@twofold/contract/mail-log/logs'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from './back-office.ts'
import type { Said } from './example.ts'
import { open } from './open.tsx'
import { refusal, serve } from './server.ts'
import { idOf } from './vault.ts'

/** URL of a frame with `html`, whatever is appended to it. */
export const pageWith = (html: string) => `data:text/html;charset=utf-8,${encodeURIComponent(html)}#`

const templatePath = '/admin/email/templates/a-notice'
export const editorOf = (name: string) => page.getByRole('textbox', { name, exact: true })
/** Waits until the newest frame of the preview shows HTML with this text. */
export const expectPreview = (text: string) =>
  expect
    .poll(() => decodeURIComponent(page.getByTitle('Preview of A notice', { exact: true }).elements().at(-1)?.getAttribute('src') ?? ''))
    .toContain(text)

/**
 * A template as the server keeps it, whose fields are saved like there: each change is a version, and one of an older version is refused.
 * Returns it: what a test writes into it, somebody else has saved.
 */
export function serveTemplate(change: Said<Template> = {}) {
  signInAsAdministrator()
  const template: Said<Template> & Pick<Template, 'slug' | 'html_content' | 'version'> = {
    id: idOf(1),
    slug: 'a-notice',
    name: 'A notice',
    category: 'notification',
    subject: 'A subject',
    html_content: '<p>Hello {{ user.name }}</p>',
    text_content: null,
    version: 1,
    variables: { 'user.name': 'Name of the recipient', 'user.email': 'Address of the recipient' },
    ...(change as object),
  }
  serve(getTemplate, () => ({ success: true, template }))
  const saved = serve(changeTemplateField, ({ body: { field, value, version } }) => {
    if (version !== template.version) return refusal('email.template_changed')
    Object.assign(template, { [field]: value, version: template.version + 1 })
    const labels = { description: 'Description', subject: 'Subject', html_content: 'HTML content', text_content: 'Text content' }
    return { success: true, template, message: `${labels[field]} updated successfully` }
  })
  const shown = (html: string) => ({ success: true, preview: { html_content: html }, preview_url: pageWith(html) })
  const previews = serve(previewTemplate, () => shown(template.html_content))
  const drafts = serve(previewDraft, ({ body }) => shown(body.html_content))
  serve(checkDraft, { success: true })
  serve(listTemplateLogs, {})
  serve(listTemplateThemes, { success: true })
  serve(listProviders, { success: true })
  serve(listMappings, { success: true })
  serve(listAvailableEvents, { success: true })
  return { template, saved, previews, drafts }
}

/** Opens the screen of the template that is served. */
export async function openTemplate(search = '', name = 'A notice'): Promise<void> {
  await open(`${templatePath}${search}`)
  await expect.element(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}
