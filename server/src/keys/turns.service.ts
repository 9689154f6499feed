import type { CallResponse } from '@twofold/contract/endpoint'
import type { giveTurnBack, takeTurn } from '@twofold/contract/codes'
import { limits } from '@twofold/contract/limits'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import { windowAt } from '../platform/otp.ts'
import type { AccessService } from './access.service.ts'
import type { LeasesRepository } from './leases.repository.ts'
import type { UsageRepository } from './usage.repository.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface TurnsServiceDeps extends Pick<ServiceDeps, 'clock' | 'transaction'> {
  leases: (db: Db) => LeasesRepository
  usage: (db: Db) => Pick<UsageRepository, 'findPeriod'>
  access: Pick<AccessService, 'require'>
}

/** Reservations of a key's next code: a courtesy among people, which prevents neither copying nor hand-outs to programs. */
export function createTurnsService(deps: TurnsServiceDeps) {
  async function findNext(db: Db, user: Identity, id: string): Promise<{ period: number; next: number }> {
    const [, found] = await Promise.all([deps.access.require(db, user.id, id, 'view'), deps.usage(db).findPeriod(id)])
    const period = found?.period ?? null
    if (found?.is_exclusive === true) throw fail('keys.exclusive')
    if (period === null) throw fail('keys.counter_based')
    return { period, next: windowAt(deps.clock.now(), period) + 1 }
  }

  return {
    /** The next window, or as many as the time of a turn needs. */
    take(user: Identity, id: string): Promise<CallResponse<typeof takeTurn>> {
      return deps.transaction(async ({ db, writeLast }) => {
        const { period, next } = await findNext(db, user, id)
        const leases = deps.leases(db)
        const now = deps.clock.date()
        const windows = Array.from({ length: Math.ceil(limits.turnSeconds / period) }, (_, index) => next + index)
        const [taken, holder] = await Promise.all([
          leases.lease({ key_id: id, time_windows: windows, kind: 'turn', user_id: user.id, leased_at: now }),
          leases.findHolder(id, next),
        ])
        if (holder?.user_id !== user.id) throw fail('keys.turn_taken', { parameters: { name: holder?.name ?? '–' } })
        writeLast(() => leases.noteTurn(id, now))
        // Somebody may already have a later one of several short windows.
        const end = windows.find((window) => window > next && !taken.has(window)) ?? next + windows.length
        const iso = (window: number) => new Date(window * period * 1000).toISOString()
        return { turn: { by: user.name, is_own: true, from: iso(next), until: iso(end) } }
      })
    },

    /** A turn that has begun stays: its code may have been typed. */
    giveBack(user: Identity, id: string): Promise<CallResponse<typeof giveTurnBack>> {
      return deps.transaction(async ({ db }) => {
        const { next } = await findNext(db, user, id)
        return { given_back: await deps.leases(db).endTurns(id, user.id, next) }
      })
    },
  }
}

export type TurnsService = ReturnType<typeof createTurnsService>
