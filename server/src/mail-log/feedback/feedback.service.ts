import { hash } from 'node:crypto'
import { cutText } from '@twofold/contract/cut-text'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { SuppressionsService } from '../../mail-delivery/suppressions/suppressions.service.ts'
import type { SentMailService } from '../../mail-delivery/delivery/sent-mail.service.ts'
import type { FeedbackRepository } from './feedback.repository.ts'
import type { Feedback } from './feedback.ts'
import { providerId } from '../../mail-delivery/delivery/provider-text.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

/** Days for which feedback is parked; the provider's answer with the id takes seconds. */
const waitDays = 3
const dayMilliseconds = 24 * 60 * 60 * 1000
/** Parked feedback that one transaction applies. */
const batch = 200

type Applicable = Pick<Feedback, 'kind' | 'isPermanent' | 'isAutomatic' | 'happenedAt' | 'detail'>

export interface FeedbackServiceDeps extends Pick<ServiceDeps, 'clock' | 'transaction'> {
  feedback: (db: Db) => FeedbackRepository
  sentMail: Pick<SentMailService, 'applyTime' | 'holdMeant'>
  suppressions: Pick<SuppressionsService, 'put'>
  log: Log
}

/** Takes in what comes back. Whatever comes twice, late or in another order leads to the same end. */
export function createFeedbackService(deps: FeedbackServiceDeps) {
  return {
    /** Stores feedback and applies it, or parks it until its e-mail is known. Its time is never in the future. */
    async take(source: 'ses' | 'zeptomail' | 'tracking', reports: readonly Feedback[]): Promise<void> {
      for (const feedback of reports) {
        const reference = 'logId' in feedback.reference ? feedback.reference.logId : feedback.reference.providerMessageId
        const happenedAt = new Date(Math.min(feedback.happenedAt.getTime(), deps.clock.now()))
        await deps.transaction(async ({ db }) => {
          const repository = deps.feedback(db)
          const mail = await deps.sentMail.holdMeant(db, reference)
          const isNew = await repository.put({
            id: uuid(),
            source,
            // An id that cannot be stored would fail, and be reported again, for ever.
            source_id: providerId(feedback.sourceId) ?? hash('sha256', feedback.sourceId),
            log_id: mail?.id ?? null,
            reference,
            kind: feedback.kind,
            is_permanent: feedback.isPermanent,
            is_automatic: feedback.isAutomatic,
            detail: JSON.stringify(feedback.detail),
            happened_at: happenedAt,
            received_at: deps.clock.date(),
            applied_at: mail === undefined ? null : deps.clock.date(),
          })
          if (isNew && mail !== undefined) await apply(deps, db, mail, { ...feedback, happenedAt }, deps.clock.date())
        })
      }
    },

    /** Applies feedback that arrived before its e-mail was recorded, and drops what has been parked for three days. */
    async applyParked(): Promise<void> {
      let taken: number
      do {
        taken = await deps.transaction(async ({ db }) => {
          const repository = deps.feedback(db)
          const rows = await repository.listArrived(batch)
          for (const row of rows) {
            const mail = await deps.sentMail.holdMeant(db, row.reference ?? '')
            if (mail === undefined) continue
            await repository.markApplied(row.id, mail.id, deps.clock.date())
            const detail = row.detail as Record<string, string>
            const { kind, is_permanent: isPermanent, is_automatic: isAutomatic, happened_at: happenedAt } = row
            await apply(deps, db, mail, { kind, isPermanent, isAutomatic, happenedAt, detail }, deps.clock.date())
          }
          return rows.length
        })
      } while (taken === batch)
      const before = new Date(deps.clock.now() - waitDays * dayMilliseconds)
      let givenUp = 0
      let removed: number
      do {
        removed = await deps.transaction(({ db }) => deps.feedback(db).removeParked(before, batch))
        givenUp += removed
      } while (removed === batch)
      if (givenUp > 0) deps.log.warn({ count: givenUp }, 'providers told of mail that is not ours')
    },
  }
}

export type FeedbackService = ReturnType<typeof createFeedbackService>

async function apply(
  { sentMail, suppressions }: Pick<FeedbackServiceDeps, 'sentMail' | 'suppressions'>,
  db: Db,
  mail: { id: string; recipient_email: string },
  { kind, isPermanent, isAutomatic, happenedAt, detail }: Applicable,
  now: Date,
) {
  if (isAutomatic) return
  await sentMail.applyTime(db, mail.id, kind, happenedAt)
  const reason = kind === 'complained' ? 'complaint' : kind === 'bounced' && isPermanent ? 'bounce' : undefined
  if (reason === undefined) return
  // The address that we wrote to, and no other in the message: each e-mail has one recipient.
  await suppressions.put(db, {
    id: uuid(),
    email: mail.recipient_email,
    reason,
    detail: cutText(Object.values(detail).join(' · '), 500) || null,
    log_id: mail.id,
    created_at: now,
    listed_at: now,
  })
}
