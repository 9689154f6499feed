import { limits } from '@twofold/contract/limits'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { ShareRow } from './grants.repository.ts'
import type { GrantsServiceDeps } from './grants.service.ts'
import type { GrantFacts } from './grant-facts.service.ts'

/** Restores shares that ended. */
export function createGrantRestoration(deps: GrantsServiceDeps, { undoPeriod, reached, nameOf, keyName }: GrantFacts) {
  /** A person who proved the address after the share ended gets it now. */
  async function reachProven(tx: Tx, owner: Identity, share: ShareRow): Promise<ShareRow> {
    if (share.recipient_id !== null || share.email_normalized === null) return share
    const account = await deps.invitations.findAccount(tx, share.email_normalized)
    if (account?.is_proven !== true || account.id === owner.id) return share
    await deps.grantRows(tx.db).change(share.id, { recipient_id: account.id })
    return { ...share, recipient_id: account.id }
  }

  /** `locking`: until then the key may still change. */
  async function giveAgain(
    tx: Tx,
    owner: Identity,
    ids: { key: string; share: string },
    locking?: Promise<unknown>,
  ): Promise<ShareRow | undefined> {
    const rows = deps.grantRows(tx.db)
    const [, count, name] = await Promise.all([locking, rows.countOf(ids.key), keyName(tx, ids.key)])
    if (count >= limits.sharesPerKey) throw fail('sharing.limit_reached', { parameters: { limit: limits.sharesPerKey } })
    const revived = await rows.revive(ids.key, ids.share, undoPeriod())
    if (revived === undefined) return undefined
    const share = await reachProven(tx, owner, revived)
    await deps.activity.record(tx, { userId: owner.id, kind: 'share_given_again', detail: { name, with: await nameOf(tx, share) } })
    const notice = { keys: [name], permission: share.permission, expiresAt: share.expires_at }
    for (const user of await reached(tx, share)) if (user !== owner.id) await deps.invitations.notifyShared(tx, owner, user, notice)
    return share
  }

  return {
    async restore(owner: Identity, keyId: string, id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const locking = deps.access.lock(tx.db, owner.id, keyId, 'owner')
        const share = await giveAgain(tx, owner, { key: keyId, share: id }, locking)
        if (share === undefined) throw fail('sharing.cannot_undo')
        return say('share.given_again', { who: await nameOf(tx, share) })
      })
    },
    /** Restores an ended share if nothing prevents it. The caller has locked the key, which must be the owner's. */
    giveAgain: async (tx: Tx, owner: Identity, ids: { key: string; share: string }): Promise<boolean> =>
      (await giveAgain(tx, owner, ids)) !== undefined,
  }
}
