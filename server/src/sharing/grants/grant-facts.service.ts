import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { ShareRow } from './grants.repository.ts'
import type { GrantsServiceDeps } from './grants.service.ts'

/** Milliseconds in which the end of a share can be taken back. */
const undoTime = 24 * 60 * 60 * 1000

/** The display name of a share, and the users it gives access to. */
export function createGrantFacts(deps: GrantsServiceDeps) {
  /** Shares that ended since then can be restored. */
  const undoPeriod = () => ({ since: new Date(deps.clock.now() - undoTime), now: deps.clock.date() })

  /** A share of a key that is the owner's, and locked from now on. */
  async function lockShare(tx: Tx, owner: Identity, keyId: string, id: string): Promise<ShareRow> {
    const [, share] = await Promise.all([deps.access.lock(tx.db, owner.id, keyId, 'owner'), deps.grantRows(tx.db).find(keyId, id)])
    if (share === undefined) throw fail('sharing.not_found')
    return share
  }

  async function reached(tx: Tx, share: ShareRow): Promise<string[]> {
    if (share.group_id === null) return share.recipient_id === null ? [] : [share.recipient_id]
    const members = await deps.groups(tx.db).listMembers(share.group_id)
    return members.flatMap(({ user_id: user }) => (user === null ? [] : [user]))
  }

  async function nameOf(tx: Tx, share: ShareRow): Promise<string> {
    if (share.service_account_id !== null) return deps.programs(tx.db).findShownName(share.id)
    if (share.group_id === null) return share.email ?? ''
    return (await deps.groups(tx.db).find(share.group_id))?.name ?? ''
  }

  async function keyName(tx: Tx, keyId: string): Promise<string> {
    return (await deps.grantRows(tx.db).findKeys([keyId]))[0]?.name ?? ''
  }

  return { undoPeriod, lockShare, reached, nameOf, keyName }
}

export type GrantFacts = ReturnType<typeof createGrantFacts>
