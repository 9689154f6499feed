import type { CallResponse } from '@twofold/contract/endpoint'
import type { listKeys } from '@twofold/contract/keys'
import { presentKey } from '../../platform/listed-key.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Opened } from '../../platform/identity.ts'
import { readRows } from '../../platform/gathered-reads.ts'
import { mayUseKey, type Principal } from '../../platform/principal.ts'
import { createKnownKeys } from './known-keys.ts'
import { presentPermission, presentVisibleKeys } from './present-visible-keys.ts'
import { seenKeysOf, type SessionWithKeys, type VisibleKeysRepository } from './visible-keys.repository.ts'

export function createVisibleKeysService(deps: { db: Db; clock: Clock; visibleKeys: (db: Db) => VisibleKeysRepository }) {
  const visible = deps.visibleKeys(deps.db)
  const known = createKnownKeys({ clock: deps.clock, read: (ids) => readRows(deps.db, ids.length, () => visible.readVersions(ids)) })

  return {
    /** For the route, which checks the session. */
    findSession: (tokenHash: Buffer, now: Date, by?: Opened): Promise<SessionWithKeys | undefined> =>
      visible.findSessionWithKeys({ tokenHash, now }, by),

    /** Everything the session's person can see: own keys first, then what others share with them and what they may do with it. */
    async listVisible(found: SessionWithKeys, principal: Principal): Promise<CallResponse<typeof listKeys>> {
      const seen = seenKeysOf(found).filter(({ id }) => mayUseKey(principal, id))
      return presentVisibleKeys(found, await known(seen))
    },

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
