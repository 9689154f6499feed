import type { SampleData } from '@twofold/contract/mail-design/template-fields'
import type { ThemeDesign } from '@twofold/contract/mail-design/themes'
import { complaintOfMarkup } from '../../platform/complaint.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { TemplateError } from '../markup/template-error.ts'
import type { MailTemplate, RenderedMail } from '../markup/render.ts'
import type { Preview, TemplatePreviewsServiceDeps } from './template-previews.service.ts'

export function createPreviewRendering(deps: TemplatePreviewsServiceDeps) {
  async function render(
    user: Identity,
    template: MailTemplate,
    design: ThemeDesign | undefined,
    data: SampleData,
    { language = 'en', hasUnsubscribe }: { language?: string | undefined; hasUnsubscribe: boolean },
  ): Promise<RenderedMail> {
    const { name: appName, url: appUrl } = deps.app
    const unsubscribe = hasUnsubscribe ? { unsubscribeUrl: appUrl } : {}
    try {
      return await deps.rendering.render(user.id, { template, design, data, appName, appUrl, language, ...unsubscribe })
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      throw fail('email.template_unsound', { errors: { html_content: [complaintOfMarkup(error)] } })
    }
  }

  async function keep(user: Identity, template: MailTemplate, data: SampleData, mail: RenderedMail): Promise<Preview> {
    const used = await deps.rendering.variablesOf(user.id, [template.subject, template.html_content, template.text_content ?? ''])
    return {
      data: Object.fromEntries(used.flatMap((name) => (Object.hasOwn(data, name) ? [[name, data[name] ?? '']] : []))),
      preview: { subject: mail.subject, html_content: mail.html, text_content: mail.text },
      preview_url: await deps.previews.keep(user.sessionId, mail.html),
    }
  }

  return { render, keep }
}
