import type { CallResponse } from '@twofold/contract/endpoint'
import type { listKeys } from '@twofold/contract/keys'
import { presentKey } from '../../platform/listed-key.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Opened } from '../../platform/identity.ts'
import { mayUseKey, type Principal } from '../../platform/principal.ts'
import { presentPermission, presentVisibleKeys } from './present-visible-keys.ts'
import type { SessionWithKeys, VisibleKeysRepository } from './visible-keys.repository.ts'

export function createVisibleKeysService(deps: { db: Db; clock: Clock; visibleKeys: (db: Db) => VisibleKeysRepository }) {
  const visible = deps.visibleKeys(deps.db)

  return {
    /** For the route, which checks the session. */
    findSession: (tokenHash: Buffer, now: Date, by?: Opened): Promise<SessionWithKeys | undefined> =>
      visible.findSessionWithKeys({ tokenHash, now }, by),

    /** Everything the session's person can see: own keys first, then what others share with them and what they may do with it. */
    listVisible: (found: SessionWithKeys, principal: Principal): CallResponse<typeof listKeys> =>
      presentVisibleKeys(found, (id) => mayUseKey(principal, id)),

    /** The keys that a service account takes codes of, in the same shape: it owns none. */
    async listForProgram(principal: Principal): Promise<CallResponse<typeof listKeys>> {
      const id = principal.serviceAccount?.id
      const keys = id === undefined ? [] : await visible.listOfServiceAccount(id, deps.clock.date())
      return {
        own_keys: [],
        shared_keys: keys
          .filter((key) => mayUseKey(principal, key.id))
          .map((key) => ({
            ...presentKey(key, { favourite: false }),
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

export type VisibleKeysService = ReturnType<typeof createVisibleKeysService>
