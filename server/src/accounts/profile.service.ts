import { normalizeEmail } from '@twofold/contract/email-address'
import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import type {
  cancelEmailChange,
  getProfile,
  getProfileStats,
  ProfileUser,
  resendEmailChange,
  updateProfile,
} from '@twofold/contract/profile'
import { say, sentence } from '@twofold/contract/sentences/sentences'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { checkAll, fail, failField } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import type { TrustService } from '../trust/trust.service.ts'
import { presentUser } from './accounts.service.ts'
import type { AccountsService } from './accounts.service.ts'
import type { ActivityService } from './activity.service.ts'
import type { LinksService } from './links.service.ts'
import type { ProfileRepository } from './profile.repository.ts'
import type { VerificationService } from './verification.service.ts'

type ProfileRow = NonNullable<Awaited<ReturnType<ProfileRepository['find']>>>
type ProfileInput = CallParts<typeof updateProfile>['body']

/** Links for one address in `recently` milliseconds: so that nobody fills another person's inbox. */
const mostLinks = 3
const recently = 15 * 60_000

export interface ProfileServiceDeps {
  db: Db
  transaction: Transaction
  profiles: (db: Db) => ProfileRepository
  accounts: Pick<AccountsService, 'isPassword' | 'findByEmail'>
  links: Pick<LinksService, 'make' | 'cancel' | 'countRecent'>
  verification: Pick<VerificationService, 'tellKnown'>
  trust: Pick<TrustService, 'requireOpen' | 'heedUnproven'>
  activity: Pick<ActivityService, 'record'>
  /** Of the person's present set. */
  recoveryCodeStats: (userId: string) => Promise<{ recovery_codes_available: number; recovery_codes_used: number }>
  isMailAvailable: () => Promise<boolean>
  clock: Clock
}

