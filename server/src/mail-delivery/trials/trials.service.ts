import { setTimeout as wait } from 'node:timers/promises'
import type { TestBody, TestOutcome } from '@twofold/contract/mail-delivery/template-trials'
import { say, sayDone } from '@twofold/contract/sentences/sentences'
import type { Crypto } from '../../platform/crypto/crypto.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { QueueRepository } from '../delivery/queue.repository.ts'
import type { RenderingService } from '../../mail-design/rendering/rendering.ts'
import type { StoredTemplatesService } from '../../mail-design/templates/stored-templates.service.ts'
import type { TrialsRepository } from './trials.repository.ts'
import { createTrialMessages } from './trial-messages.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

/** Milliseconds that an administrator waits for the outcome, and between two looks at it. */
const longestWait = 25_000

const lookEvery = 100

/** The tested template, and the event's mapping if the e-mail is for one. */
export interface Trial {
  template: string
  event?: string
  mapping_id?: string
  /** Overrides the template's own. */
  provider_id?: string | null
}

export interface TrialsServiceDeps extends ServiceDeps {
  templates: StoredTemplatesService
  queue: (db: Db) => Pick<QueueRepository, 'putAll'>
  trials: (db: Db) => TrialsRepository
  mailProviders: { isMailAvailable: () => Promise<boolean> }
  crypto: Pick<Crypto, 'seal'>
  rendering: Pick<RenderingService, 'render'>
  app: { name: string; url: string }
}

/** Test e-mails of templates with sample values. They go the way of every e-mail: queue, provider, log. */
export function createTrialsService(deps: TrialsServiceDeps) {
  const { compose } = createTrialMessages(deps)
  const trials = deps.trials(deps.db)

  /** Polls until the e-mail is sent, has failed or waits, or the time is up. */
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
    /** `queue` answers at once. `sync` waits for the outcome; `success` says whether a provider accepted the e-mail. */
    async send(by: Identity, trial: Trial, input: TestBody): Promise<TestOutcome> {
      const id = await compose(by, trial, input)
      const common = { send_method: input.send_method, email_log_id: id }
      if (input.send_method === 'queue') {
        return { ...common, ...sayDone('test_mail.queued'), provider: null, status: 'pending' }
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
