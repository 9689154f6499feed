import type { CallResponse } from '@twofold/contract/endpoint'
import type { listKeys, SharePermission } from '@twofold/contract/keys'
import { isoOf } from '../../platform/json-time.ts'
import type { Permission } from './held-keys.repository.ts'
import type { KnownKey } from './known-keys.ts'
import type { SessionWithKeys } from './visible-keys.repository.ts'

type Way = NonNullable<SessionWithKeys['ways']>[number]
interface Group {
  id: string
  name: string
}

type Answer = CallResponse<typeof listKeys>

export function presentPermission(permission: Permission): SharePermission {
  return permission === 'admin' ? 'admin' : 'view-only'
}

/**
 * Own keys with how many people have each, and each key of others once, with the most that any way to it allows: the oldest first. `keys` are those
 * of `found` that may be shown.
 */
export function presentVisibleKeys(found: SessionWithKeys, keys: readonly KnownKey[]): Answer {
  const favourites = new Set(found.favourites)
  const copies = new Map(found.copies)
  const people = new Map(found.holders)
  const groupsOf = collect(found.grouped ?? [], ([, id, name]) => ({ id, name }))
  const waysTo = collect(found.ways ?? [], (way) => way)
  const sorted = keys.toSorted(({ key: one }, { key: other }) => compare(one.created_at, other.created_at) || compare(one.id, other.id))

  const listed = ({ key }: KnownKey, groups: Group[] = []) => {
    const copied = copies.get(key.id)
    return {
      ...key,
      favourite: favourites.has(key.id),
      copied_at: copied === undefined ? null : isoOf(copied),
      ...(groups.length === 0 ? {} : { groups }),
    }
  }

  const shared = (known: KnownKey) => {
    const ways = waysTo.get(known.key.id) ?? []
    return {
      ...listed(
        known,
        ways.map(groupOf).filter((group) => group !== null),
      ),
      permission: presentPermission(ways.some(([, permission]) => permission === 'admin') ? 'admin' : 'view'),
      shared_by: { name: ways[0]?.[2] ?? '' },
      expires_at: lastEndOf(ways),
      group: firstGroupOf(ways),
    }
  }

  return {
    own_keys: sorted
      .filter((known) => known.isOwn)
      .map((known) => ({ ...listed(known, groupsOf.get(known.key.id)), shared_with: people.get(known.key.id) ?? 0 })),
    shared_keys: sorted.filter((known) => !known.isOwn).map(shared),
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Null: at least one way has no end. */
function lastEndOf(ways: readonly Way[]): string | null {
  const last = Math.max(...ways.map(([, , , end]) => (end === null ? Infinity : Date.parse(end))))
  return Number.isFinite(last) ? new Date(last).toISOString() : null
}

/** Null: it does not come through a group. */
const groupOf = ([, , , , id, name]: Way): Group | null => (id === null ? null : { id, name: name ?? '' })

/** The group through which a key came first; null: it was also shared with the person alone. */
function firstGroupOf(ways: readonly Way[]): Group | null {
  if (ways.some((way) => groupOf(way) === null)) return null
  const [first] = ways.toSorted((one, other) => Date.parse(one[6]) - Date.parse(other[6]))
  return first === undefined ? null : groupOf(first)
}

function collect<Row extends readonly [string, ...unknown[]], Value>(
  rows: readonly Row[],
  value: (row: Row) => Value,
): Map<string, Value[]> {
  return new Map([...Map.groupBy(rows, ([id]) => id)].map(([id, all]) => [id, all.map(value)]))
}
