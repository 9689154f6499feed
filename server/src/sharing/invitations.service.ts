import { normalizeEmail } from '@twofold/contract/email-address'
import type { CallResponse } from '@twofold/contract/endpoint'
import { limits } from '@twofold/contract/limits'
import { invitedKeysMost } from '@twofold/contract/links'
import type { readInvitation } from '@twofold/contract/links'
import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { LinksService } from '../accounts/links.service.ts'
import type { Accounts } from '../accounts/noun.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { AccountAtAddress, InvitationsRepository } from './invitations.repository.ts'
import { nameKeys, wordKeys } from './name-keys.ts'
import type { Granted, SharingRepository } from './grants.repository.ts'
import type { RetentionTask } from '../platform/retention.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const mailWindow = 15 * 60 * 1000

/** Somebody that a key is shared with, as far as only the server knows. */
export interface Addressee {
  /** As it was typed. */
  email: string
  normalized: string
  account: AccountAtAddress | undefined
  /** The account, when shares reach it at once; null: they wait for a proof of the address. */
  recipientId: string | null
}

export interface Told {
  keys: string[]
  permission: 'admin' | 'view'
  expiresAt: Date | null
}

export interface InvitationsServiceDeps {
  db: Db
  invitations: (db: Db) => InvitationsRepository
  sharing: (db: Db) => Pick<SharingRepository, 'listGranted'>
  accountChanges: Accounts['accountChanges']
  links: Pick<LinksService, 'make' | 'readInvitation'>
  activity: Pick<ActivityService, 'record'>
  clock: Clock
}

