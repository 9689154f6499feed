import { v7 as uuid } from 'uuid'
import type { OwnershipService } from '../../keys/ownership.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { OffersRepository } from './offers.repository.ts'
import type { GrantsRepository } from '../grants/grants.repository.ts'
import { hasExpired, longerOf } from '../grants/expiry.ts'

type Members = Awaited<ReturnType<GrantsRepository['listThroughGroups']>>

export interface HandOverServiceDeps {
  grantRows: (db: Db) => GrantsRepository
  offers: (db: Db) => Pick<OffersRepository, 'voidOf'>
  ownership: Pick<OwnershipService, 'change'>
  clock: Clock
}

/** Transfers a key to another owner. Recipients keep their shares; the former owner loses access. */
export function createHandOverService(deps: HandOverServiceDeps) {
  /** Groups are their owner's: what one had stays with its members, each by a share that the new owner can end. */
  async function keepMembers(tx: Tx, keyId: string, owner: { from: string; to: string }, members: Members): Promise<void> {
    const now = deps.clock.date()
    const rows = deps.grantRows(tx.db)
    for (const had of members) {
      if (had.recipient_id === owner.to || had.recipient_id === owner.from) continue
      const known = await rows.findOfMember(keyId, { userId: had.recipient_id, normalized: had.email_normalized ?? '' })
      if (known === undefined || hasExpired(known, now)) {
        if (known !== undefined) await rows.revoke(known.id, now)
        await rows.put({ ...had, id: uuid(), group_id: null, granted_by: owner.to, created_at: now })
        continue
      }
      await rows.change(known.id, {
        ...(known.recipient_id === null && had.recipient_id !== null ? { recipient_id: had.recipient_id } : {}),
        ...longerOf(known, had),
      })
    }
  }

  /** Runs in the transaction of an authorized caller who has locked the key. Answers the key's name. */
  async function changeOwner(tx: Tx, keyId: string, owner: { from: string; to: string }): Promise<{ name: string }> {
    const rows = deps.grantRows(tx.db)
    const now = deps.clock.date()
    const [changed, , members] = await Promise.all([
      deps.ownership.change(tx, keyId, owner.to),
      rows.lockMembers(keyId),
      rows.listThroughGroups(keyId, now),
    ])
    await keepMembers(tx, keyId, owner, members)
    await Promise.all([
      rows.revokeGroupShares(keyId, now),
      // Shares to the new owner, or waiting for their address, would list their own key as somebody else's.
      rows.revokeOwners(keyId, owner.to, now),
      rows.revokeWaiting(keyId, owner.to, now),
      // The former owner's offers are void.
      deps.offers(tx.db).voidOf(keyId),
    ])
    return changed
  }

  return { changeOwner }
}

export type HandOverService = ReturnType<typeof createHandOverService>
