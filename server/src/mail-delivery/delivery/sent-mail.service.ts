import type { Db } from '../../platform/database.ts'
import { offerMethods } from '../../platform/offer-methods.ts'
import type { HeldRepository } from './held.repository.ts'
import type { NewMailRow, QueueRepository } from './queue.repository.ts'
import type { ResendableMail, SentMail, SentMailRepository } from './sent-mail.repository.ts'

export type { HeldChoice } from './held.repository.ts'

/** An e-mail on its way into the queue. */
export type NewMail = NewMailRow

/** An e-mail in the queue or in the log. */
export type { ResendableMail, SentMail }

/** Methods on e-mail rows for nouns that resend e-mail or process feedback. */
export const createSentMailService = ({
  queue,
  records,
}: {
  queue: (db: Db) => QueueRepository
  records: (db: Db) => SentMailRepository
}) => ({
  ...offerMethods(queue, 'listKeys', 'put'),
  ...offerMethods(records, 'applyTime', 'findTracked', 'holdMeant', 'listResendable', 'lock', 'resolve'),
})

/** Methods on e-mail held back by a restore. */
export const createHeldMailService = (held: (db: Db) => HeldRepository) => offerMethods(held, 'count', 'discard', 'list', 'release')

export type SentMailService = ReturnType<typeof createSentMailService>
export type HeldMailService = ReturnType<typeof createHeldMailService>
