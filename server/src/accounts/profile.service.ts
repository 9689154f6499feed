import type { CallResponse } from '@twofold/contract/endpoint'
import type { cancelEmailChange, getProfile, getProfileStats, resendEmailChange } from '@twofold/contract/profile'
import { say } from '@twofold/contract/sentences/sentences'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { TrustService } from '../trust/trust.service.ts'
import type { AccountsService } from './accounts.service.ts'
import type { ActivityService } from './activity.service.ts'
import type { LinksService } from './links.service.ts'
import type { ProfileRepository } from './profile.repository.ts'
import type { VerificationService } from './verification.service.ts'
import { createAddressConfirmation } from './address-confirmation.service.ts'
import { createProfileChanges } from './profile-changes.service.ts'
import { presentProfile } from './present-profile.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export type ProfileRow = NonNullable<Awaited<ReturnType<ProfileRepository['find']>>>

export interface ProfileServiceDeps extends ServiceDeps {
  profiles: (db: Db) => ProfileRepository
  accounts: Pick<AccountsService, 'isPassword' | 'findByEmail'>
  links: Pick<LinksService, 'make' | 'cancel' | 'countRecent'>
  verification: Pick<VerificationService, 'notifyKnown'>
  trust: Pick<TrustService, 'requireOpen' | 'doubtUnproven'>
  activity: Pick<ActivityService, 'record'>
  /** Counts of the person's present set. */
  recoveryCodeStats: (userId: string) => Promise<{ recovery_codes_available: number; recovery_codes_used: number }>
  isMailAvailable: () => Promise<boolean>
}

export function createProfileService(deps: ProfileServiceDeps) {
  const mails = createAddressConfirmation(deps)
  const { require, mailLink } = mails

  return {
    ...createProfileChanges(deps, mails),
    async get(user: Identity): Promise<CallResponse<typeof getProfile>> {
      return { user: presentProfile(await require(user.id)) }
    },
    async resendEmailChange(user: Identity, client: Client): Promise<CallResponse<typeof resendEmailChange>> {
      const profile = await require(user.id)
      const { pending_email: email } = profile
      if (email === null) throw fail('profile.no_pending_email')
      if (!(await deps.isMailAvailable())) throw fail(user.role === 'admin' ? 'mail.not_set_up' : 'mail.unavailable')
      await deps.transaction((tx) => mailLink(tx, profile, email, client))
      return say('account.link_sent_again', { email })
    },
    /** Answers the same if no change is waiting. */
    async cancelEmailChange(user: Identity): Promise<CallResponse<typeof cancelEmailChange>> {
      await deps.transaction(async (tx) => {
        await deps.profiles(tx.db).setPendingEmail(user.id, null, deps.clock.date())
        await deps.links.cancel(tx, 'change_email', user.id)
      })
      const profile = presentProfile(await require(user.id))
      return { user: profile, ...say('account.email_stays', { email: profile.email }) }
    },
    async stats(user: Identity): Promise<CallResponse<typeof getProfileStats>> {
      const [profile, figures, recoveryCodes] = await Promise.all([
        require(user.id),
        deps.profiles(deps.db).figuresOf(user.id, deps.clock.date()),
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