export function createProfileService(deps: ProfileServiceDeps) {
  const now = () => new Date(deps.clock.now())

  async function require(id: string): Promise<ProfileRow> {
    const profile = await deps.profiles(deps.db).find(id)
    if (profile === undefined) throw fail('auth.unauthenticated')
    return profile
  }

  const isOther = (profile: ProfileRow, email: string) => normalizeEmail(email) !== profile.email_normalized

  function requirePassword(profile: ProfileRow, password: string | undefined): void {
    if (profile.password_hash !== null && !password) throw failField('profile.password_missing', 'current_password')
  }

  /** An account without a password proves itself with the PIN, entered a moment ago. */
  async function requireProof(user: Identity, profile: ProfileRow, password: string | undefined): Promise<void> {
    if (profile.password_hash === null) {
      if (user.pinUntil === null) throw fail('pin.required')
      return
    }
    requirePassword(profile, password)
    if (!(await deps.accounts.isPassword(profile, password ?? ''))) throw failField('profile.password_wrong', 'current_password')
  }

  /** Refuses an address that is in use, but only without a mail provider. With one, its owner gets a mail and the caller sees no difference. */
  async function requireFree(email: string): Promise<void> {
    if (await deps.isMailAvailable()) return
    if ((await deps.accounts.findByEmail(email)) !== undefined) throw failField('auth.email_taken', 'email')
  }

  /** The answer does not tell whether the address has an account; its person is told. */
  async function mailLink(tx: Tx, profile: ProfileRow, email: string, client: Client): Promise<void> {
    if ((await deps.links.countRecent(tx, 'change_email', email, recently)) >= mostLinks) {
      const seconds = recently / 1000
      throw fail('rate.limited', { parameters: { seconds }, retryAfter: seconds })
    }
    const holder = await deps.accounts.findByEmail(email)
    const link = await deps.links.make(tx, { purpose: 'change_email', userId: profile.id, email })
    if (holder === undefined) await tx.emit('user.email_verification', { to: { address: email, name: profile.name }, data: link })
    else await deps.verification.tellKnown(tx, holder, client.address)
  }

  /** Waits until the new address confirms. */
  async function askToConfirm(tx: Tx, profile: ProfileRow, email: string, client: Client): Promise<void> {
    await mailLink(tx, profile, email, client)
    await deps.profiles(tx.db).setPendingEmail(profile.id, { email, normalized: normalizeEmail(email) }, now())
    await deps.activity.record(tx, { userId: profile.id, kind: 'email_change_requested', detail: { email }, address: client.address })
    await tx.emit('user.profile.updated', {
      to: { user_id: profile.id },
      data: { 'change.fields': [sentence('change.email_pending', { email })] },
    })
  }

  async function changeAtOnce(tx: Tx, profile: ProfileRow, email: string, client: Client): Promise<void> {
    const isFree = await deps.profiles(tx.db).replaceEmail(profile.id, { email, normalized: normalizeEmail(email) }, now())
    if (!isFree) throw failField('auth.email_taken', 'email')
    await deps.trust.heedUnproven(tx, profile.id)
    await deps.activity.record(tx, { userId: profile.id, kind: 'email_changed', detail: { email }, address: client.address })
    const data = { 'change.fields': [sentence('change.email_to', { email })] }
    await tx.emit('user.profile.updated', { to: { user_id: profile.id }, data })
    await tx.emit('user.profile.updated', { to: { address: profile.email, name: profile.name }, data })
  }

  return {
    async get(user: Identity): Promise<CallResponse<typeof getProfile>> {
      return { user: presentProfile(await require(user.id)) }
    },

    /** What `update` complains about in well-formed fields, but for a wrong password. */
    async check({ email, current_password: password }: Partial<ProfileInput>, { user }: { user: Identity }): Promise<void> {
      if (email === undefined) return
      const profile = await require(user.id)
      if (!isOther(profile, email)) return
      await checkAll(
        () => requirePassword(profile, password),
        () => requireFree(email),
      )
    },

    /**
     * Another address takes the password and waits for its own confirmation, where mail can be sent; saving the rest does not touch one
     * that waits.
     */
    async update(user: Identity, input: ProfileInput, client: Client): Promise<CallResponse<typeof updateProfile>> {
      const before = await require(user.id)
      // A vault without a PIN could not be opened again.
      if (typeof input.auto_lock_minutes === 'number' && !before.has_pin) throw fail('pin.not_set')
      const isOtherAddress = isOther(before, input.email)
      if (isOtherAddress) {
        await deps.trust.requireOpen(user, 'makes a way in')
        await checkAll(
          () => requireProof(user, before, input.current_password),
          () => requireFree(input.email),
        )
      }
      const isMailAvailable = isOtherAddress && (await deps.isMailAvailable())
      await deps.transaction(async (tx) => {
        await deps.profiles(tx.db).update(
          user.id,
          {
            name: input.name,
            ...(input.auto_lock_minutes === undefined ? {} : { auto_lock_minutes: input.auto_lock_minutes }),
            ...(isOtherAddress ? {} : { email: input.email }),
          },
          now(),
        )
        if (input.name !== before.name) {
          await deps.activity.record(tx, { userId: user.id, kind: 'name_changed', detail: { name: input.name }, address: client.address })
          await tx.emit('user.profile.updated', { to: { user_id: user.id }, data: { 'change.fields': [sentence('change.name')] } })
        }
        if (isMailAvailable) await askToConfirm(tx, before, input.email, client)
        else if (isOtherAddress) await changeAtOnce(tx, before, input.email, client)
      })
      const after = presentProfile(await require(user.id))
      const answer = isMailAvailable ? say('account.profile_updated_confirm', { email: input.email }) : say('account.profile_updated')
      return { user: after, pending_email: after.pending_email, ...answer }
    },

    async resendEmailChange(user: Identity, client: Client): Promise<CallResponse<typeof resendEmailChange>> {
      const profile = await require(user.id)
      const { pending_email: email } = profile
      if (email === null) throw fail('profile.no_pending_email')
      if (!(await deps.isMailAvailable())) throw fail(user.role === 'admin' ? 'mail.not_set_up' : 'mail.unavailable')
      await deps.transaction((tx) => mailLink(tx, profile, email, client))
      return say('account.link_sent_again', { email })
    },

    /** The same when nothing waits any more. */
    async cancelEmailChange(user: Identity): Promise<CallResponse<typeof cancelEmailChange>> {
      await deps.transaction(async (tx) => {
        await deps.profiles(tx.db).setPendingEmail(user.id, null, now())
        await deps.links.cancel(tx, 'change_email', user.id)
      })
      const profile = presentProfile(await require(user.id))
      return { user: profile, ...say('account.email_stays', { email: profile.email }) }
    },

    async stats(user: Identity): Promise<CallResponse<typeof getProfileStats>> {
      const [profile, figures, recoveryCodes] = await Promise.all([
        require(user.id),
        deps.profiles(deps.db).figuresOf(user.id, now()),
        deps.recoveryCodeStats(user.id),
      ])
      return {
        stats: {
          ...figures,
          ...recoveryCodes,
          last_login: profile.last_login_at?.toISOString() ?? null,
          account_created: profile.created_at.toISOString(),
          account_status: profile.is_active ? 'active' : 'inactive',
        },
      }
    },
  }
}

export type ProfileService = ReturnType<typeof createProfileService>

function presentProfile(profile: ProfileRow): ProfileUser {
  return {
    ...presentUser(profile),
    pending_email: profile.pending_email,
    auto_lock_minutes: profile.auto_lock_minutes,
    has_password: profile.password_hash !== null,
    has_pin: profile.has_pin,
  }
}
