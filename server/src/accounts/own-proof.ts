import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { AccountsService } from './accounts.service.ts'

/** Whether this is the person's password. An account without one proves itself with the PIN, entered a moment ago: 403 `pin.required` otherwise. */
export async function isOwnProof(
  accounts: Pick<AccountsService, 'isPassword'>,
  user: Identity,
  account: Parameters<AccountsService['isPassword']>[0],
  password: string | null | undefined,
): Promise<boolean> {
  if (account.password_hash !== null) return typeof password === 'string' && accounts.isPassword(account, password)
  if (user.pinUntil === null) throw fail('pin.required')
  return true
}
