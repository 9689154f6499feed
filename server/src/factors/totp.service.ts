import { randomBytes } from 'node:crypto'
import { encodeBase32 } from '@twofold/contract/base32'
import { formatOtpauth, otpauthDefaults } from '@twofold/contract/otpauth'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import { constantTimeEqual } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import { fail, failField } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import { prepareSecret, windowAt } from '../platform/otp.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Tx } from '../platform/transaction.ts'
import type { RecoveryCodesService } from './recovery-codes.service.ts'
import type { TotpRepository } from './totp.repository.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

/** RFC 4226 §4 recommends 160 bits. */
const secretBytes = 20
const { algorithm, digits, period } = otpauthDefaults
/** RFC 6238 §5.2: clocks differ by a little. */
const windowsAround = [0, -1, 1]

export interface TotpServiceDeps extends ServiceDeps {
  totp: (db: Db) => TotpRepository
  recoveryCodes: Pick<RecoveryCodesService, 'makeFirst'>
  activity: Pick<ActivityService, 'record'>
  crypto: Pick<Crypto, 'seal' | 'open'>
  policy: Pick<Policy, 'name'>
}

/** The time-based codes of the sign-in itself. */
export function createTotpService(deps: TotpServiceDeps) {
  const placeOf = (userId: string) => ({ table: 'login_totp', column: 'secret', row: userId, owner: userId })

  /** The window around now that the code belongs to. */
  function findWindow(userId: string, sealed: Buffer, code: string): number | undefined {
    const normalized = code.replaceAll(/[\s-]/g, '')
    const secret = prepareSecret(deps.crypto.open('factor', placeOf(userId), sealed), algorithm)
    const present = windowAt(deps.clock.now(), period)
    return windowsAround.map((distance) => present + distance).find((window) => constantTimeEqual(secret.code(window, digits), normalized))
  }

  return {
    /** A new secret, as Base32 and as a link for the QR code. */
    async begin(user: Identity): Promise<{ secret: string; uri: string }> {
      const bytes = randomBytes(secretBytes)
      const isPut = await deps.totp(deps.db).putUnconfirmed(user.id, deps.crypto.seal('factor', placeOf(user.id), bytes), deps.clock.date())
      if (!isPut) throw fail('factors.totp_enabled')
      const secret = encodeBase32(bytes)
      const uri = formatOtpauth({
        kind: 'totp',
        issuer: deps.policy.name,
        account: user.email,
        secret,
        algorithm,
        digits,
        period,
        counter: null,
      })
      return { secret, uri }
    },

    /** Puts it in force. */
    async confirm(user: Identity, code: string): Promise<Said & { recovery_codes?: string[] }> {
      const found = await deps.totp(deps.db).find(user.id)
      if (found === undefined) throw fail('factors.totp_not_begun')
      if (found.confirmed_at !== null) throw fail('factors.totp_enabled')
      const window = findWindow(user.id, found.secret, code)
      if (window === undefined) throw failField('factors.code_wrong', 'code')
      return deps.transaction(async (tx) => {
        if (!(await deps.totp(tx.db).confirm(user.id, found.secret, window, deps.clock.date()))) throw fail('factors.totp_not_begun')
        await deps.activity.record(tx, { userId: user.id, kind: 'totp_enabled' })
        const codes = await deps.recoveryCodes.makeFirst(tx, user.id)
        return { ...say('totp.enabled'), ...(codes === undefined ? {} : { recovery_codes: codes }) }
      })
    },

    remove(user: Identity): Promise<Said> {
      return deps.transaction(async (tx) => {
        if (!(await deps.totp(tx.db).remove(user.id))) throw fail('factors.totp_not_found')
        await deps.activity.record(tx, { userId: user.id, kind: 'totp_disabled' })
        return say('totp.disabled')
      })
    },

    /** Whether the code is valid now and unused; of many concurrent calls with the same code, one gets true. The caller locks the account first. */
    async use(tx: Pick<Tx, 'db' | 'writeLast'>, userId: string, code: string): Promise<boolean> {
      const totp = deps.totp(tx.db)
      const found = await totp.lock(userId)
      if (found === undefined || found.confirmed_at === null) return false
      const window = findWindow(userId, found.secret, code)
      if (window === undefined || (found.last_window !== null && found.last_window >= window)) return false
      await totp.advance(userId, window)
      return true
    },
  }
}

export type TotpService = ReturnType<typeof createTotpService>
