import type { ActivityService } from '../../accounts/activity.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Tx } from '../../platform/transaction.ts'
import { nameKeys, wordKeys } from '../../keys/name-keys.ts'
import type { HeldKeysRepository } from './held-keys.repository.ts'

export interface Ending {
  /** People who may have lost access. */
  users: string[]
  keys: string[]
  /** `unconfirmed`: its owner did not confirm it in a review. */
  reason: 'revoked' | 'expired' | 'unconfirmed'
  /** The actor; absent: none. */
  by?: { id: string; name: string }
}

/** Tells people that a share has ended, in the transaction that ended it, and only those who have no other way to the key. */
export function createLostAccessNotices(deps: {
  grantRows: (db: Db) => Pick<HeldKeysRepository, 'findKeys' | 'listStillVisible'>
  activity: Pick<ActivityService, 'record'>
  clock: Clock
}) {
  return {
    async notify(tx: Tx, { users, keys: keyIds, reason, by }: Ending): Promise<void> {
      if (users.length === 0 || keyIds.length === 0) return
      const rows = deps.grantRows(tx.db)
      const [found, still] = await Promise.all([rows.findKeys(keyIds), rows.listStillVisible(users, keyIds, deps.clock.date())])
      const keys = found.filter(({ deleted_at: deletedAt }) => deletedAt === null)
      const has = new Set(still.map((pair) => `${pair.user_id} ${pair.key_id}`))
      for (const user of new Set(users)) {
        const lost = keys.filter(({ id, owner_id: owner }) => owner !== user && !has.has(`${user} ${id}`))
        if (lost.length === 0) continue
        const names = lost.map(({ name }) => name)
        const kind = reason === 'expired' ? 'share_expired' : 'share_ended'
        await deps.activity.record(tx, {
          userId: user,
          kind,
          detail: { name: nameKeys(names) },
          ...(by === undefined ? {} : { actor: by }),
        })
        await tx.emit('key.share.revoked', {
          to: { user_id: user },
          data: { 'key.name': wordKeys(names), 'share.by': lost[0]?.owner_name ?? '', 'share.reason': reason },
        })
      }
    },
  }
}

export type LostAccessNotices = ReturnType<typeof createLostAccessNotices>
