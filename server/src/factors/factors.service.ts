import type { CallResponse } from '@twofold/contract/endpoint'
import type { getFactors, PinState, SecondFactorMethod } from '@twofold/contract/factors'
import type { Account } from '../accounts/account.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { LinksService } from '../accounts/links.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { fail, failField } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { FactorsRepository } from './factors.repository.ts'
import type { GuessesRepository } from './guesses.repository.ts'
import type { PasskeysService } from './passkeys.service.ts'
import type { RecoveryCodesService } from './recovery-codes.service.ts'

/** Mails to prove a sign-in with, at most in a quarter of an hour: whoever has the password must not fill somebody's mailbox. */
const mostMails = 3
const mailWindow = 15 * 60_000

export interface FactorsServiceDeps {
  db: Db
  factors: (db: Db) => FactorsRepository
  guesses: (db: Db) => GuessesRepository
  accounts: Pick<AccountsService, 'require' | 'isPassword'>
  passkeys: Pick<PasskeysService, 'list'>
  recoveryCodes: Pick<RecoveryCodesService, 'make' | 'count'>
  links: Pick<LinksService, 'make' | 'countRecent'>
  isMailAvailable: () => Promise<boolean>
  clock: Clock
}

/** What protects a sign-in in addition to the password. */
export function createFactorsService(deps: FactorsServiceDeps) {
  const factors = deps.factors(deps.db)

  function ownFactors(found: Awaited<ReturnType<FactorsRepository['find']>>): SecondFactorMethod[] {
    const methods: SecondFactorMethod[] = []
    if (found.has_passkey) methods.push('passkey')
    if (found.totp_since !== null) methods.push('totp')
    if (methods.length > 0 && found.has_recovery_code) methods.push('recovery_code')
    return methods
  }

  async function pinStateOf(userId: string, hasPin: boolean): Promise<{ pin_state: PinState; pin_retry_after: number | null }> {
    if (!hasPin) return { pin_state: 'none', pin_retry_after: null }
    const guessed = await deps.guesses(deps.db).find('pin', userId)
    if (guessed?.is_void === true) return { pin_state: 'void', pin_retry_after: null }
    const left = (guessed?.locked_until?.getTime() ?? 0) - deps.clock.now()
    return left > 0 ? { pin_state: 'locked', pin_retry_after: Math.ceil(left / 1000) } : { pin_state: 'good', pin_retry_after: null }
  }

  return {
    ownFactorsOf: async (userId: string): Promise<SecondFactorMethod[]> => ownFactors(await factors.find(userId)),

    /**
     * What the next sign-in has to show in addition to its first proof: the own second factor; and where an administrator had a hand in a reset and
     * there is none, a link that is mailed. Where no mail can be sent either, nothing: nobody could get in any more.
     */
    async secondStepsOf(account: Pick<Account, 'id'>): Promise<SecondFactorMethod[]> {
      const found = await factors.find(account.id)
      const own = ownFactors(found)
      if (own.length > 0 || !found.needs_proof) return own
      return (await deps.isMailAvailable()) ? ['email'] : []
    },

    /** Mails the link where the second step is one. */
    async prepareSecondStep(
      tx: Tx,
      account: Pick<Account, 'id' | 'email'>,
      methods: SecondFactorMethod[],
      client: Pick<Client, 'address'>,
    ): Promise<void> {
      if (!methods.includes('email') || (await deps.links.countRecent(tx, 'second_step', account.email, mailWindow)) >= mostMails) return
      const link = await deps.links.make(tx, { purpose: 'second_step', userId: account.id, email: account.email })
      await tx.emit('user.login.confirmation', { to: { user_id: account.id }, data: { ...link, 'login.ip': client.address } })
    },

    async overview(user: Identity): Promise<CallResponse<typeof getFactors>> {
      const [found, passkeys, codes] = await Promise.all([
        factors.find(user.id),
        deps.passkeys.list(user.id),
        deps.recoveryCodes.count(user.id),
      ])
      return {
        totp: { is_enabled: found.totp_since !== null, since: found.totp_since?.toISOString() ?? null },
        passkeys,
        recovery_codes: { available: codes.available, total: codes.total, created_at: codes.created_at?.toISOString() ?? null },
        has_pin: found.has_pin,
        ...(await pinStateOf(user.id, found.has_pin)),
        has_password: found.has_password,
      }
    },

    /** Whether the person can sign in at all. */
    hasWayIn: (tx: Pick<Tx, 'db'>, userId: string): Promise<boolean> => deps.factors(tx.db).hasWayIn(userId),

    /** What the figures of a profile count. */
    async recoveryCodeStats(userId: string): Promise<{ recovery_codes_available: number; recovery_codes_used: number }> {
      const { available, used } = await deps.recoveryCodes.count(userId)
      return { recovery_codes_available: available, recovery_codes_used: used }
    },

    async makeRecoveryCodes(user: Identity): Promise<{ codes: string[] }> {
      if (ownFactors(await factors.find(user.id)).length === 0) throw fail('factors.none')
      return { codes: await deps.recoveryCodes.make(user.id) }
    },

    /** Before what protects the sign-in changes: the PIN, entered a moment ago, or the password. */
    async requireProof(user: Identity, currentPassword: string | undefined): Promise<void> {
      if (user.pinUntil !== null) return
      if (currentPassword === undefined) throw fail('pin.required')
      const isRight = await deps.accounts.isPassword(await deps.accounts.require(user.id), currentPassword)
      if (!isRight) throw failField('profile.password_wrong', 'current_password')
    },
  }
}

export type FactorsService = ReturnType<typeof createFactorsService>
