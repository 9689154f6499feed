import type { Tx } from '../../platform/transaction.ts'
import type { ShareRow } from './grants.repository.ts'
import type { GrantsServiceDeps, ShareEnd } from './grants.service.ts'
import type { GrantFacts } from './grant-facts.service.ts'

/** A share that is about to end, and who hears of it. */
export interface EndingGrant {
  share: ShareRow
  /** The name of the key. */
  name: string
  who: string
  users: string[]
}

export function createEndGrant(deps: GrantsServiceDeps, { reached, nameOf, keyName }: GrantFacts) {
  async function describe(tx: Tx, share: ShareRow, naming = keyName(tx, share.key_id)): Promise<EndingGrant> {
    const [name, who, users] = await Promise.all([naming, nameOf(tx, share), reached(tx, share)])
    return { share, name, who, users }
  }

  /** Those of these shares that have not ended. The caller locks the keys first: the statements may travel behind the lock. */
  async function findToEnd(tx: Tx, ids: readonly { key: string; share: string }[]): Promise<EndingGrant[]> {
    const found = ids.map(async ({ key, share: id }) => {
      const [share, name] = await Promise.all([deps.grantRows(tx.db).find(key, id), keyName(tx, key)])
      return share && describe(tx, share, Promise.resolve(name))
    })
    return (await Promise.all(found)).filter((one) => one !== undefined)
  }

  /** The only place where a single share ends: records it for the owner and notifies the recipients. The caller has locked the key. */
  async function end(tx: Tx, { share, name, who, users }: EndingGrant, owner: string, { reason, by }: ShareEnd): Promise<void> {
    const detail = { name, with: who }
    await Promise.all([
      deps.grantRows(tx.db).revokeByOwner(share.id, deps.clock.date()),
      deps.activity.record(tx, { userId: owner, kind: reason === 'revoked' ? 'share_revoked' : 'share_unconfirmed', detail }),
      deps.endings.notify(tx, { users, keys: [share.key_id], reason, ...(by === undefined ? {} : { by }) }),
    ])
  }

  return { describe, findToEnd, end }
}

export type EndGrant = ReturnType<typeof createEndGrant>
