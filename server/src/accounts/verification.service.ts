import { normalizeEmail } from '@twofold/contract/email-address'
import type { Said } from '@twofold/contract/said'
import { say, sentence } from '@twofold/contract/sentences/sentences'
import { fail } from '../platform/fail.ts'
import type { Db } from '../platform/database.ts'
import type { Tx } from '../platform/transaction.ts'
import type { TrustService } from '../trust/trust.service.ts'
import type { Account } from './account.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import type { AccountsService, OnAddressProven } from './accounts.service.ts'
import type { ActivityService } from './activity.service.ts'
import type { LinkRow } from './links.repository.ts'
import type { LinksService } from './links.service.ts'
import type { ProfileRepository } from './profile.repository.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export const verificationMailJob = 'accounts.verification-mail'

export interface VerificationServiceDeps extends ServiceDeps {
  accounts: Pick<AccountsService, 'findByEmail'>
  addresses: (db: Db) => Pick<AccountsRepository, 'verifyEmail'>
  profiles: (db: Db) => Pick<ProfileRepository, 'find' | 'findByPendingEmail' | 'lockPending' | 'takePendingEmail'>
  links: Pick<LinksService, 'make' | 'use'>
  activity: Pick<ActivityService, 'record'>
  isMailAvailable: () => Promise<boolean>
  onAddressProven: OnAddressProven
  trust: Pick<TrustService, 'isClean'>
}

/** Verifies that an address belongs to its person, by an e-mailed link. */
export function createVerificationService(deps: VerificationServiceDeps) {
  const { verifyOwn, takeOver } = createFollowing(deps)

  async function send(tx: Tx, account: Pick<Account, 'id' | 'email'>): Promise<void> {
    const link = await deps.links.make(tx, { purpose: 'verify_email', userId: account.id, email: account.email })
    await tx.emit('user.email_verification', { to: { user_id: account.id }, data: link })
  }

  return {
    /** Runs in the transaction that makes the link due. */
    send,

    /** Answers the same after the same time for every address: the rest happens later. */
    async request(email: string): Promise<Said> {
      if (!(await deps.isMailAvailable())) throw fail('mail.unavailable')
      await deps.transaction((tx) => tx.enqueue(verificationMailJob, { email: normalizeEmail(email) }))
      return say('account.verification_sent')
    },

    /** The job behind `request`: nothing for addresses that have no account or are verified already. */
    async sendRequested({ email }: { email: string }): Promise<void> {
      const account = await deps.accounts.findByEmail(email)
      if (account === undefined || !account.is_active || account.email_verified_at !== null) return
      await deps.transaction((tx) => send(tx, account))
    },

    /**
     * Creates another link in place of one that did not arrive, for a new account's address or for a changed one. Undefined if there is nothing left
     * to confirm.
     */
    async renew(tx: Tx, mail: { userId: string | null; email: string }): Promise<Record<string, string> | undefined> {
      const profiles = deps.profiles(tx.db)
      const normalized = normalizeEmail(mail.email)
      const profile = mail.userId === null ? await profiles.findByPendingEmail(normalized) : await profiles.find(mail.userId)
      if (profile === undefined || !profile.is_active) return undefined
      if (mail.userId === null)
        return { ...(await deps.links.make(tx, { purpose: 'change_email', userId: profile.id, email: mail.email })) }
      if (profile.email_verified_at !== null || profile.email_normalized !== normalized) return undefined
      return { ...(await deps.links.make(tx, { purpose: 'verify_email', userId: profile.id, email: profile.email })) }
    },

    /** Tells the person of an account that somebody tried to use their address for another one. */
    async notifyKnown(tx: Tx, account: Pick<Account, 'id'>, address: string): Promise<void> {
      await tx.emit('user.registered.again', { to: { user_id: account.id }, data: { 'login.ip': address } })
    },

    /** Follows a link, of a sign-up or of a change. */
    async verify(token: string): Promise<Said> {
      const { purpose } = await deps.transaction(async (tx): Promise<LinkRow> => {
        const link = await deps.links.use(tx, token, ['verify_email', 'change_email'])
        if (link.user_id === null) throw fail('links.wrong')
        const isClean = await (link.purpose === 'verify_email' ? verifyOwn : takeOver)(tx, link.user_id, link)
        await deps.onAddressProven(tx, link.user_id, { isClean, address: link.email })
        return link
      })
      return say(purpose === 'verify_email' ? 'account.email_confirmed' : 'account.new_email_confirmed')
    },
  }
}

export type VerificationService = ReturnType<typeof createVerificationService>

/** Confirms the address that a link was sent to: the account's own, or the one that it changes to. */
function createFollowing(deps: VerificationServiceDeps) {
  /** Answers whether nobody else could have had the link: read behind the lock of the account, and in its round trip. */
  async function verifyOwn(tx: Tx, userId: string, link: LinkRow): Promise<boolean> {
    const { email } = link
    const [isItsOwn, isClean] = await Promise.all([
      deps.addresses(tx.db).verifyEmail(userId, email, deps.clock.date()),
      deps.trust.isClean(tx, link),
    ])
    if (!isItsOwn) throw fail('links.expired')
    await deps.activity.record(tx, { userId, kind: 'email_verified', detail: { email } })
    return isClean
  }

  /** The same. */
  async function takeOver(tx: Tx, userId: string, link: LinkRow): Promise<boolean> {
    const { email } = link
    const profiles = deps.profiles(tx.db)
    const [before, isClean] = await Promise.all([profiles.lockPending(userId, email), deps.trust.isClean(tx, link)])
    if (before === undefined) throw fail('links.expired')
    if (!(await profiles.takePendingEmail(userId, deps.clock.date()))) throw fail('auth.email_taken')
    await deps.activity.record(tx, { userId, kind: 'email_changed', detail: { email } })
    const data = { 'change.fields': [sentence('change.email_to', { email })] }
    await tx.emit('user.profile.updated', { to: { user_id: userId }, data })
    await tx.emit('user.profile.updated', { to: { address: before.email, name: before.name, language_of: userId }, data })
    return isClean
  }

  return { verifyOwn, takeOver }
}
