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
