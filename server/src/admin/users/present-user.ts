import type { ListedUser } from '@twofold/contract/admin/users'
import type { ListedRow } from './users.repository.ts'

export function presentUser(row: ListedRow): ListedUser {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    is_active: row.is_active,
    email_verified: row.email_verified_at !== null,
    has_second_factor: row.has_second_factor,
    last_login_at: row.last_login_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    two_fa_keys_count: row.keys,
    received_shares_count: row.received,
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }
}
