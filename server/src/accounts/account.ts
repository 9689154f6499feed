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
  /** What waits for the address goes on waiting: somebody else may have had the link that came to it. */
  address_in_doubt: boolean
  /** Null: never signed in. */
  last_login_at: Date | null
  /** Somebody else chose the password. */
  must_change_password: boolean
  /** Since when somebody else may be in the account; null: nothing has to be proven. */
  closed_at: Date | null
  created_at: Date
  /** Null: the browser's. */
  page_language: string | null
}

/**
 * Whether somebody may sign in where addresses have to be verified. In doubt, the link was followed: it proves nothing about what waits for the
 * address, and another one by the same way of e-mail would prove no more.
 */
export const isAdmitted = (account: Pick<Account, 'admitted_at' | 'email_verified_at' | 'address_in_doubt'>): boolean =>
  account.admitted_at !== null || account.email_verified_at !== null || account.address_in_doubt
