import { normalizeEmail } from '@twofold/contract/email-address'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import { wordKeys } from './name-keys.ts'
import type { Granted } from './grants.repository.ts'
import type { Addressee, Told, InvitationsServiceDeps } from './invitations.service.ts'
import { createRecipientMails } from './recipient-mails.service.ts'

/** Reminds people of shares and offers that wait for them. */
export function createInvitationNotices(deps: InvitationsServiceDeps) {
  const { mayMail, tellShared, tellOfferedTo } = createRecipientMails(deps)

  async function invite(
    tx: Tx,
    owner: Pick<Identity, 'id' | 'name'>,
    { email, normalized, account }: Omit<Addressee, 'recipientId'>,
    keys: string[],
  ) {
    if (!(await mayMail(tx, normalized))) return
    const link = makeLink(tx, owner.id, { email, account })
    await tx.emit('key.share.invited', { to: { address: email }, data: { 'key.name': wordKeys(keys), 'share.by': owner.name, ...link } })
  }

  /** Proves the address: of somebody new by an invitation, of an account that has not proven it by a verification. */
  const makeLink = (tx: Tx, ownerId: string, { email, account }: Pick<Addressee, 'email' | 'account'>) =>
    deps.links.makeLast(
      tx,
      account === undefined
        ? { purpose: 'invite', userId: null, email, createdBy: ownerId }
        : { purpose: 'verify_email', userId: account.id, email, keepsOthers: true },
    )

  return {
    tellShared,
    invite,
    /** What an invitation of that time says now, with another link. Undefined where nobody's share waits for the address any more. */
    async renew(tx: Tx, { email, madeAt }: { email: string; madeAt: Date }) {
      const normalized = normalizeEmail(email)
      const rows = deps.invitations(tx.db)
      const waiting = [
        ...(await rows.listWaiting(normalized, madeAt, deps.clock.date())),
        ...(await rows.listWaitingOffers(normalized, madeAt, deps.clock.date())),
      ]
      const [latest] = waiting
      if (latest === undefined) return undefined
      const link = makeLink(tx, latest.owner_id, { email, account: await rows.findAccount(normalized) })
      const keys = waiting.filter((share) => share.owner_id === latest.owner_id).map((share) => share.key_name)
      return { 'key.name': wordKeys(keys), 'share.by': latest.owner_name, ...link }
    },
    /** Tells whom a share reaches at once, and invites whom it waits for. */
    async tell(tx: Tx, owner: Identity, to: Addressee, told: Told): Promise<void> {
      await (to.recipientId === null ? invite(tx, owner, to, told.keys) : tellShared(tx, owner, to.recipientId, told))
    },
    /** Tells who a key is offered to, and invites whoever has to prove the address first. */
    async tellOffered(tx: Tx, owner: Pick<Identity, 'id' | 'name'>, to: Addressee, keys: string[]): Promise<void> {
      await (to.recipientId === null ? invite(tx, owner, to, keys) : tellOfferedTo(tx, owner, to.recipientId, keys))
    },
    /**
     * The account has proven its address, in this transaction: what waited for the address is its own from now on. By a link that somebody
     * else may have had it proves nothing to those whose shares wait: they are asked to confirm the person.
     */
    async takeEffect(tx: Tx, userId: string, { isClean }: { isClean: boolean }): Promise<void> {
      const rows = deps.invitations(tx.db)
      const normalized = await rows.findProvenAddress(userId)
      if (normalized === undefined) return
      await rows.lockAddress(normalized)
      if (!isClean) {
        if (!(await rows.isAwaited(normalized))) return
        await deps.accountChanges(tx.db).setInDoubt(userId, true)
        for (const { owner_id: owner, key_name: name } of await rows.listWaitingOwners(normalized, deps.clock.date()))
          await deps.activity.record(tx, { userId: owner, kind: 'address_in_doubt', detail: { who: normalized, name } })
        return
      }
      await deps.accountChanges(tx.db).setInDoubt(userId, false)
      const taken = await rows.takeWaiting(normalized, userId)
      for (const [by, offers] of Map.groupBy(await rows.listOffered(taken.offers, deps.clock.date()), ({ owner_id: owner }) => owner)) {
        const keys = offers.map(({ key_name: name }) => name)
        await tellOfferedTo(tx, { id: by, name: offers[0]?.owner_name ?? '' }, userId, keys)
      }
      if (taken.shares.length === 0 && taken.groups.length === 0) return
      const granted = await deps.sharing(tx.db).listGranted(userId, taken, deps.clock.date())
      for (const [by, shares] of Map.groupBy(granted, ({ owner_id: owner }) => owner)) {
        await tellShared(tx, { id: by, name: shares[0]?.owner_name ?? '' }, userId, summary(shares))
      }
    },
  }
}

/** Several shares told of at once: the most that one may do, and the end only where all have the same. */
function summary(shares: Pick<Granted, 'key_name' | 'permission' | 'expires_at'>[]): Told {
  const ends = new Set(shares.map(({ expires_at: end }) => end?.getTime()))
  return {
    keys: [...new Set(shares.map(({ key_name: name }) => name))],
    permission: shares.some(({ permission }) => permission === 'admin') ? 'admin' : 'view',
    expiresAt: ends.size === 1 ? (shares[0]?.expires_at ?? null) : null,
  }
}
