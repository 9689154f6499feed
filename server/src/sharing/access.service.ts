import type { CallResponse } from '@twofold/contract/endpoint'
import type { listKeys, SharePermission } from '@twofold/contract/keys'
import { presentKey } from '../keys/keys.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { mayUseKey } from '../platform/http/principal.ts'
import type { Principal } from '../platform/http/principal.ts'
import type { Permission } from './grants.repository.ts'
import type { SessionWithKeys, VisibleKeysRepository } from './access.repository.ts'

/** As answers call it. */
export function presentPermission(permission: Permission): SharePermission {
  return permission === 'admin' ? 'admin' : 'view-only'
}

export function createVisibleKeysService(deps: { db: Db; clock: Clock; visibleKeys: (db: Db) => VisibleKeysRepository }) {
  return {
    /** For the route, which checks the session. */
    findSession: deps.visibleKeys(deps.db).findSessionWithKeys,

    /** Everything the session's person can see: own keys first, then what others share with them and what they may do with it. */
    listVisible({ own_keys: all, shared_keys: allShared }: SessionWithKeys, principal: Principal): CallResponse<typeof listKeys> {
      const [own, shared] = [all.filter(({ id }) => mayUseKey(principal, id)), allShared.filter(({ id }) => mayUseKey(principal, id))]
      return {
        own_keys: own.map((key) => ({ ...presentListed(key), shared_with: key.people })),
        shared_keys: shared.map((key) => ({
          ...presentListed(key),
          permission: presentPermission(key.permission),
          shared_by: { name: key.owner_name },
          expires_at: key.expires_at === null ? null : new Date(key.expires_at).toISOString(),
          group: key.group_id === null ? null : { id: key.group_id, name: key.group_name ?? '' },
        })),
      }
    },

    /** What a service account takes codes of, in the same shape: nothing is its own. */
    async listForProgram(principal: Principal): Promise<CallResponse<typeof listKeys>> {
      const id = principal.serviceAccount?.id
      const keys = id === undefined ? [] : await deps.visibleKeys(deps.db).listOfServiceAccount(id, new Date(deps.clock.now()))
      return {
        own_keys: [],
        shared_keys: keys
          .filter((key) => mayUseKey(principal, key.id))
          .map((key) => ({
            ...presentKey({ ...key, favourite: false }),
            copied_at: null,
            permission: presentPermission('view'),
            shared_by: { name: key.owner_name },
            expires_at: key.expires_at?.toISOString() ?? null,
            group: null,
          })),
      }
    },
  }
}

type ListedKey = SessionWithKeys['own_keys'][number] | SessionWithKeys['shared_keys'][number]

const presentListed = (key: ListedKey) => ({
  ...presentKey({ ...key, created_at: new Date(key.created_at) }),
  copied_at: key.copied_at === null ? null : new Date(key.copied_at).toISOString(),
  ...(key.groups === null ? {} : { groups: key.groups }),
})

export type VisibleKeysService = ReturnType<typeof createVisibleKeysService>
