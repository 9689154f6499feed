import { setTimeout as wait } from 'node:timers/promises'
import type { TestBody, TestOutcome } from '@twofold/contract/mail-delivery/template-trials'
import { themeDesign } from '@twofold/contract/mail-design/themes'
import { say } from '@twofold/contract/sentences/sentences'

import { v7 as uuid } from 'uuid'
import type { Clock } from '../../platform/clock.ts'
import type { Crypto } from '../../platform/crypto/crypto.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { sealContent } from '../delivery/mail-content.ts'
import { messageIdOf } from '../providers/message-id.ts'
import type { QueueRepository } from '../delivery/queue.repository.ts'
import type { FinishedMail, RenderingService } from '../../mail-design/rendering/rendering.ts'
import { templateTarget } from '../../mail-design/templates/edit-template.ts'
import { TemplateError } from '../../mail-design/markup/template-error.ts'
import type { MailToRender, RenderedMail } from '../../mail-design/markup/render.ts'
import { sampleMailData } from '../../mail-design/templates/template-variables.ts'
import type { TemplatesRepository } from '../../mail-design/templates/templates.repository.ts'
import type { TrialsRepository } from './trials.repository.ts'
import type { VersionsRepository } from '../../mail-design/templates/versions.repository.ts'

/** Milliseconds that an administrator waits for the outcome, and between two looks at it. */
const longestWait = 25_000
const lookEvery = 100

/** What is tried: a template, and where the mail is of an event, how that one is mailed. */
export interface Trial {
  template: string
  event?: string
  mapping_id?: string
  /** Before the template's own. */
  provider_id?: string | null
}

/** Mails of templates with sample values, to try them. They go the way of every mail: queue, provider, log. */
export function createTrialsService(deps: {
  db: Db
  transaction: Transaction
  templates: (db: Db) => TemplatesRepository
  versions: (db: Db) => VersionsRepository
  queue: (db: Db) => Pick<QueueRepository, 'put'>
  trials: (db: Db) => TrialsRepository
  mailProviders: { isMailAvailable: () => Promise<boolean> }
  crypto: Pick<Crypto, 'seal'>
  rendering: Pick<RenderingService, 'render'>
  app: { name: string; url: string }
  clock: Clock
}) {
  const templates = deps.templates(deps.db)
  const trials = deps.trials(deps.db)

  async function compose(by: Identity, trial: Trial, input: TestBody): Promise<string> {
    const row = await templates.find(trial.template)
    if (row === undefined) throw fail('email.template_not_found')
    if (!(await deps.mailProviders.isMailAvailable())) throw fail('email.no_provider')
    const translation = input.language === undefined ? undefined : await deps.versions(deps.db).findTranslation(row.id, input.language)
    if (input.language !== undefined && translation === undefined) throw fail('email.translation_not_found')
    const theme = row.theme_slug === null ? undefined : await templates.findTheme(row.theme_slug)
    const events = trial.event === undefined ? row.events : [trial.event]
    const id = uuid()
    const now = new Date(deps.clock.now())
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
      await deps.queue(tx.db).put({
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
      })
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
      throw fail('email.template_unsound', { errors: { html_content: [error.message] } })
    }
  }

  /** Until the mail is out, failed or waits; or the time is over. */
  async function outcomeOf(id: string) {
    const end = performance.now() + longestWait
    for (;;) {
      const mail = await trials.find(id)
      if (mail === undefined) throw fail('email.log_not_found')
      const isSettled = mail.queue === 'done' || mail.attempts > 0 || mail.waiting_reason !== null
      if (isSettled || performance.now() > end) return mail
      await wait(lookEvery)
    }
  }

  return {
    /** `queue` answers at once. `sync` waits for the outcome; `success` says whether a provider took the mail. */
    async send(by: Identity, trial: Trial, input: TestBody): Promise<TestOutcome> {
      const id = await compose(by, trial, input)
      const common = { send_method: input.send_method, email_log_id: id }
      if (input.send_method === 'queue') {
        return { ...common, success: true, ...say('test_mail.queued'), provider: null, status: 'pending' }
      }
      const mail = await outcomeOf(id)
      const isTaken = mail.status !== 'pending' && mail.status !== 'failed' && mail.status !== 'unknown'
      const why = mail.error_message ?? (mail.waiting_reason === null ? null : `it waits (${mail.waiting_reason})`)
      return {
        ...common,
        success: isTaken,
        ...(isTaken ? say('test_mail.sent') : why === null ? say('test_mail.not_taken') : say('test_mail.failed', { why })),
        provider: mail.provider_name,
        status: mail.status,
      }
    },
  }
}

export type TrialsService = ReturnType<typeof createTrialsService>
