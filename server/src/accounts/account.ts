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
  created_at: Date
}
