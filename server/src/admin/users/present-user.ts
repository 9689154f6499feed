import type { ListedUser } from '@twofold/contract/admin/users'
import { isoOf } from '../../platform/json-time.ts'
import type { FoundUser, FoundUsers } from './found-users.repository.ts'
import type { ListedRow } from './users.repository.ts'

const isoOrNull = (time: string | null) => (time === null ? null : isoOf(time))

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

/** A page that came by columns. */
export function presentFound(columns: FoundUsers): ListedUser[] {
  const at = <Name extends keyof FoundUser>(name: Name, index: number) => columns[name]?.[index] as FoundUser[Name]
  return (columns.id ?? []).map((id, index) => ({
    id,
    name: at('name', index),
    email: at('email', index),
    role: at('role', index),
    is_active: at('is_active', index),
    email_verified: at('email_verified_at', index) !== null,
    has_second_factor: at('has_second_factor', index),
    last_login_at: isoOrNull(at('last_login_at', index)),
    created_at: isoOf(at('created_at', index)),
    two_fa_keys_count: at('keys', index),
    received_shares_count: at('received', index),
    deleted_at: isoOrNull(at('deleted_at', index)),
  }))
}
