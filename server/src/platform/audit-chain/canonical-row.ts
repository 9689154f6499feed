import { createHash } from 'node:crypto'

/** A row of the audit log with every stored value as it is: what the chain protects. */
export interface ChainedRow {
  id: string
  /** UTC, with microseconds: the database keeps more digits than a `Date`. */
  happened_at: string
  actor_id: string | null
  actor_name: string | null
  actor_email: string | null
  action: string
  target_kind: string | null
  target_id: string | null
  target_name: string | null
  before: unknown
  after: unknown
  ip: string | null
  /** The request that it follows from. Absent from rows that versions before it exported. */
  caused_by?: string | null
}

/** A row with its place in the chain, hashes in hexadecimal. `null`: not linked yet. */
export interface LinkedRow extends ChainedRow {
  sequence: number | null
  previous_hash: string | null
  hash: string | null
}

/** Previous hash of the very first link. */
export const beginning = '0'.repeat(64)

/** JSON with sorted names and no spaces (RFC 8785), so that equal values have equal bytes wherever they were stored. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(',')}}`
}

/** The text that is hashed. It includes the sequence, so that the position of a row in a filtered export is proven as well. */
export function textOf(row: ChainedRow, sequence: number | null): string {
  const { id, happened_at, actor_id, actor_name, actor_email, action, target_kind, target_id, target_name, before, after, ip } = row
  // Rows without one are hashed as they were before there was any.
  const cause = row.caused_by === null || row.caused_by === undefined ? {} : { caused_by: row.caused_by }
  return canonicalJson({
    id,
    happened_at,
    actor_id,
    actor_name,
    actor_email,
    action,
    target_kind,
    target_id,
    target_name,
    before,
    after,
    ip,
    ...cause,
    sequence,
  })
}

/** SHA-256 of the previous hash and the text of the row, in hexadecimal. */
export function hashLink(previous: string, text: string): string {
  return createHash('sha256').update(Buffer.from(previous, 'hex')).update(text).digest('hex')
}
