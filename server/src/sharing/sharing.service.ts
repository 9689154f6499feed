import type { CallResponse } from '@twofold/contract/endpoint'
import type { listKeys, SharePermission } from '@twofold/contract/keys'
import type { KeysService } from '../keys/keys.service.ts'
import { presentKey } from '../keys/keys.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Identity } from '../platform/http/identity.ts'
import type { Permission, SharingRepository } from './sharing.repository.ts'

/** As answers call it. */
export function presentPermission(permission: Permission): SharePermission {
  return permission === 'admin' ? 'admin' : 'view-only'
}

export function createSharingService(deps: {
  db: Db
  sharing: (db: Db) => Pick<SharingRepository, 'countPeople' | 'listVisible'>
  keys: Pick<KeysService, 'listOwn'>
  clock: Clock
}) {
  const sharing = deps.sharing(deps.db)

  return {
    /** Everything the person can see: own keys first, then what others share with them and what they may do with it. */
    async listVisible(user: Identity): Promise<CallResponse<typeof listKeys>> {
      const now = new Date(deps.clock.now())
      const [own, people, shared] = await Promise.all([
        deps.keys.listOwn(user.id),
        sharing.countPeople(user.id, now),
        sharing.listVisible(user.id, now),
      ])
      return {
        own_keys: own.map((key) => ({ ...presentKey(key), shared_with: people.get(key.id) ?? 0 })),
        shared_keys: shared.map((key) => ({
          ...presentKey(key),
          permission: presentPermission(key.permission),
          shared_by: { name: key.owner_name },
          expires_at: key.expires_at?.toISOString() ?? null,
          group: key.group_id === null ? null : { id: key.group_id, name: key.group_name ?? '' },
        })),
      }
    },
  }
}

export type SharingService = ReturnType<typeof createSharingService>
