import { limits } from '@twofold/contract/limits'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { ShareRow } from './grants.repository.ts'
import type { GrantsServiceDeps } from './grants.service.ts'
import type { GrantFacts } from './grant-facts.service.ts'

/** A locked key, and how many shares it has. */
export interface KeyWithRoom {
  id: string
  name: string
  shares: number
}

export function createGrantRestoration(deps: GrantsServiceDeps, { undoPeriod, reached, nameOf, keyName }: GrantFacts) {
  /** A person who proved the address after the share ended gets it now. */
  async function reachProven(tx: Tx, owner: Identity, share: ShareRow): Promise<ShareRow> {
    if (share.recipient_id !== null || share.email_normalized === null) return share
    const account = await deps.invitations.findAccount(tx, share.email_normalized)
    if (account?.is_proven !== true || account.id === owner.id) return share
    await deps.grantRows(tx.db).change(share.id, { recipient_id: account.id })
    return { ...share, recipient_id: account.id }
  }

  /** The caller locks the key first: the statements may travel behind the lock. */
  async function findKey(tx: Tx, id: string): Promise<KeyWithRoom> {
    const [shares, name] = await Promise.all([deps.grantRows(tx.db).countOf(id), keyName(tx, id)])
    return { id, shares, name }
  }

  /** Counts the share in `key`. Undefined: the share cannot come back. */
  async function revive(tx: Tx, owner: Identity, key: KeyWithRoom, id: string): Promise<ShareRow | undefined> {
    if (key.shares >= limits.sharesPerKey) throw fail('sharing.limit_reached', { parameters: { limit: limits.sharesPerKey } })
    const revived = await deps.grantRows(tx.db).revive(key.id, id, undoPeriod())
    if (revived === undefined) return undefined
    key.shares += 1
    return reachProven(tx, owner, revived)
  }

  async function notify(tx: Tx, owner: Identity, { name }: KeyWithRoom, share: ShareRow): Promise<void> {
    await deps.activity.record(tx, { userId: owner.id, kind: 'share_given_again', detail: { name, with: await nameOf(tx, share) } })
    const notice = { keys: [name], permission: share.permission, expiresAt: share.expires_at }
    for (const user of await reached(tx, share)) if (user !== owner.id) await deps.invitations.notifyShared(tx, owner, user, notice)
  }

  return {
    async restore(owner: Identity, keyId: string, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const [, key] = await Promise.all([deps.access.lock(tx.db, owner.id, keyId, 'owner'), findKey(tx, keyId)])
        const share = await revive(tx, owner, key, id)
        if (share === undefined) throw fail('sharing.cannot_undo')
        await notify(tx, owner, key, share)
        return say('share.given_again', { who: await nameOf(tx, share) })
      })
    },
    findKeysToShare: (tx: Tx, ids: readonly string[]): Promise<KeyWithRoom[]> => Promise.all(ids.map((id) => findKey(tx, id))),
    /**
     * Restores an ended share if nothing prevents it. The caller has locked the key, which must be the owner's. Answers a function that notifies
     * the recipients; undefined: the share cannot come back.
     */
    async giveAgain(tx: Tx, owner: Identity, key: KeyWithRoom, id: string): Promise<(() => Promise<void>) | undefined> {
      const share = await revive(tx, owner, key, id)
      return share && (() => notify(tx, owner, key, share))
    },
  }
}
