import type { Tx } from '../../platform/transaction.ts'
import type { ShareRow } from './grants.repository.ts'
import type { GrantsServiceDeps, ShareEnd } from './grants.service.ts'
import type { GrantFacts } from './grant-facts.service.ts'

/** Ends a single share. */
export function createEndGrant(deps: GrantsServiceDeps, { reached, nameOf, keyName }: GrantFacts) {
  /** The only place where a single share ends: records it for the owner and notifies the recipients. The caller has locked the key. */
  async function end(tx: Tx, share: ShareRow, owner: string, { reason, by }: ShareEnd): Promise<{ who: string }> {
    const who = await nameOf(tx, share)
    const users = await reached(tx, share)
    const [name] = await Promise.all([keyName(tx, share.key_id), deps.grantRows(tx.db).revokeByOwner(share.id, deps.clock.date())])
    const detail = { name, with: who }
    await deps.activity.record(tx, { userId: owner, kind: reason === 'revoked' ? 'share_revoked' : 'share_unconfirmed', detail })
    await deps.endings.notify(tx, { users, keys: [share.key_id], reason, ...(by === undefined ? {} : { by }) })
    return { who }
  }

  return { end }
}

export type EndGrant = ReturnType<typeof createEndGrant>
