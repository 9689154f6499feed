import type { CallResponse } from '@twofold/contract/endpoint'
import type { listKeys } from '@twofold/contract/keys'
import { presentKey } from '../keys/keys.service.ts'
import type { KeysService } from '../keys/keys.service.ts'
import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Identity } from '../platform/http/identity.ts'
import type { Transaction } from '../platform/transaction.ts'
import type { SharingRepository } from './sharing.repository.ts'

export function createSharingService(deps: {
  db: Db
  transaction: Transaction
  sharing: (db: Db) => SharingRepository
  keys: Pick<KeysService, 'listOwn'>
  activity: Pick<ActivityService, 'record'>
  clock: Clock
}) {
  const sharing = deps.sharing(deps.db)

  return {
    /** Gives an account access to a key at a level, until a time or without end. The caller has checked that `by` may. */
    async grant(share: {
      key: { id: string; name: string }
      to: string
      permission: 'admin' | 'view'
      expiresAt: Date | null
      by: Identity
    }) {
      await deps.transaction(async (tx) => {
        await deps.sharing(tx.db).put({
          id: uuid(),
          key_id: share.key.id,
          recipient_id: share.to,
          permission: share.permission,
          granted_by: share.by.id,
          created_at: new Date(deps.clock.now()),
          expires_at: share.expiresAt,
        })
        await deps.activity.record(tx, {
          userId: share.to,
          kind: 'share_received',
          actor: { id: share.by.id, name: share.by.name },
          detail: { name: share.key.name },
        })
        await tx.emit('key.shared', {
          to: { user_id: share.to },
          data: {
            'key.name': share.key.name,
            'share.permission': share.permission,
            'share.by': share.by.name,
            'share.expires_at': share.expiresAt?.toISOString() ?? '',
          },
        })
      })
    },

    /** Everything the person can see: own keys first, then what others share with them and what they may do with it. */
    async listVisible(user: Identity): Promise<CallResponse<typeof listKeys>> {
      const now = new Date(deps.clock.now())
      const [own, recipients, shared] = await Promise.all([
        deps.keys.listOwn(user.id),
        sharing.countRecipients(user.id, now),
        sharing.findLiveFor(user.id, now),
      ])
      return {
        own_keys: own.map((key) => ({ ...presentKey(key), shared_with: recipients.get(key.id) ?? 0 })),
        shared_keys: shared.map((key) => ({
          ...presentKey(key),
          permission: key.permission === 'admin' ? 'admin' : 'view-only',
          shared_by: { name: key.owner_name },
          expires_at: key.expires_at?.toISOString() ?? null,
        })),
      }
    },
  }
}

export type SharingService = ReturnType<typeof createSharingService>
