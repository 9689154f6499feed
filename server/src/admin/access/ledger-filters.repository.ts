import { domainsIn } from '@twofold/contract/domains'
import type { AccessFilters } from '@twofold/contract/admin/access'
import { sql } from 'kysely'
import { contains, isFound, plain } from '../../platform/like-pattern.ts'

export type Sql = ReturnType<typeof sql>

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export const isId = (text: string): boolean => uuid.test(text)

/** Conjunction; true if empty. */
export const allOf = (conditions: readonly Sql[]): Sql => (conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `))

/** The domain of a normalized address, as the indexes have it. */
export const domainOf = (column: string): Sql => sql`(split_part(${sql.ref(column)}, '@', 2) collate "C")`

/** Whether a filter is about people. Members of a group are found through the group. */
export const isAboutPeople = ({ person, domain }: AccessFilters): boolean => Boolean(person) || domainsIn(domain ?? '').length > 0

/** Conditions on rows of `keys`. A key selected by id may be deleted: its history remains available. */
export function keyConditions({ key, tag }: AccessFilters): Sql[] {
  return [
    ...(!key ? [] : [isId(key) ? sql`keys.id = ${key}` : sql`keys.deleted_at is null and ${contains(plain('keys.name'), key)}`]),
    ...(!tag ? [] : [sql`keys.id in (select key_id from tagged_keys where tag = ${tag})`]),
  ]
}

/** Subquery with the ids of the filtered keys. Those with a tag are adjacent in an index. */
export function keyIds(filters: AccessFilters): Sql {
  if (filters.tag && !filters.key) return sql`select key_id as id from tagged_keys where tag = ${filters.tag}`
  return sql`select keys.id from named_keys keys where ${allOf(keyConditions(filters))}`
}

/** Conditions on rows of `users`, without the domain. */
export function personConditions({ person }: AccessFilters): Sql[] {
  if (!person) return []
  if (isId(person)) return [sql`users.id = ${person}`]
  return [sql`users.deleted_at is null and ${isFound(person)}`]
}

/**
 * The domain filter as alternatives in byte order, each a range of an index: what is outside n domains are the n + 1 ranges between them, so that
 * a million addresses inside need not be read to find three outside.
 */
export function domainRanges(filters: AccessFilters, domain: Sql): Sql[] {
  const domains = domainsIn(filters.domain ?? '').sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
  if (domains.length === 0) return [sql`true`]
  if (filters.outside === undefined) return [sql`${domain} = any(${domains})`]
  return [undefined, ...domains].map((after, index) => {
    const before = domains[index]
    return allOf([
      ...(after === undefined ? [] : [sql`${domain} > ${after}`]),
      ...(before === undefined ? [] : [sql`${domain} < ${before}`]),
    ])
  })
}

/** Conditions on an unproven address, which has no id and no name. */
export function addressConditions(filters: AccessFilters, column: string): Sql[] {
  const { person } = filters
  return [
    ...(!person ? [] : [isId(person) ? sql`false` : contains(plain(column), person)]),
    sql`(${sql.join(domainRanges(filters, domainOf(column)), sql` or `)})`,
  ]
}
