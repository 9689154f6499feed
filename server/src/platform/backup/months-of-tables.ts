import type { Hash, KeyObject } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { damaged } from './backup.error.ts'
import { copyRows, countRows } from './copied-rows.ts'
import { beginDigest, namePart, type PartFacts, writePart } from './parts.ts'
import type { CarriedTable } from './tables.ts'

/** Tables that grow over time and their time column: past months seldom change. */
const timeOf: Readonly<Record<string, string>> = {
  key_usage: 'hour',
  activity: 'happened_at',
  audit_log: 'happened_at',
  email_logs: 'created_at',
}

/** Bytes of rows below which a month stays in the file of the backup: that of a small installation is one file, as it always was. */
const smallestPart = 1024 * 1024

export interface PlannedTable {
  parts: (PartFacts & { name: string })[]
  /** SQL condition for the rows that no part holds. */
  rest: string
}

interface PartPlan {
  folder: string
  secret: KeyObject
  signal: AbortSignal | undefined
}

/**
 * Plans a part for each past month with enough rows, from the snapshot that `client` reads. Each month is read once for its digest, and again only if
 * no such part exists yet: an unchanged month is neither packed, sealed nor uploaded again.
 */
export async function planParts(client: pg.Client, tables: readonly CarriedTable[], plan: PartPlan): Promise<Map<string, PlannedTable>> {
  // The order of rows is part of the digest.
  await client.query('set local synchronize_seqscans = off; set local max_parallel_workers_per_gather = 0')
  const planned = new Map<string, PlannedTable>()
  for (const table of tables) {
    const time = timeOf[table.name]
    if (time === undefined) continue
    const parts: PlannedTable['parts'] = []
    const stored: string[] = []
    for (const { month, within } of await listMonths(client, table.name, time)) {
      plan.signal?.throwIfAborted()
      const facts = await ensurePart(client, table, { month, within }, plan)
      if (facts === undefined) continue
      parts.push(facts)
      stored.push(`not (${within})`)
    }
    planned.set(table.name, { parts, rest: stored.length === 0 ? 'true' : stored.join(' and ') })
  }
  return planned
}

/** The months that are over, from the oldest row on. */
async function listMonths(client: pg.Client, table: string, time: string): Promise<{ month: string; within: string }[]> {
  const column = pg.escapeIdentifier(time)
  const { rows } = await client.query<{ month: string; starts: string; ends: string }>(`
    select to_char(month, 'YYYY-MM') as month, month::text as starts, (month + interval '1 month')::text as ends
    from generate_series(
      date_trunc('month', (select min(${column}) from ${pg.escapeIdentifier(table)}) at time zone 'UTC'),
      date_trunc('month', now() at time zone 'UTC') - interval '1 month', interval '1 month') month`)
  return rows.map(({ month, starts, ends }) => ({ month, within: `${column} >= '${starts}+00' and ${column} < '${ends}+00'` }))
}

async function ensurePart(
  client: pg.Client,
  { name: table, columns }: CarriedTable,
  { month, within }: { month: string; within: string },
  { folder, secret, signal }: PartPlan,
): Promise<PlannedTable['parts'][number] | undefined> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const text = `select ${list} from ${pg.escapeIdentifier(table)} where ${within}`
  const read = async function* (sum: Hash) {
    for await (const piece of copyRows(client, text)) {
      sum.update(piece)
      yield piece
    }
  }
  const sum = beginDigest(table, columns)
  let [rows, bytes] = [0, 0]
  for await (const piece of read(sum)) {
    bytes += piece.length
    rows += countRows(piece)
  }
  if (rows === 0 || bytes < smallestPart) return undefined
  const digest = sum.digest('hex')
  const name = namePart(secret, digest)
  // A reused part gets a new modification time, so that it is not removed before a file refers to it.
  const isThere = await utimes(join(folder, name), new Date(), new Date()).then(
    () => true,
    () => false,
  )
  if (!isThere) {
    const again = beginDigest(table, columns)
    await writePart({ folder, name, digest, secret, signal }, read(again))
    if (again.digest('hex') !== digest) throw damaged('a month was read twice and was not the same')
  }
  return { table, month, digest, rows, name }
}
