import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { monthsBefore } from '../../platform/months.ts'
import { batchSize } from '../../platform/retention.ts'
import type { Retention, RetentionTask } from '../../platform/retention.ts'
import type { FeedbackRepository } from '../feedback/feedback.repository.ts'
import type { ProvidersService } from '../../mail-delivery/providers/providers.service.ts'
import type { SettingsService } from '../../mail-design/settings/settings.service.ts'
import type { SentMailService } from '../../mail-delivery/delivery/sent-mail.service.ts'
import type { DecisionsService } from '../../mail-rules/mappings/decisions.service.ts'
import type { LogPosition, LogsRepository } from './logs.repository.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000
/** Days that quotas are kept: those of the present hour and day are all that counts. */
const quotaDays = 2
/** Days of the longest cooldown that a mapping may have, and one more. */
const cooldownDays = 366
/** What has been kept for as long as the settings say. Mail that still waits stays, however old. */
export function createRetentionService(deps: {
  db: Db
  logs: (db: Db) => Pick<LogsRepository, 'listOldest'>
  sentMail: Pick<SentMailService, 'remove' | 'dropBodies' | 'removableAttempts'>
  decisions: Pick<DecisionsService, 'removableDecisions'>
  providers: Pick<ProvidersService, 'removableUsage' | 'removeForgotten'>
  feedback: (db: Db) => Pick<FeedbackRepository, 'removable'>
  settings: Pick<SettingsService, 'get'>
  retention: Pick<Retention, 'run'>
  clock: Clock
}) {
  const daysAgo = (days: number) => new Date(deps.clock.now() - days * dayMilliseconds)

  /** From the oldest mail on, so that each is looked at once. */
  function oldMails(before: Date, work: (db: Db, ids: string[]) => Promise<void>): RetentionTask {
    let after: LogPosition | undefined
    return {
      table: 'email_logs',
      async portion(db) {
        const mails = await deps.logs(db).listOldest(after, before, batchSize)
        if (mails.length > 0)
          await work(
            db,
            mails.map(({ id }) => id),
          )
        after = mails.at(-1) ?? after
        return mails.length === batchSize
      },
    }
  }

  return {
    async run(): Promise<void> {
      const { retention_days: days, body_retention_days: bodyDays } = await deps.settings.get()
      await deps.retention.run([
        monthsBefore('email_logs', daysAgo(days), oldMails(daysAgo(days), deps.sentMail.remove)),
        ...deps.sentMail.removableAttempts(deps.db, daysAgo(days)),
        oldMails(daysAgo(bodyDays), deps.sentMail.dropBodies),
        ...deps.decisions.removableDecisions(deps.db, daysAgo(days), daysAgo(Math.max(days, cooldownDays))),
        ...deps.feedback(deps.db).removable(daysAgo(days)),
        ...deps.providers.removableUsage(deps.db, daysAgo(quotaDays)),
      ])
      await deps.providers.removeForgotten(deps.db, daysAgo(quotaDays))
    },
  }
}
