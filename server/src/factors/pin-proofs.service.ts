import { fail, failField } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { NewPin, PinServiceDeps } from './pin.service.ts'
import type { PinChecks } from './pin-checks.service.ts'

const minute = 60_000
/** Milliseconds in which having signed in is proof enough where an account has no other. */
const freshFor = 10 * minute

/** Whether the second factor or a recovery code was provided. */
export const hasFactor = ({ totp_code, recovery_code, passkey }: NewPin): boolean =>
  [totp_code, recovery_code, passkey].some((proof) => proof !== undefined)

export function createPinProofs(deps: PinServiceDeps, { compare }: PinChecks) {
  const guesses = deps.guesses(deps.db)

  /**
   * The second factor or a recovery code instead of the PIN; guesses count with those of the second step. Answers what uses it up in the
   * transaction of what it allows, and throws 422 on its field when it is wrong.
   */
  async function prepareFactor(user: Identity, { recovery_code: code, totp_code: totp, passkey }: NewPin, client: Client) {
    // Outside of the transaction: the challenge is used up, also when the answer is wrong.
    const proven = passkey && (await deps.passkeys.proveSecondStep(user.id, passkey))
    return async (tx: Tx): Promise<void> => {
      if (passkey !== undefined && !(await proven?.record(tx))) throw failField('auth.passkey_refused', 'passkey')
      if (code !== undefined && !(await deps.recoveryCodes.use(tx, user.id, code, client.address)))
        throw failField('pin.proof_wrong', 'recovery_code')
      if (totp !== undefined && !(await deps.totp.use(tx, user.id, totp))) throw failField('factors.code_wrong', 'totp_code')
    }
  }

  /**
   * A PIN is replaced by entering it. A forgotten or void one takes two proofs, so that a freshly reset password is never enough: the password, and
   * the second factor or a recovery code. A person without such a factor requests a link (`forgotten-pin.service.ts`). Answers the stored PIN once
   * proven. The attempt of an entered PIN stays counted: it is forgiven together with the change.
   */
  async function prove(user: Identity, input: NewPin, client: Client): Promise<string | null> {
    if (input.current_pin !== undefined) return (await compare(user, input.current_pin, 'current_pin', client)).stored
    const stored = await deps.rows.findHash(deps.db, user.id)
    await proveOtherwise(user, stored, input)
    return stored
  }

  async function proveOtherwise(user: Identity, stored: string | null, input: NewPin): Promise<void> {
    const isFactor = hasFactor(input)
    const isUsable = stored !== null && (await guesses.find('pin', user.id))?.is_void !== true
    if (isUsable && !isFactor) throw failField('pin.proof_required', 'current_pin')
    const account = await deps.accounts.require(user.id)
    if (account.password_hash === null) return proveWithoutPassword(user, isFactor)
    // The first PIN of an account protects nothing yet.
    if (stored === null && isFactor) return
    if (input.current_password === undefined) throw failField('pin.password_required', 'current_password')
    if (!(await deps.accounts.isPassword(account, input.current_password))) throw failField('profile.password_wrong', 'current_password')
    if (stored !== null && !isFactor) throw failField('pin.second_proof_required', 'recovery_code')
  }

  async function proveWithoutPassword(user: Identity, isFactor: boolean): Promise<void> {
    if (isFactor) return
    if ((await deps.secondStep.ownFactorsOf(user.id)).length > 0) throw failField('pin.factor_required', 'totp_code')
    // Without a PIN, a password and a second factor, the sign-in at the provider is the only proof. It must be recent: otherwise the finder of an
    // open session could void the PIN by wrong attempts and then choose another.
    if (!(await deps.sessions.isSince(user.sessionId, new Date(deps.clock.now() - freshFor)))) throw fail('pin.sign_in_again')
  }

  return { prepareFactor, prove }
}

export type PinProofs = ReturnType<typeof createPinProofs>