/** Sharing with addresses: who is behind one stays the server's secret, and a proof of the address is what makes a share count. */
export function createInvitationsService(deps: InvitationsServiceDeps) {
  const now = () => new Date(deps.clock.now())

  /** Counted alike for addresses with and without an account. */
  async function countContact(tx: Tx, owner: Identity, normalized: string): Promise<void> {
    const rows = deps.invitations(tx.db)
    const [, isContact, { count, oldest }] = await Promise.all([
      rows.lockContacts(owner.id),
      rows.isContact(owner.id, normalized),
      rows.countContactsSince(owner.id, new Date(deps.clock.now() - day)),
    ])
    if (isContact) return
    if (count >= limits.invitationsPerDay) {
      const left = Math.max(1, (oldest ?? now()).getTime() + day - deps.clock.now())
      const parameters = { limit: limits.invitationsPerDay, hours: Math.ceil(left / hour) }
      throw fail('sharing.too_many_invitations', { parameters, retryAfter: Math.ceil(left / 1000) })
    }
    await rows.putContact(owner.id, normalized, now())
  }

  /** Whether one more mail may go to the address: nobody can have it flooded, and nobody learns that others write to it too. */
  async function mayMail(tx: Tx, normalized: string): Promise<boolean> {
    const soon = { since: new Date(deps.clock.now() - mailWindow), most: limits.shareMailsPerRecipient }
    const daily = { since: new Date(deps.clock.now() - day), most: limits.shareMailsPerRecipientDaily }
    return deps.invitations(tx.db).putMail(uuid(), normalized, now(), [soon, daily])
  }

  /** Tells an account that keys are shared with it now, or at another level. */
  async function tellShared(
    tx: Tx,
    by: { id: string; name: string },
    userId: string,
    { keys, permission, expiresAt }: Told,
  ): Promise<void> {
    const detail = { name: nameKeys(keys) }
    await deps.activity.record(tx, { userId, kind: 'share_received', actor: { id: by.id, name: by.name }, detail })
    const address = await deps.invitations(tx.db).findAddress(userId)
    if (address === undefined || !(await mayMail(tx, address))) return
    await tx.emit('key.shared', {
      to: { user_id: userId },
      data: {
        'key.name': wordKeys(keys),
        'share.permission': permission,
        'share.by': by.name,
        'share.expires_at': expiresAt?.toISOString() ?? '',
      },
    })
  }

  /** Tells an account that somebody wants it to own keys. */
  async function tellOfferedTo(tx: Tx, by: { id: string; name: string }, userId: string, keys: string[]): Promise<void> {
    const detail = { name: nameKeys(keys) }
    await deps.activity.record(tx, { userId, kind: 'key_offer_received', actor: { id: by.id, name: by.name }, detail })
    const address = await deps.invitations(tx.db).findAddress(userId)
    if (address === undefined || !(await mayMail(tx, address))) return
    await tx.emit('key.offered', { to: { user_id: userId }, data: { 'key.name': wordKeys(keys), 'share.by': by.name } })
  }

  async function invite(
    tx: Tx,
    owner: Pick<Identity, 'id' | 'name'>,
    { email, normalized, account }: Omit<Addressee, 'recipientId'>,
    keys: string[],
  ) {
    if (!(await mayMail(tx, normalized))) return
    const link = await makeLink(tx, owner.id, { email, account })
    await tx.emit('key.share.invited', { to: { address: email }, data: { 'key.name': wordKeys(keys), 'share.by': owner.name, ...link } })
  }

  /** Proves the address: of somebody new by an invitation, of an account that has not proven it by a verification. */
  const makeLink = (tx: Tx, ownerId: string, { email, account }: Pick<Addressee, 'email' | 'account'>) =>
    deps.links.make(
      tx,
      account === undefined
        ? { purpose: 'invite', userId: null, email, createdBy: ownerId }
        : { purpose: 'verify_email', userId: account.id, email, keepsOthers: true },
    )

  async function lookUp(tx: Tx, email: string, normalized: string): Promise<Addressee> {
    const account = await deps.invitations(tx.db).findAccount(normalized)
    return { email, normalized, account, recipientId: account?.is_proven === true ? account.id : null }
  }

  return {
    /** Looks up whom an address means, and has it to oneself until the transaction ends. */
    async approach(tx: Tx, owner: Identity, email: string): Promise<Addressee> {
      const normalized = normalizeEmail(email)
      await countContact(tx, owner, normalized)
      const [, found] = await Promise.all([deps.invitations(tx.db).lockAddress(normalized), lookUp(tx, email, normalized)])
      return found
    },

    /** Who signed up with an address, whether or not they have proven it: for an owner who vouches for them. */
    async findAccount(tx: Tx, normalized: string): Promise<AccountAtAddress | undefined> {
      const rows = deps.invitations(tx.db)
      const [, found] = await Promise.all([rows.lockAddress(normalized), rows.findAccount(normalized)])
      return found
    },

    tellShared,
    invite,

    /**
     * What an invitation is about, for whoever holds its link. Keys of others who share with the same address are left out: who invites may
     * have kept a copy of the link, and would learn of them.
     */
    async read(token: string): Promise<CallResponse<typeof readInvitation>> {
      const { link, isGood } = await deps.links.readInvitation(token)
      const rows = deps.invitations(deps.db)
      const by = link.created_by
      const [name, keys] = await Promise.all([
        by === null ? undefined : rows.findName(by),
        by === null || !isGood ? [] : rows.listWaitingNames(link.email, by, now(), invitedKeysMost),
      ])
      return { invited_by: name ?? null, keys: keys.map((key) => ({ name: key })), expires_at: link.expires_at.toISOString() }
    },

    /** What an invitation of that time says now, with another link. Undefined where nobody's share waits for the address any more. */
    async renew(tx: Tx, { email, madeAt }: { email: string; madeAt: Date }) {
      const normalized = normalizeEmail(email)
      const rows = deps.invitations(tx.db)
      const waiting = [...(await rows.listWaiting(normalized, madeAt, now())), ...(await rows.listWaitingOffers(normalized, madeAt, now()))]
      const [latest] = waiting
      if (latest === undefined) return undefined
      const link = await makeLink(tx, latest.owner_id, { email, account: await rows.findAccount(normalized) })
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
        for (const { owner_id: owner, key_name: name } of await rows.listWaitingOwners(normalized, now()))
          await deps.activity.record(tx, { userId: owner, kind: 'address_in_doubt', detail: { who: normalized, name } })
        return
      }
      await deps.accountChanges(tx.db).setInDoubt(userId, false)
      const taken = await rows.takeWaiting(normalized, userId)
      for (const [by, offers] of Map.groupBy(await rows.listOffered(taken.offers, now()), ({ owner_id: owner }) => owner)) {
        const keys = offers.map(({ key_name: name }) => name)
        await tellOfferedTo(tx, { id: by, name: offers[0]?.owner_name ?? '' }, userId, keys)
      }
      if (taken.shares.length === 0 && taken.groups.length === 0) return
      const granted = await deps.sharing(tx.db).listGranted(userId, taken, now())
      for (const [by, shares] of Map.groupBy(granted, ({ owner_id: owner }) => owner)) {
        await tellShared(tx, { id: by, name: shares[0]?.owner_name ?? '' }, userId, summary(shares))
      }
    },

    removable: (db: Db): RetentionTask[] => deps.invitations(db).removableMails(new Date(deps.clock.now() - day)),
  }
}

export type InvitationsService = ReturnType<typeof createInvitationsService>

/** Several shares told of at once: the most that one may do, and the end only where all have the same. */
function summary(shares: Pick<Granted, 'key_name' | 'permission' | 'expires_at'>[]): Told {
  const ends = new Set(shares.map(({ expires_at: end }) => end?.getTime()))
  return {
    keys: [...new Set(shares.map(({ key_name: name }) => name))],
    permission: shares.some(({ permission }) => permission === 'admin') ? 'admin' : 'view',
    expiresAt: ends.size === 1 ? (shares[0]?.expires_at ?? null) : null,
  }
}
