import { fail, failField } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Account } from './account.ts'
import type { PasswordsServiceDeps } from './passwords.service.ts'

/** What a change of a password requires. */
export function createPasswordRules(deps: PasswordsServiceDeps) {
  /** An account without a password proves itself with the PIN, entered a moment ago. */
  async function requireProof(user: Identity, account: Account, password: string | null): Promise<void> {
    if (account.password_hash === null) {
      if (user.pinUntil === null) throw fail('pin.required')
      return
    }
    const isRight = password !== null && (await deps.accounts.isPassword(account, password))
    if (!isRight) throw failField('profile.password_wrong', 'current_password')
  }

  function requireOther({
    current_password: current,
    new_password: next,
  }: {
    current_password: string | null
    new_password: string
  }): void {
    if (next === current) throw failField('profile.password_unchanged', 'new_password')
  }

  return { requireProof, requireOther }
}
