import { type RawBuilder, sql } from 'kysely'
import { contains } from '../../platform/like-pattern.ts'
import type { UserFilters } from './users.repository.ts'

/**
 * Users with the row they are searched in, which is `texts`. `isCommon`: so many are found that walking along the list's order finds a page sooner than
 * looking them all up does.
 */
export function searchedUsers({ search }: UserFilters, { isCommon } = { isCommon: false }, users = sql`people users`) {
  if (!search) return users
  return isCommon
    ? sql`${users} cross join lateral (select * from searched_people where user_id = users.id offset 0) texts`
    : sql`${users} join searched_people texts on texts.user_id = users.id`
}

/** Conditions on rows of `searchedUsers`. `patterns`: where they are known later. */
export function matching(
  { search, role, status, second_factor: factor }: UserFilters,
  patterns: string | RawBuilder<string[]> = search ?? '',
) {
  const isDeleted = status === 'deleted'
  const conditions = [
    isDeleted ? sql`users.deleted_at is not null` : sql`users.deleted_at is null`,
    ...(search ? [sql`${isDeleted ? sql`` : sql`not`} texts.is_deleted`, contains(sql`texts.text`, patterns)] : []),
    ...(role === undefined ? [] : [sql`users.role = ${role}`]),
    ...(factor === undefined ? [] : [sql`users.has_second_factor = ${factor === 'on'}`]),
    ...(status === undefined || isDeleted ? [] : [sql`users.is_active = ${status === 'active'}`]),
  ]
  return sql.join(conditions, sql` and `)
}
