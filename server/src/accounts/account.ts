import type { Role } from '@twofold/contract/accounts'

export interface Account {
  id: string
  name: string
  email: string
  role: Role
  is_active: boolean
  password_hash: string | null
  email_verified_at: Date | null
  admitted_at: Date | null
  /** Shares waiting for the address keep waiting: somebody else may have received the link e-mailed to it. */
  address_in_doubt: boolean
  /** Null: never signed in. */
  last_login_at: Date | null
  /** The password was set by somebody else. */
  must_change_password: boolean
  /** Time since which somebody else may have access to the account; null: no proof is needed. */
  closed_at: Date | null
  created_at: Date
  /** Null: the browser's. */
  page_language: string | null
}

/**
 * Whether somebody may sign in if addresses have to be verified. An account in doubt may: its link was followed, which proves nothing for shares
 * waiting for the address, and another link over the same mail path would prove no more.
 */
export const isAdmitted = (account: Pick<Account, 'admitted_at' | 'email_verified_at' | 'address_in_doubt'>): boolean =>
  account.admitted_at !== null || account.email_verified_at !== null || account.address_in_doubt
