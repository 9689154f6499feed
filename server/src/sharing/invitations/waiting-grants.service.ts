import type { Tx } from '../../platform/transaction.ts'
import type { Granted } from '../access/held-keys.repository.ts'
import type { InvitationsServiceDeps, ShareNotice } from './invitations.service.ts'
import { createRecipientMails } from './recipient-mails.service.ts'

/** Delivers waiting grants to the account of their address. */
export function createWaitingGivingService(deps: InvitationsServiceDeps) {
  const { notifyShared, notifyOfferedTo } = createRecipientMails(deps)

  return {
    /**
     * The account has proven its address, in this transaction: what waited for the address is its own from now on. By a link that somebody
     * else may have had it proves nothing to those whose shares wait: they are asked to confirm the person.
     */
    async takeEffect(
      tx: Tx,
      userId: string,
      { isClean, address }: { isClean: boolean; address?: string },
    ): Promise<{ isInDoubt: boolean }> {
      const rows = deps.invitations(tx.db)
      const normalized = address ?? (await rows.findProvenAddress(userId))
      if (normalized === undefined) return { isInDoubt: false }
      await rows.lockAddress(normalized)
      if (!isClean) {
        if (!(await rows.isAwaited(normalized))) return { isInDoubt: false }
        await deps.accountChanges.setInDoubt(tx.db, userId, true)
        for (const { owner_id: owner, key_name: name } of await rows.listWaitingOwners(normalized, deps.clock.date()))
          await deps.activity.record(tx, { userId: owner, kind: 'address_in_doubt', detail: { who: normalized, name } })
        return { isInDoubt: true }
      }
      await deps.accountChanges.setInDoubt(tx.db, userId, false)
      const taken = await rows.takeWaiting(normalized, userId, deps.clock.date())
      for (const [by, offers] of Map.groupBy(await rows.listOffered(taken.offers, deps.clock.date()), ({ owner_id: owner }) => owner)) {
        const keys = offers.map(({ key_name: name }) => name)
        await notifyOfferedTo(tx, { id: by, name: offers[0]?.owner_name ?? '' }, userId, keys)
      }
      if (taken.shares.length === 0 && taken.groups.length === 0) return { isInDoubt: false }
      const granted = await deps.grantRows(tx.db).listGranted(userId, taken, deps.clock.date())
      for (const [by, shares] of Map.groupBy(granted, ({ owner_id: owner }) => owner)) {
        await notifyShared(tx, { id: by, name: shares[0]?.owner_name ?? '' }, userId, summary(shares))
      }
      return { isInDoubt: false }
    },
  }
}

/** Summary of several shares in one notice: the highest permission, and the expiry only if all have the same. */
function summary(shares: Pick<Granted, 'key_name' | 'permission' | 'expires_at'>[]): ShareNotice {
  const ends = new Set(shares.map(({ expires_at: end }) => end?.getTime()))
  return {
    keys: [...new Set(shares.map(({ key_name: name }) => name))],
    permission: shares.some(({ permission }) => permission === 'admin') ? 'admin' : 'view',
    expiresAt: ends.size === 1 ? (shares[0]?.expires_at ?? null) : null,
  }
}
