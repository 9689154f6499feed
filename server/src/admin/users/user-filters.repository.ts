import { type RawBuilder, sql } from 'kysely'
import { containsPattern } from '../../platform/like-pattern.ts'
import type { UserFilters } from './users.repository.ts'

/**
 * `isCommon`: so many are found that walking along the list's order finds a page sooner than looking them all up does. `pattern`: where it is known later.
 */
export function matching(
  { search, role, status, second_factor: factor }: UserFilters,
  { isCommon } = { isCommon: false },
  pattern: string | RawBuilder<string> = containsPattern(search ?? ''),
) {
  const found = sql`lower(users.name || E'\n' || users.email) like ${pattern}`
  const conditions = [
    status === 'deleted' ? sql`users.deleted_at is not null` : sql`users.deleted_at is null`,
    ...(search ? [isCommon ? sql`coalesce(${found}, false)` : found] : []),
    ...(role === undefined ? [] : [sql`users.role = ${role}`]),
    ...(factor === undefined ? [] : [sql`users.has_second_factor = ${factor === 'on'}`]),
    ...(status === undefined || status === 'deleted' ? [] : [sql`users.is_active = ${status === 'active'}`]),
  ]
  return sql.join(conditions, sql` and `)
}
