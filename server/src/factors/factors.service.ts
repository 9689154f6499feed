import type { SecondFactorMethod, getFactors, PinState } from '@twofold/contract/factors'
import type { Account } from '../accounts/account.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { LinksService } from '../accounts/links.service.ts'
import type { Db } from '../platform/database.ts'
import { fail, failField } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { FactorsRepository } from './factors.repository.ts'
import type { GuessesRepository, GuessState } from './guesses.repository.ts'
import type { PasskeysService } from './passkeys.service.ts'
import type { RecoveryCodesService } from './recovery-codes.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'
import type { CallResponse } from '@twofold/contract/endpoint'

/** E-mails that prove a sign-in, per quarter of an hour: a person with the password must not flood the mailbox. */
const mostMails = 3

const mailWindow = 15 * 60_000

export interface FactorsServiceDeps extends Pick<ServiceDeps, 'clock' | 'db'> {
  factors: (db: Db) => FactorsRepository
  guesses: (db: Db) => GuessesRepository
  accounts: Pick<AccountsService, 'require' | 'isPassword'>
  passkeys: Pick<PasskeysService, 'list'>
  recoveryCodes: Pick<RecoveryCodesService, 'make' | 'count'>
  links: Pick<LinksService, 'make' | 'countRecent'>
  isMailAvailable: (db: Db) => Promise<boolean>
}

/** Protects sign-ins in addition to the password. */
export function createFactorsService(deps: FactorsServiceDeps) {
  const factors = deps.factors(deps.db)

  function ownFactors(found: Awaited<ReturnType<FactorsRepository['find']>>): SecondFactorMethod[] {
    const methods: SecondFactorMethod[] = []
    if (found.has_passkey) methods.push('passkey')
    if (found.totp_since !== null) methods.push('totp')
    if (methods.length > 0 && found.has_recovery_code) methods.push('recovery_code')
    return methods
  }

  function pinStateOf(hasPin: boolean, guessed: GuessState | undefined): { pin_state: PinState; pin_retry_after: number | null } {
    if (!hasPin) return { pin_state: 'none', pin_retry_after: null }
    if (guessed?.is_void === true) return { pin_state: 'void', pin_retry_after: null }
    const left = (guessed?.locked_until?.getTime() ?? 0) - deps.clock.now()
    return left > 0 ? { pin_state: 'locked', pin_retry_after: Math.ceil(left / 1000) } : { pin_state: 'good', pin_retry_after: null }
  }

  return {
    async overview(user: Identity): Promise<CallResponse<typeof getFactors>> {
      const [found, passkeys, codes, guessed] = await Promise.all([
        factors.find(user.id),
        deps.passkeys.list(user.id),
        deps.recoveryCodes.count(user.id),
        deps.guesses(deps.db).find('pin', user.id),
      ])
      return {
        totp: { is_enabled: found.totp_since !== null, since: found.totp_since?.toISOString() ?? null },
        passkeys,
        recovery_codes: { available: codes.available, total: codes.total, created_at: codes.created_at?.toISOString() ?? null },
        has_pin: found.has_pin,
        ...pinStateOf(found.has_pin, guessed),
        has_password: found.has_password,
      }
    },
    async recoveryCodeStats(userId: string): Promise<{ recovery_codes_available: number; recovery_codes_used: number }> {
      const { available, used } = await deps.recoveryCodes.count(userId)
      return { recovery_codes_available: available, recovery_codes_used: used }
    },
    ownFactorsOf: async (userId: string): Promise<SecondFactorMethod[]> => ownFactors(await factors.find(userId)),
    /**
     * The methods of the second step: the person's own second factor; or, after an administrator's part in a reset and without a factor, an e-mailed
     * link. None if e-mail cannot be sent either, since nobody could get in otherwise.
     */
    async secondStepsOf(db: Db, account: Pick<Account, 'id'>): Promise<SecondFactorMethod[]> {
      const found = await deps.factors(db).find(account.id)
      const own = ownFactors(found)
      if (own.length > 0 || !found.needs_proof) return own
      return (await deps.isMailAvailable(db)) ? ['email'] : []
    },
    /** Sends the link if the second step is one. */
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
    /** Whether the person can sign in without the passkey or provider that has this id. */
    hasOtherWayIn: (tx: Pick<Tx, 'db'>, userId: string, id: string): Promise<boolean> => deps.factors(tx.db).hasOtherWayIn(userId, id),
    async makeRecoveryCodes(user: Identity): Promise<{ codes: string[] }> {
      if (ownFactors(await factors.find(user.id)).length === 0) throw fail('factors.none')
      return { codes: await deps.recoveryCodes.make(user.id) }
    },
    /** Requires a recently entered PIN, or the password, before sign-in protection changes. */
    async requireProof(user: Identity, currentPassword: string | undefined): Promise<void> {
      if (user.pinUntil !== null) return
      if (currentPassword === undefined) throw fail('pin.required')
      const isRight = await deps.accounts.isPassword(await deps.accounts.require(user.id), currentPassword)
      if (!isRight) throw failField('profile.password_wrong', 'current_password')
    },
  }
}

export type FactorsService = ReturnType<typeof createFactorsService>
