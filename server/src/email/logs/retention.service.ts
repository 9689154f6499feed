import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { FeedbackRepository } from '../delivery/feedback.repository.ts'
import type { ProvidersRepository } from '../providers/providers.repository.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import type { LogPosition, LogsRepository } from './logs.repository.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000
/** Days that quotas are kept: those of the present hour and day are all that counts. */
const quotaDays = 2
/** Days of the longest cooldown that a mapping may have, and one more. */
const cooldownDays = 366
/** Rows that one statement takes: far from what a statement may take in time, and no long lock. */
const batch = 500

/** Removes what has been kept for as long as the settings say. Mail that still waits stays, however old. */
export function createRetentionService(deps: {
  db: Db
  logs: (db: Db) => LogsRepository
  providers: (db: Db) => Pick<ProvidersRepository, 'removeOldUsage'>
  feedback: (db: Db) => Pick<FeedbackRepository, 'removeApplied'>
  settings: Pick<SettingsService, 'get'>
  clock: Clock
}) {
  const logs = deps.logs(deps.db)
  const daysAgo = (days: number) => new Date(deps.clock.now() - days * dayMilliseconds)

  /** From the oldest mail on, so that each is looked at once. */
  async function forEachBatch(before: Date, work: (ids: string[]) => Promise<void>): Promise<void> {
    let after: LogPosition | undefined
    do {
      const mails: LogPosition[] = await logs.listOldest(after, before, batch)
      if (mails.length > 0) await work(mails.map(({ id }) => id))
      after = mails.length < batch ? undefined : mails.at(-1)
    } while (after !== undefined)
  }

  return {
    async run(): Promise<void> {
      const { retention_days: days, body_retention_days: bodyDays } = await deps.settings.get()
      await forEachBatch(daysAgo(days), (ids) => logs.remove(ids))
      await forEachBatch(daysAgo(bodyDays), (ids) => logs.dropBodies(ids))
      while ((await logs.removeDecisions(daysAgo(days), daysAgo(Math.max(days, cooldownDays)), batch)) === batch);
      while ((await deps.feedback(deps.db).removeApplied(daysAgo(days), batch)) === batch);
      await deps.providers(deps.db).removeOldUsage(daysAgo(quotaDays))
    },
  }
}
