import type { Db } from '../../platform/database.ts'
import { monthsBefore } from '../../platform/months.ts'
import { batchSize, type RetentionTask } from '../../platform/retention.ts'
import type { KeptMailService } from '../../mail-design/settings/kept-mail.service.ts'
import type { ProvidersRepository } from '../providers/providers.repository.ts'
import type { MailPosition, SentMailRepository } from './sent-mail.repository.ts'

/** Days that quotas are kept: those of the present hour and day are all that counts. */
const quotaDays = 2

/** Removes e-mails and their records after the configured time. Queued e-mail stays, however old. */
export async function listRemovableMail(deps: {
  db: Db
  sentMail: (db: Db) => SentMailRepository
  providers: (db: Db) => ProvidersRepository
  keptMail: Pick<KeptMailService, 'read'>
}): Promise<RetentionTask[]> {
  const { until, bodiesUntil, daysAgo } = await deps.keptMail.read()

  /** Walks from the oldest e-mail on, visiting each once. */
  function oldMails(before: Date, act: 'dropBodies' | 'remove'): RetentionTask {
    let after: MailPosition | undefined
    return {
      table: 'email_logs',
      async removeBatch(db) {
        const mails = await deps.sentMail(db).listOldest(after, before, batchSize)
        const ids = mails.map(({ id }) => id)
        if (ids.length > 0) await deps.sentMail(db)[act](ids)
        after = mails.at(-1) ?? after
        return mails.length === batchSize
      },
    }
  }

  return [
    monthsBefore('email_logs', until, oldMails(until, 'remove')),
    ...deps.sentMail(deps.db).removableAttempts(until),
    oldMails(bodiesUntil, 'dropBodies'),
    ...deps.providers(deps.db).removableUsage(daysAgo(quotaDays)),
    {
      table: 'email_providers',
      async removeBatch(db) {
        await deps.providers(db).removeForgotten(new Date(Math.min(until.getTime(), daysAgo(quotaDays).getTime())))
        return false
      },
    },
  ]
}
