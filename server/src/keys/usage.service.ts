import type { CallResponse } from '@twofold/contract/endpoint'
import { defaultPageSize } from '@twofold/contract/paging'
import type { copiedCode } from '@twofold/contract/codes'
import type { keyUsage } from '@twofold/contract/usage'
import { v7 as uuid } from 'uuid'
import type { Db } from '../platform/database.ts'
import { paged } from '../platform/paging.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Log } from '../platform/log.ts'
import { longestTaken, windowAt } from '../platform/otp.ts'
import type { Tx } from '../platform/transaction.ts'
import type { AccessService } from './access.service.ts'
import type { LeasesRepository } from './leases.repository.ts'
import type { CopyRow, UsageRepository } from './usage.repository.ts'
import type { RetentionTask } from '../platform/retention.ts'
import { createShownCodes } from './shown-codes.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

const hour = 60 * 60 * 1000
const keptFor = 365 * 24 * hour
/** Days whose copies are counted. */
const countedDays = 30
/** Milliseconds after which the holder of a window is irrelevant: longer than a clock is ever set back. */
const leasesKeptFor = 24 * hour

/** By a person or a service account. */
export type TakenBy = Pick<CopyRow, 'user_id' | 'service_account_id' | 'reason'>

export interface UsageServiceDeps extends ServiceDeps {
  usage: (db: Db) => UsageRepository
  leases: (db: Db) => LeasesRepository
  access: Pick<AccessService, 'require'>
  log: Log
}

export function createUsageService(deps: UsageServiceDeps) {
  const shownCodes = createShownCodes(deps)

  return {
    /** For a single shown code, in the transaction that shows it. */
    recordShown: (tx: Pick<Tx, 'db'>, userId: string, keyId: string): Promise<void> =>
      deps.usage(tx.db).putShown([{ user_id: userId, key_id: keyId, shown_at: deps.clock.date() }]),

    /** Records a code handed out exclusively as copied, so that lists of codes show its holder. The window is leased already. */
    async recordTaken({ db }: Pick<Tx, 'db'>, by: TakenBy, keyId: string, timeWindow: number | null): Promise<void> {
      const at = deps.clock.date()
      const usage = deps.usage(db)
      const { user_id, service_account_id, reason } = by
      await Promise.all([
        user_id === null ? undefined : usage.putShown([{ user_id, key_id: keyId, shown_at: at }]),
        usage.putCopy({ id: uuid(), key_id: keyId, user_id, service_account_id, time_window: timeWindow, reason, copied_at: at }),
      ])
    },

    /** The last person or program that took or copied a code. Access must be checked by the caller. */
    findLastTaker: (keyId: string) => deps.usage(deps.db).findLastTaker(keyId),

    noteShown: shownCodes.note,
    flush: shownCodes.flush,

    /** If several people copy the same code at once, all but the first get the answer that it is taken. */
    async recordCopied(user: Identity, id: string, which: 'current' | 'next'): Promise<CallResponse<typeof copiedCode>> {
      return deps.transaction(async (tx) => {
        const time = deps.clock.now()
        const usage = deps.usage(tx.db)
        const [, found] = await Promise.all([deps.access.require(tx.db, user.id, id, 'view'), usage.findPeriod(id)])
        if (found?.is_exclusive === true) throw fail('keys.exclusive')
        const period = found?.period ?? null
        const timeWindow = period === null ? null : windowAt(time, period) + (which === 'next' ? 1 : 0)
        const copiedAt = new Date(time)
        const [outcome] = await Promise.all([
          timeWindow === null ? {} : claim(deps, tx.db, { user, keyId: id, timeWindow, at: copiedAt }),
          usage.putCopy({
            id: uuid(),
            key_id: id,
            user_id: user.id,
            service_account_id: null,
            time_window: timeWindow,
            reason: null,
            copied_at: copiedAt,
          }),
          // Behind the key, which the copy locks: the next code of a counter records who was shown it in that order.
          usage.putShown([{ user_id: user.id, key_id: id, shown_at: copiedAt }]),
        ])
        return { copied_at: copiedAt.toISOString(), ...outcome }
      })
    },

    async list(user: Identity, id: string, page: number): Promise<CallResponse<typeof keyUsage>> {
      await shownCodes.flush()
      const before = (page - 1) * defaultPageSize
      const usage = deps.usage(deps.db)
      const [, { rows, total }, copies] = await Promise.all([
        deps.access.require(deps.db, user.id, id, 'owner'),
        usage.list(id, defaultPageSize, before),
        usage.countCopies(id, deps.clock.date(), countedDays),
      ])
      const data = rows.map(({ kind, user_id: userId, name, email, reason, at }) => ({
        kind,
        person: { name, email, is_owner: userId === user.id },
        reason,
        at: at.toISOString(),
      }))
      return { ...paged(data, { page, perPage: defaultPageSize, total }), copies }
    },

    removable: (): RetentionTask[] => [
      ...deps.usage(deps.db).removable(new Date(deps.clock.now() - keptFor)),
      ...deps.leases(deps.db).removable(new Date(deps.clock.now() - leasesKeptFor)),
    ],
  }
}

/** Records the first user who copies the code of a window. Later users see who that was, and can still copy the code. */
async function claim(
  deps: Pick<UsageServiceDeps, 'leases' | 'usage'>,
  db: Db,
  { user, keyId, timeWindow, at }: { user: Identity; keyId: string; timeWindow: number; at: Date },
): Promise<Omit<CallResponse<typeof copiedCode>, 'copied_at'>> {
  const leases = deps.leases(db)
  const claimed = await leases.lease({ key_id: keyId, time_windows: [timeWindow], kind: 'copy', user_id: user.id, leased_at: at })
  if (claimed.has(timeWindow)) return {}
  const taker = await deps.usage(db).findTaker({ keyId, userId: user.id, timeWindow }, new Date(at.getTime() - longestTaken))
  if (taker !== undefined) return { taken_by: taker.name, taken_at: taker.copied_at.toISOString() }
  const holder = await leases.findHolder(keyId, timeWindow)
  return holder?.kind !== 'turn' || holder.user_id === user.id || holder.name === null ? {} : { reserved_by: holder.name }
}

export type UsageService = ReturnType<typeof createUsageService>
