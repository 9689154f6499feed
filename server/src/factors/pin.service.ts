import type { PasskeyProof } from '@twofold/contract/factors'
import { pinValidMinutes } from '@twofold/contract/pin'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Accounts } from '../accounts/noun.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { PasswordHasher } from '../platform/password-hash.ts'
import type { SessionsService } from '../sessions/sessions.service.ts'
import type { TrustService } from '../trust/trust.service.ts'
import type { GuessesRepository } from './guesses.repository.ts'
import type { PasskeysService } from './passkeys.service.ts'
import type { RecoveryCodesService } from './recovery-codes.service.ts'
import type { SecondStepService } from './second-step.service.ts'
import type { TotpService } from './totp.service.ts'
import { createPinChecks } from './pin-checks.service.ts'
import { createPinChanges } from './pin-changes.service.ts'
import { createPinProofs } from './pin-proofs.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

const minute = 60_000

export interface NewPin {
  current_pin?: string | undefined
  current_password?: string | undefined
  totp_code?: string | undefined
  recovery_code?: string | undefined
  passkey?: PasskeyProof | undefined
  new_pin: string
}

export interface PinServiceDeps extends ServiceDeps {
  rows: Accounts['pinRows']
  guesses: (db: Db) => GuessesRepository
  pins: Pick<PasswordHasher, 'hash' | 'verify'>
  accounts: Pick<AccountsService, 'require' | 'isPassword'>
  sessions: Pick<SessionsService, 'openPin' | 'closePins' | 'lock' | 'isSince'>
  totp: Pick<TotpService, 'use'>
  passkeys: Pick<PasskeysService, 'proveSecondStep'>
  recoveryCodes: Pick<RecoveryCodesService, 'use'>
  secondStep: Pick<SecondStepService, 'ownFactorsOf' | 'reserveTry' | 'giveTryBack'>
  trust: Pick<TrustService, 'acceptPin' | 'recordProof' | 'closeSecrets'>
  activity: Pick<ActivityService, 'record'>
}

/** The step-up for what leaves the vault. */
export function createPinService(deps: PinServiceDeps) {
  const checks = createPinChecks(deps)
  const { check } = checks

  async function requirePin(user: Identity): Promise<void> {
    if ((await deps.rows.findHash(deps.db, user.id)) === null) throw fail('pin.not_set')
  }

  /** Opens what leaves the vault in this session. */
  async function verify(user: Identity, pin: string, client: Client): Promise<{ valid_until: string }> {
    const hash = await check(user, pin, 'pin', client)
    const until = new Date(deps.clock.now() + pinValidMinutes * minute)
    // Changed while it was compared: the new one decides, or the old one would open a session that the change has just closed.
    if (!(await deps.sessions.openPin(user, hash, until))) return verify(user, pin, client)
    if (user.closed.codes !== null || user.stage === 'stopped') await deps.transaction((tx) => deps.trust.acceptPin(tx, user.id))
    return { valid_until: until.toISOString() }
  }

  return {
    verify,
    ...createPinChanges(deps, createPinProofs(deps, checks)),
    /** Locks the vault in this session until the PIN is entered. */
    async lock(user: Identity): Promise<Said> {
      await requirePin(user)
      await deps.sessions.lock(user)
      return say('pin.vault_locked')
    },
    /** `minutes` without use until the vault locks itself; null: never. */
    async setAutoLock(user: Identity, minutes: number | null): Promise<{ auto_lock_minutes: number | null }> {
      if (minutes !== null) await requirePin(user)
      await deps.rows.setAutoLock(deps.db, user.id, minutes, deps.clock.date())
      return { auto_lock_minutes: minutes }
    },
  }
}

export type PinService = ReturnType<typeof createPinService>
