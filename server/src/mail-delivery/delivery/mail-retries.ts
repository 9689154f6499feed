import { isUrgent } from '../providers/quota.ts'
import type { MailProgress } from './queue.repository.ts'
import type { ClaimedMail } from './claims.repository.ts'
import { pauseAfter } from './mail-retry-schedule.ts'
import type { DeliverMailDeps } from './deliver-mail.ts'

export function createMailRetries(deps: DeliverMailDeps) {
  /** Security e-mail is worth a possible duplicate; nothing else is. */
  function inDoubt(mail: Pick<ClaimedMail, 'class' | 'attempts'>, reason: string): MailProgress {
    if (isUrgent(mail.class)) return later(mail, reason)
    return { queue: 'done', unknown_at: deps.clock.date(), outgoing: null, error_message: reason, attempts: mail.attempts + 1 }
  }

  function later(mail: Pick<ClaimedMail, 'attempts'>, reason: string): MailProgress {
    const attempts = mail.attempts + 1
    const pause = pauseAfter(attempts, deps.random())
    return pause === undefined
      ? { queue: 'done', failed_at: deps.clock.date(), outgoing: null, error_message: reason, attempts }
      : { queue: 'due', due_at: new Date(deps.clock.now() + pause), error_message: reason, waiting_reason: 'retry', attempts }
  }

  return { later, inDoubt }
}

export type MailRetries = ReturnType<typeof createMailRetries>
