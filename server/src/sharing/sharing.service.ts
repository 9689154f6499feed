import type { CallResponse } from '@twofold/contract/endpoint'
import type { listKeys, SharePermission } from '@twofold/contract/keys'
import { presentKey } from '../keys/keys.service.ts'
import type { Db } from '../platform/database.ts'
import type { Permission, SessionWithKeys, SharingRepository } from './sharing.repository.ts'

/** As answers call it. */
export function presentPermission(permission: Permission): SharePermission {
  return permission === 'admin' ? 'admin' : 'view-only'
}

export function createSharingService(deps: { db: Db; sharing: (db: Db) => Pick<SharingRepository, 'findSessionWithKeys'> }) {
  return {
    /** For the route, which checks the session. */
    findSession: deps.sharing(deps.db).findSessionWithKeys,

    /** Everything the session's person can see: own keys first, then what others share with them and what they may do with it. */
    listVisible({ own_keys: own, shared_keys: shared }: SessionWithKeys): CallResponse<typeof listKeys> {
      return {
        own_keys: own.map((key) => ({ ...presentKey(timed(key)), shared_with: key.people })),
        shared_keys: shared.map((key) => ({
          ...presentKey(timed(key)),
          permission: presentPermission(key.permission),
          shared_by: { name: key.owner_name },
          expires_at: key.expires_at === null ? null : new Date(key.expires_at).toISOString(),
          group: key.group_id === null ? null : { id: key.group_id, name: key.group_name ?? '' },
        })),
      }
    },
  }
}

const timed = <Key extends { created_at: string }>(key: Key) => ({ ...key, created_at: new Date(key.created_at) })

export type SharingService = ReturnType<typeof createSharingService>
