import { complaintOf, fail } from '../platform/fail.ts'
import type { Account } from './account.ts'
import type { AccountsServiceDeps } from './accounts.service.ts'

export function createPasswordLength(deps: AccountsServiceDeps) {
  function requireLength(password: string, field: string): void {
    const minimum = deps.policy.password_min_length
    if (password.length >= minimum) return
    throw fail('request.invalid', { errors: { [field]: [complaintOf('auth.password_too_short', { minimum })] } })
  }

  return { requireLength }
}

export type PasswordLength = ReturnType<typeof createPasswordLength>

/** Checks the passwords of accounts, and hashes new passwords and PINs. */
export function createPasswordChecks(deps: AccountsServiceDeps, { requireLength }: PasswordLength) {
  return {
    /** `field` is the field of the request that holds the new password. */
    requireLength,
    /** `account` where the password is its own, whatever its state; undefined where it is not, or there is no account, after the same time. */
    async checkPassword(account: Account | undefined, password: string): Promise<Account | undefined> {
      const accounts = deps.accounts(deps.db)
      if (account === undefined || account.password_hash === null) {
        await deps.passwords.verifyNothing(password)
        return undefined
      }
      const { ok, needsRehash } = await deps.passwords.verify(account.password_hash, account.id, password)
      if (!ok) return undefined
      if (!needsRehash) return account
      const password_hash = await deps.passwords.hash(account.id, password)
      return (await accounts.replacePasswordHash(account.id, account.password_hash, password_hash, deps.clock.date()))
        ? { ...account, password_hash }
        : account
    },
    /** Whether this is the person's own password; false if the account has none. */
    async isPassword(account: Account, password: string): Promise<boolean> {
      if (account.password_hash === null) return false
      return (await deps.passwords.verify(account.password_hash, account.id, password)).ok
    },
    hashPin: (accountId: string, pin: string): Promise<string> => deps.pins.hash(accountId, pin),
    /** Checks the length of a new password, which is in `field` of the request, and hashes it. */
    async hashPassword(accountId: string, password: string, field: string): Promise<string> {
      requireLength(password, field)
      return deps.passwords.hash(accountId, password)
    },
  }
}
