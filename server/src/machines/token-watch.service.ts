import type { ActivityKind } from '@twofold/contract/activity-kinds'
import { tokenLimits } from '@twofold/contract/tokens'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Db } from '../platform/database.ts'
import type { RetentionTask } from '../platform/retention.ts'
import type { TokenWatchRepository, WatchedToken } from './token-watch.repository.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

const day = 24 * 60 * 60 * 1000

/** Days before its end at which a token's people are reminded. */
const reminders = [3, 14]
/** Days that are left to rotate a token, or to save a rule again, whose maker manages its service account no longer. */
const formerManagerDays = 7
/** Days for which tokens that have ended are kept, for those who ask what a program once used. */
const keptDays = 90
/** Tokens in one transaction. */
const batchSize = 100

export interface TokenWatchDeps extends ServiceDeps {
  watch: (db: Db) => TokenWatchRepository
  activity: Pick<ActivityService, 'record'>
}

/** Reminds of expiring tokens, reports unused ones, and ends those that should not continue. Runs daily; idempotent. */
export function createTokenWatch(deps: TokenWatchDeps) {
  async function each(
    kind: ActivityKind,
    detail: Record<string, string>,
    take: (rows: TokenWatchRepository) => Promise<WatchedToken[]>,
    event?: 'token.expiring' | 'token.revoked',
  ) {
    for (;;) {
      const taken = await deps.transaction(async (tx) => {
        const tokens = await take(deps.watch(tx.db))
        for (const { id, name, service_account_name: account, people } of tokens) {
          if (event !== undefined) await tx.publish(event, { token_id: id })
          for (const userId of people)
            await deps.activity.record(tx, { userId, kind, detail: { ...detail, name: account === null ? name : `${account}: ${name}` } })
        }
        return tokens.length
      })
      if (taken < batchSize) return
    }
  }

  return {
    async look(): Promise<void> {
      const time = deps.clock.now()
      const now = new Date(time)
      const inDays = (days: number) => new Date(time + days * day)
      await each(
        'token_ended_unused',
        { days: String(tokenLimits.unusedEndsDays) },
        (rows) => rows.revokeUnused(inDays(-tokenLimits.unusedEndsDays), now, batchSize),
        'token.revoked',
      )
      await each('token_ends_with_manager', { days: String(formerManagerDays) }, (rows) =>
        rows.endOfFormerManagers(inDays(formerManagerDays), now, batchSize),
      )
      await each('trust_ends_with_manager', { days: String(formerManagerDays) }, (rows) =>
        rows.endTrustsOfFormerManagers(inDays(formerManagerDays), batchSize),
      )
      // The nearest first: who is reminded of 3 days is not reminded of 14 as well.
      for (const days of reminders)
        await each('token_expires', { days: String(days) }, (rows) => rows.takeEnding(days, inDays(days), now, batchSize), 'token.expiring')
      await each('token_unused', { days: String(tokenLimits.unusedNoticedDays) }, (rows) =>
        rows.takeUnused(inDays(-tokenLimits.unusedNoticedDays), now, batchSize),
      )
    },

    removable: (): RetentionTask[] => deps.watch(deps.db).removable(new Date(deps.clock.now() - keptDays * day)),
  }
}
