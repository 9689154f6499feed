import type { Db } from '../database.ts'
import { dataKeyPlace } from './crypto.ts'
import { type DataKeyEntry, type DataKeyRing, formatDataKeys, makeDataKey, parseDataKeys, toDataKeyRing } from './data-key-bundle.ts'
import { createDataKeyColumnRepository, type DataKeyColumn, dataKeyColumns } from './data-key-columns.ts'
import type { KeyringsRepository } from './keyrings.repository.ts'
import { resealValue, type Ring, type UnreadableValue } from './reseal-column.ts'
import { openWith, sealWith, keyVersionOf, UnsealError } from './sealed-value.ts'
import { createSealedColumnsRepository } from './sealed-columns.repository.ts'
import { dataKeysColumn } from './sealed-columns.ts'

export interface DataKeyRotation {
  db: Db
  keyrings: KeyringsRepository
  vault: Ring
  columns?: readonly DataKeyColumn[]
  batchSize: number
  /** Waits until so many milliseconds have passed since what `elapsed` answers. */
  waitUntil: (milliseconds: number, elapsed: () => Promise<number>) => Promise<void>
  /** Milliseconds that a request may go on with a data key it has read. */
  settle: number
  onProgress: (sentence: string) => void
}

/**
 * Replaces every person's data key and re-encrypts their values while nodes keep reading and writing: distribute both keys, switch writes to the new
 * one, re-encrypt, then drop the old one. A person with a value that cannot be opened keeps the old key. Resumes an interrupted run.
 */
export async function rotateDataKeys(rotation: DataKeyRotation): Promise<{ resealed: number; unreadable: UnreadableValue[] }> {
  const { keyrings, waitUntil, settle, onProgress, columns = dataKeyColumns } = rotation
  if ((await keyrings.sinceDataKeys()).made === null) {
    onProgress('Making a new data key for every person …')
    await changeAll(rotation, addNext)
    await keyrings.noteDataKeys('data_keys_made_at')
  }
  if ((await keyrings.sinceDataKeys()).active === null) {
    await waitUntil(settle, async () => (await keyrings.sinceDataKeys()).made ?? 0)
    await changeAll(rotation, activate)
    await keyrings.noteDataKeys('data_keys_active_at')
  }
  onProgress('Waiting until no node writes with the old data keys …')
  await waitUntil(settle, async () => (await keyrings.sinceDataKeys()).active ?? 0)

  let resealed = 0
  const unreadable: UnreadableValue[] = []
  const kept = new Set<string>()
  for (const at of columns) {
    onProgress(`Encrypting ${at.table}.${at.column} with the new data keys …`)
    const result = await resealOwned(rotation, at)
    resealed += result.resealed
    for (const { owner, ...value } of result.unreadable) {
      unreadable.push(value)
      kept.add(owner)
    }
  }
  await changeAll(rotation, (entries, userId) => (kept.has(userId) ? undefined : dropOld(entries)))
  return { resealed, unreadable }
}

/** A person who joined during the rotation has a new key already; with two keys, an earlier part of the run has added one. */
function addNext(entries: DataKeyEntry[]): DataKeyEntry[] | undefined {
  const [only] = entries
  if (only === undefined || entries.length > 1) return undefined
  return [only, { ...makeDataKey(only.version + 1), isActive: false }]
}

function activate(entries: DataKeyEntry[]): DataKeyEntry[] | undefined {
  return entries.every(({ isActive }) => isActive) ? undefined : entries.map((entry) => ({ ...entry, isActive: true }))
}

function dropOld(entries: DataKeyEntry[]): DataKeyEntry[] | undefined {
  const newest = Math.max(...entries.map(({ version }) => version))
  return entries.length === 1 ? undefined : entries.filter(({ version }) => version === newest)
}

/**
 * Walks through all data keys, once more for as long as a walk lost a race to another write. What cannot be opened stays: it was reported when
 * it was wrapped.
 */
async function changeAll(
  { db, vault, batchSize }: DataKeyRotation,
  change: (entries: DataKeyEntry[], userId: string) => DataKeyEntry[] | undefined,
): Promise<void> {
  const column = createSealedColumnsRepository(db, dataKeysColumn)
  for (let lostRaces = 1; lostRaces > 0;) {
    lostRaces = 0
    for (let after: string[] | undefined, rows; ; after = rows.at(-1)?.key) {
      rows = await column.listAfter(after, batchSize)
      for (const { key, place, sealed } of rows) {
        const entries = openEntries(vault, place.owner, sealed)
        const changed = entries && change(entries, place.owner)
        const newest = vault.keys.get(vault.newest)
        if (changed === undefined || newest === undefined) continue
        if (!(await column.replace(key, sealed, sealWith(newest, vault.newest, place, formatDataKeys(changed))))) lostRaces += 1
      }
      if (rows.length < batchSize) break
    }
  }
}

async function resealOwned({ db, vault, batchSize }: DataKeyRotation, at: DataKeyColumn) {
  const column = createDataKeyColumnRepository(db, at)
  let resealed = 0
  for (;;) {
    const unreadable: (UnreadableValue & { owner: string })[] = []
    let attempts = 0
    for (let after: string | undefined, rows; ; after = rows.at(-1)?.id) {
      rows = await column.listAfter(after, batchSize)
      for (const { id, place, sealed, dataKey } of rows) {
        const ring = openRing(vault, place.owner, dataKey)
        const fresh = ring ? resealValue(ring, place, sealed) : 'unreadable'
        if (fresh === 'unreadable') unreadable.push({ table: at.table, column: at.column, row: id, owner: place.owner })
        if (typeof fresh === 'string') continue
        attempts += 1
        if (await column.replace(id, sealed, fresh)) resealed += 1
      }
      if (rows.length < batchSize) break
    }
    if (attempts === 0) return { resealed, unreadable }
  }
}

/** Undefined when the data key cannot be opened. */
function openEntries(vault: Ring, userId: string, sealed: Buffer): DataKeyEntry[] | undefined {
  try {
    const key = vault.keys.get(keyVersionOf(sealed))
    return key && parseDataKeys(openWith(key, dataKeyPlace(userId), sealed))
  } catch (error) {
    if (error instanceof UnsealError || error instanceof RangeError) return undefined
    throw error
  }
}

export function openRing(vault: Ring, userId: string, sealed: Buffer): DataKeyRing | undefined {
  const entries = openEntries(vault, userId, sealed)
  return entries && toDataKeyRing(entries)
}
