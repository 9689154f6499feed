import type { TestBody } from '@twofold/contract/mail-delivery/template-trials'
import { themeDesign } from '@twofold/contract/mail-design/themes'
import { v7 as uuid } from 'uuid'
import { complaintOfMarkup } from '../../platform/complaint.ts'
import { originNow } from '../../platform/work-origin.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { readingTogether } from '../../platform/shared-reads.ts'
import { sealContent } from '../delivery/mail-content.ts'
import type { NewMailRow } from '../delivery/queue.repository.ts'
import { messageIdOf } from '../providers/message-id.ts'
import type { FinishedMail } from '../../mail-design/rendering/rendering.ts'
import { templateTarget } from '../../mail-design/templates/audited-template.ts'
import { TemplateError } from '../../mail-design/markup/template-error.ts'
import type { MailToRender, RenderedMail } from '../../mail-design/markup/render.ts'
import { sampleMailData } from '../../mail-design/templates/template-variables.ts'
import type { Trial, TrialsServiceDeps } from './trials.service.ts'

export function createTrialMessages(deps: TrialsServiceDeps) {
  async function compose(by: Identity, trial: Trial, input: TestBody): Promise<string> {
    const [{ row, theme, translation }, isMailAvailable] = await readingTogether(() =>
      Promise.all([deps.templates.get(trial.template, input.language), deps.mailProviders.isMailAvailable()]),
    )
    if (!isMailAvailable) throw fail('email.no_provider')
    if (input.language !== undefined && translation === undefined) throw fail('email.translation_not_found')
    const events = trial.event === undefined ? row.events : [trial.event]
    const id = uuid()
    const now = deps.clock.date()
    const given = { 'user.email': input.test_email, 'event.time': now.toISOString(), ...input.data }
    const data = sampleMailData(events, deps.app, given, input.language)
    const mail = await render(by, {
      template: translation ?? row,
      design: theme && themeDesign.parse(theme.design),
      data,
      appName: deps.app.name,
      appUrl: deps.app.url,
      language: input.language ?? 'en',
    })
    const sealed = (column: 'outgoing' | 'body', { html, text }: Omit<RenderedMail, 'subject'>) =>
      sealContent(deps.crypto, id, column, { html, text, replyTo: null, headers: {}, isSerialised: true })
    await deps.transaction(async (tx) => {
      const email: NewMailRow = {
        ...originNow(),
        id,
        mapping_id: trial.mapping_id ?? null,
        template_slug: row.slug,
        template_name: row.name,
        category: 'test',
        class: 'system',
        event_name: trial.event ?? 'test.email',
        recipient_email: input.test_email,
        subject: mail.subject,
        message_id: messageIdOf(id, new URL(deps.app.url).hostname),
        outgoing: sealed('outgoing', mail),
        body: sealed('body', mail.kept),
        preferred_provider_id: trial.provider_id ?? row.provider_id,
        due_at: now,
        created_at: now,
      }
      await deps.queue(tx.db).putAll([email])
      const after = { to: input.test_email, event: trial.event ?? 'test.email', mail: id }
      await tx.audit({ action: 'email.test_sent', target: templateTarget(row), after })
    })
    return id
  }

  async function render(by: Identity, mail: MailToRender): Promise<FinishedMail> {
    try {
      return await deps.rendering.render(by.id, mail)
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      throw fail('email.template_unsound', { errors: { html_content: [complaintOfMarkup(error)] } })
    }
  }

  return { compose }
}
