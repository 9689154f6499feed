import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../accounts/activity.service.ts'
import { normalizeEmail } from '../accounts/email-address.ts'
import type { AccessService } from '../keys/access.service.ts'
import type { OwnershipService } from '../keys/ownership.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { failField } from '../platform/fail.ts'
import type { Identity } from '../platform/http/identity.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import type { InvitationsService } from './invitations.service.ts'
import type { SharingRepository } from './sharing.repository.ts'

export interface TransferServiceDeps {
  transaction: Transaction
  sharing: (db: Db) => SharingRepository
  access: Pick<AccessService, 'lock'>
  ownership: Pick<OwnershipService, 'change'>
  invitations: Pick<InvitationsService, 'holdAccounts' | 'findRecipient' | 'tellShared'>
  activity: Pick<ActivityService, 'record'>
  clock: Clock
}

/** A key that changes hands. Whom it was shared with keeps it; the former owner has it no more. */
export function createTransferService(deps: TransferServiceDeps) {
  /** Groups are their owner's: what one had stays with its members, each by a share that the new owner can end. */
  async function keepMembers(tx: Tx, keyId: string, owner: { from: string; to: string }): Promise<void> {
    const now = new Date(deps.clock.now())
    const sharing = deps.sharing(tx.db)
    for (const had of await sharing.listThroughGroups(keyId, now)) {
      if (had.recipient_id === owner.to || had.recipient_id === owner.from) continue
      const known = await sharing.findWith(keyId, { normalized: had.email_normalized ?? '' })
      if (known === undefined || (known.expires_at !== null && known.expires_at <= now)) {
        if (known !== undefined) await sharing.revoke(known.id, now)
        await sharing.put({ ...had, id: uuid(), group_id: null, granted_by: owner.to, created_at: now })
        continue
      }
      await sharing.change(known.id, {
        ...(known.recipient_id === null && had.recipient_id !== null ? { recipient_id: had.recipient_id } : {}),
        permission: known.permission === 'admin' || had.permission === 'admin' ? 'admin' : 'view',
        expires_at:
          known.expires_at === null || had.expires_at === null
            ? null
            : new Date(Math.max(known.expires_at.getTime(), had.expires_at.getTime())),
      })
    }
    await sharing.revokeGroupShares(keyId, now)
  }

  /** In the transaction of whoever may decide it, who has locked the key. Throws 409 `keys.limit_reached`. Answers the key's name. */
  async function changeOwner(tx: Tx, keyId: string, owner: { from: string; to: string }): Promise<{ name: string }> {
    const changed = await deps.ownership.change(tx, keyId, owner.to)
    await keepMembers(tx, keyId, owner)
    // What was shared with the new owner, or waits for their address, would stand in their list as somebody else's.
    const now = new Date(deps.clock.now())
    await deps.sharing(tx.db).revokeDirect(keyId, owner.to, now)
    await deps.sharing(tx.db).revokeWaiting(keyId, owner.to, now)
    return changed
  }

  return {
    changeOwner,

    /**
     * Throws 404 `keys.not_found`, 403 `keys.owner_only`, 409 `keys.limit_reached`, 422 on `email`, 429 `sharing.too_many_invitations`:
     * that a key can go to an address tells that it has an account, so addresses are counted as for invitations.
     */
    async transfer(owner: Identity, keyId: string, email: string): Promise<{ message: string }> {
      if (normalizeEmail(email) === normalizeEmail(owner.email)) throw failField('sharing.transfer_to_self', 'email')
      const found = await deps.transaction(async (tx) => {
        // Before the key, as wherever a key is counted: two who hand keys to each other at once would wait for each other.
        await deps.invitations.holdAccounts(tx, owner, email)
        await deps.access.lock(tx.db, owner.id, keyId, 'owner')
        const to = await deps.invitations.findRecipient(tx, owner, email)
        if (to.recipientId === null || to.account?.is_active !== true) return undefined
        const { name } = await changeOwner(tx, keyId, { from: owner.id, to: to.recipientId })
        const by = { id: owner.id, name: owner.name }
        await deps.activity.record(tx, { userId: owner.id, kind: 'key_handed_over', detail: { name, to: to.email } })
        await deps.activity.record(tx, { userId: to.recipientId, kind: 'key_taken_over', actor: by, detail: { name } })
        await deps.invitations.tellShared(tx, owner, to.recipientId, { keys: [name], permission: 'admin', expiresAt: null })
        return name
      })
      // Thrown only here, so that the try is counted.
      if (found === undefined) throw failField('sharing.transfer_to_nobody', 'email')
      return { message: `${found} belongs to ${email} now.` }
    },
  }
}

export type TransferService = ReturnType<typeof createTransferService>
