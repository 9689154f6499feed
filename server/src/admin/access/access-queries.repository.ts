import type { AccessFilters } from '@twofold/contract/admin/access'
import { sql } from 'kysely'
import { contains, plain } from '../../platform/like-pattern.ts'
import {
  addressConditions,
  allOf,
  domainOf,
  domainRanges,
  isId,
  keyConditions,
  personConditions,
  type Sql,
} from './ledger-filters.repository.ts'
import type { LedgerTimes, RiskConditions } from './ledger.repository.ts'

/** Access that filters choose, as statements to select from. */
export function createAccessQueries(risks: RiskConditions) {
  function groupCondition({ group }: AccessFilters): Sql | undefined {
    if (!group) return undefined
    if (isId(group)) return sql`= ${group}`
    return sql`in (select id from named_groups where ${contains(plain('name'), group)})`
  }

  /** Starts from the keys, for questions without a person. */
  function byKey(filters: AccessFilters, times: LedgerTimes, which: readonly Sql[]): Sql {
    const group = groupCondition(filters)
    const ofGroup = group === undefined ? [] : [sql`keys.id in (select key_id from keys_had_by_groups where group_id ${group})`]
    return sql`
      select ${ids}, ''::text as domain from named_keys keys
      cross join lateral (select * from ${waysOf(filters, times, risks)} each where each.key_id = keys.id ${group === undefined ? oneByOne(filters) : sql`and each.group_id ${group}`}) ways
      where ${allOf([...keyConditions(filters), ...ofGroup, ...which])}
      order by keys.id, ${tie}`
  }

  function people(filters: AccessFilters, which: readonly Sql[]): Sql {
    const isById = isId(filters.person ?? '')
    return sql.join(
      domainRanges(filters, domainOf('users.email_normalized')).map(
        (range) => sql`(select users.id, ${domainOf('users.email_normalized')} as domain from people users
          where ${allOf([range, ...personConditions(filters), ...(isById ? [] : [sql`users.deleted_at is null`]), ...which])}
          order by domain, users.id)`,
      ),
      sql` union all `,
    )
  }

  function wayConditions(filters: AccessFilters): Sql {
    const group = groupCondition(filters)
    const keys = keyConditions(filters)
    return allOf([
      ...(group === undefined ? [] : [sql`ways.group_id ${group}`]),
      ...(keys.length === 0 ? [] : [sql`exists (select from named_keys keys where keys.id = ways.key_id and ${allOf(keys)})`]),
    ])
  }

  function byPerson(filters: AccessFilters, times: LedgerTimes, which: readonly Sql[]): Sql {
    const isOnlyAboutPeople = !filters.key && !filters.group && !filters.tag
    return sql`
      select ${ids}, people.domain from (${people(filters, which)}) people
      cross join lateral (select * from ${waysOf(filters, times, risks)} each where each.user_id = people.id ${isOnlyAboutPeople ? oneByOne(filters) : sql``}) ways
      where ${wayConditions(filters)}
      order by people.domain, people.id, ${tie}`
  }

  /** Unproven addresses that a key is shared with. */
  function waiting(filters: AccessFilters, times: LedgerTimes): Sql {
    return sql`
      select ${ids}, ${domainOf('ways.email')} as domain from ${waysOf(filters, times, risks)} ways
      where ways.user_id is null and ${allOf(addressConditions(filters, 'ways.email'))} and ${wayConditions(filters)}
      order by domain, ways.email, ${tie}`
  }

  /** All rows with what is shown of each, from such that were `found` in their order. */
  const described = (found: Sql, besides = sql``) => sql`
    select found.key_id, keys.name as key_name, owners.id as owner_id, owners.name as owner_name, people.id as person_id, people.name as person_name,
      coalesce(people.email, found.email, '') as person_email, coalesce(people.is_active and people.deleted_at is null, false) as person_is_active,
      found.via, found.group_id, coalesce(groups.name, found.group_name) as group_name, found.level, found.what, found.since, found.until,
      keys.copied_at as last_used_at ${besides}
    from ${found} found
    join named_keys keys on keys.id = found.key_id
    join people owners on owners.id = coalesce(found.owner_id, keys.owner_id)
    left join people on people.id = found.user_id
    left join named_groups groups on groups.id = found.group_id`

  return { byKey, people, byPerson, waiting, described }
}

const ids = sql`ways.key_id, ways.owner_id, ways.user_id, ways.email, ways.via, ways.group_id, ways.group_name, ways.level, ways.what, ways.since, ways.until`

const tie = sql`ways.key_id, ways.user_id, ways.email, ways.via, ways.group_id, ways.since`

/** Has the database look for the ways of each key or person by itself, in order, until there are enough, where it would combine the whole history first. */
const oneByOne = ({ question }: AccessFilters): Sql => (question === 'access' || question === 'secrets' ? sql`offset 0` : sql``)

/** Every past or present access to a key, with the same columns for every question. No statement here names a sealed column. */
function waysOf(filters: AccessFilters, { now, day, keysMadeBefore }: LedgerTimes, risks: RiskConditions): Sql {
  const ownedWhere = (condition: Sql) => sql`(
    select keys.id as key_id, keys.owner_id, keys.owner_id as user_id, null::text as email, 'owner' as via, null::uuid as group_id,
      null::text as group_name, 'owner' as level, null::text as what, keys.created_at as since, null::timestamptz as until
    from counted_keys keys where ${condition}
  )`
  if (filters.question === 'one_holder') return ownedWhere(risks.hasOneHolder(now, sql`offset 0`))
  if (filters.question === 'unused') return ownedWhere(risks.wasNeverUsed(keysMadeBefore))
  if (filters.question === 'secrets')
    return sql`(
      select known.key_id, keys.owner_id, known.user_id, null::text as email, null::text as via, null::uuid as group_id, null::text as group_name,
        null::text as level, known.what, known.at as since, known.until
      from secret_knowledge known join named_keys keys on keys.id = known.key_id
    )`
  // A person who was deactivated for the whole day could use nothing. Those deactivated now are listed and marked: reactivation would restore their
  // access. History is written by the database's clock; the later of both clocks decides, so that an access that has just ended counts as ended.
  const lasts =
    day === undefined
      ? sql`coalesce(until, 'infinity') > greatest(${now}::timestamptz, now())`
      : sql`since < ${day.end} and coalesce(until, 'infinity') > ${day.start} and not exists (
          select from closed_periods shut where shut.user_id = access_history.user_id
            and shut.since <= ${day.start} and coalesce(shut.until, 'infinity') >= ${day.end}
        )`
  return sql`(
    select key_id, owner_id, user_id, email, via, group_id, group_name, level, null::text as what, since, until from access_history where ${lasts}
  )`
}
