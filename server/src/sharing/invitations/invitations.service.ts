import { normalizeEmail } from '@twofold/contract/email-address'
import type { CallResponse } from '@twofold/contract/endpoint'
import { limits } from '@twofold/contract/limits'
import { invitedKeysMost, type readInvitation } from '@twofold/contract/links'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { LinksService } from '../../accounts/links.service.ts'
import type { Accounts } from '../../accounts/noun.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { AccountAtAddress, InvitationsRepository } from './invitations.repository.ts'
import type { HeldKeysRepository } from '../access/held-keys.repository.ts'
import type { RetentionTask } from '../../platform/retention.ts'
import { createInvitationNotices } from './invitation-notices.service.ts'
import { createWaitingGivingService } from './waiting-grants.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

const hour = 60 * 60 * 1000

const day = 24 * hour

/** A recipient of a key, as only the server knows them. */
export interface Addressee {
  /** As typed. */
  email: string
  normalized: string
  account: AccountAtAddress | undefined
  /** The account, when shares reach it at once; null: they wait for a proof of the address. */
  recipientId: string | null
}

export interface ShareNotice {
  keys: string[]
  permission: 'admin' | 'view'
  expiresAt: Date | null
}

/** An owner's contacts: whether an address is among them, and how many are new. */
interface Contacts {
  isContact: boolean
  count: number
  oldest: Date | null
}

export interface InvitationsServiceDeps extends Pick<ServiceDeps, 'clock' | 'db'> {
  invitations: (db: Db) => InvitationsRepository
  grantRows: (db: Db) => Pick<HeldKeysRepository, 'listGranted'>
  accountChanges: Accounts['accountChanges']
  links: Pick<LinksService, 'makeLast' | 'readInvitation'>
  activity: Pick<ActivityService, 'record'>
}

/** Shares with addresses: the server never reveals who has one, and a share takes effect with a proof of the address. */
export function createInvitationsService(deps: InvitationsServiceDeps) {
  /** Counted alike for addresses with and without an account. */
  function countContact(tx: Tx, owner: Identity, normalized: string, { isContact, count, oldest }: Contacts): void {
    if (isContact) return
    if (count >= limits.invitationsPerDay) {
      const left = Math.max(1, (oldest ?? deps.clock.date()).getTime() + day - deps.clock.now())
      const parameters = { limit: limits.invitationsPerDay, hours: Math.ceil(left / hour) }
      throw fail('sharing.too_many_invitations', { parameters, retryAfter: Math.ceil(left / 1000) })
    }
    tx.writeLast(() => deps.invitations(tx.db).putContact(owner.id, normalized, deps.clock.date()))
  }

  return {
    ...createInvitationNotices(deps),
    ...createWaitingGivingService(deps),
    /**
     * Finds whose address it is, and locks it until the transaction ends. At most once in a transaction: the new contact is written at its end, and a
     * second call would not count it.
     */
    async approach(tx: Tx, owner: Identity, email: string): Promise<Addressee> {
      const normalized = normalizeEmail(email)
      const rows = deps.invitations(tx.db)
      const [, isContact, { count, oldest }, , account] = await Promise.all([
        rows.lockContacts(owner.id),
        rows.isContact(owner.id, normalized),
        rows.countContactsSince(owner.id, new Date(deps.clock.now() - day)),
        rows.lockAddress(normalized),
        rows.findAccount(normalized),
      ])
      countContact(tx, owner, normalized, { isContact, count, oldest })
      return { email, normalized, account, recipientId: account?.is_proven === true ? account.id : null }
    },
    /** The account that signed up with an address, proven or not: for an owner who vouches for the person. */
    async findAccount(tx: Tx, normalized: string): Promise<AccountAtAddress | undefined> {
      const rows = deps.invitations(tx.db)
      const [, found] = await Promise.all([rows.lockAddress(normalized), rows.findAccount(normalized)])
      return found
    },
    /** The same for the address of a deleted account, whose row the caller has locked. */
    async findSuccessor(tx: Tx, userId: string): Promise<AccountAtAddress | undefined> {
      const rows = deps.invitations(tx.db)
      const [, found] = await Promise.all([rows.lockAddressOf(userId), rows.findSuccessor(userId)])
      return found
    },
    /**
     * Content of an invitation for the holder of its link. Keys that others share with the same address are left out: the inviter may have kept a
     * copy of the link, and would learn about them.
     */
    async read(token: string): Promise<CallResponse<typeof readInvitation>> {
      const { link, isGood } = await deps.links.readInvitation(token)
      const rows = deps.invitations(deps.db)
      const by = link.created_by
      const [name, keys] = await Promise.all([
        by === null ? undefined : rows.findName(by),
        by === null || !isGood ? [] : rows.listWaitingNames(link.email, by, deps.clock.date(), invitedKeysMost),
      ])
      return { invited_by: name ?? null, keys: keys.map((key) => ({ name: key })), expires_at: link.expires_at.toISOString() }
    },
    removable: (db: Db): RetentionTask[] => deps.invitations(db).removableMails(new Date(deps.clock.now() - day)),
  }
}

export type InvitationsService = ReturnType<typeof createInvitationsService>
