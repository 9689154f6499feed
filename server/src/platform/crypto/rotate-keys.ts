import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { StartError } from '../start-error.ts'
import { makeKeyring, rewrapKeyring, unwrapKeyring } from './keyring-box.ts'
import { defaultTiming, type KeyringTiming } from './keyrings.ts'
import { createKeyringsRepository, type KeyringsRepository } from './keyrings.repository.ts'
import { type SealPurpose, sealPurposeNames, sealPurposes } from './purposes.ts'
import type { RootKeys } from './root-key.ts'
import { resealColumn, type Ring, type UnreadableValue } from './reseal-column.ts'
import { rotateDataKeys } from './rotate-data-keys.ts'
import { type SealedColumn, sealedColumns } from './sealed-columns.ts'

export interface RotationOptions {
  db: Db
  rootKey: RootKeys
  columns?: readonly SealedColumn[]
  /** Timing of the running nodes; shorter only in tests. */
  timing?: Partial<KeyringTiming>
  batchSize?: number
  /** Called with a sentence whenever something longer begins. */
  onProgress?: (sentence: string) => void
}

export interface RotationResult {
  /** Values that were re-encrypted by this run. */
  resealed: number
  /** Removed keyring versions that nothing used any longer. */
  retired: number
  /** Values that could not be opened. Their keys were kept. */
  unreadable: UnreadableValue[]
}

/**
 * Creates a new version of every encrypting keyring and a new data key for every person, re-encrypts everything, and removes the old ones, while any
 * number of nodes keep reading and writing. Also re-wraps with the current root key what the previous one still wraps. An interrupted run is resumed
 * by the next. Throws a StartError if another one is running. The order makes it safe: a version reaches every node before the first node writes with
 * it, and no node has written with the old one for a while before the last search for values that need it.
 */
export async function rotateKeys(options: RotationOptions): Promise<RotationResult> {
  return options.db.connection().execute(async (db) => {
    const keyrings = createKeyringsRepository(db)
    if (!(await keyrings.lockRotation())) throw new StartError('Another process is rotating the keys already.')
    try {
      // Losing the last few updates to a power failure is harmless: the next run makes them again. The removal of old versions,
      // which must not come before them, is written to the disk together with all that preceded it.
      await sql`set synchronous_commit = off`.execute(db)
      return await rotate({ ...options, db }, keyrings)
    } finally {
      // Should the connection be lost, the server has done both already.
      await sql`reset synchronous_commit`.execute(db).catch(() => {})
      await keyrings.unlockRotation().catch(() => {})
    }
  })
}

async function rotate(options: RotationOptions, keyrings: KeyringsRepository): Promise<RotationResult> {
  const { db, rootKey, columns = sealedColumns, batchSize = 500, onProgress = () => {} } = options
  const timing = { ...defaultTiming, ...options.timing }

  await rewrapAll(keyrings, rootKey)
  await beginOrContinue(db, rootKey)

  onProgress('Handing the new keys out to every node …')
  await waitUntil(timing.lease, async () => (await keyrings.sinceNewest()).made)
  await keyrings.activateAll()
  onProgress('Waiting until no node writes with the old keys …')
  await waitUntil(timing.lease + timing.settle, async () => (await keyrings.sinceNewest()).activated)

  const rings = await loadRings(keyrings, rootKey)
  const result: RotationResult = { resealed: 0, retired: 0, unreadable: [] }
  const inUse = new Set<SealPurpose>()
  for (const at of columns) {
    onProgress(`Encrypting ${at.table}.${at.column} anew …`)
    const { resealed, unreadable } = await resealColumn(db, at, rings[at.purpose], batchSize)
    result.resealed += resealed
    result.unreadable.push(...unreadable)
    if (unreadable.length > 0) inUse.add(at.purpose)
  }
  const people = await rotateDataKeys({ db, keyrings, vault: rings.vault, batchSize, waitUntil, settle: timing.settle, onProgress })
  result.resealed += people.resealed
  result.unreadable.push(...people.unreadable)

  await sql`set synchronous_commit = on`.execute(db)
  result.retired = await retire(keyrings, rings, inUse)
  await keyrings.finishRotation()
  return result
}

/**
 * Wraps with the current root key what another one has wrapped, or this one as an earlier version of the application derived it. Needs no lock:
 * only what is still as it was read is written.
 */
export async function rewrapAll(keyrings: KeyringsRepository, rootKey: RootKeys) {
  for (const row of await keyrings.list()) {
    if (row.root_key_id !== rootKey.current.id) await keyrings.rewrap(row, rewrapKeyring(rootKey, row))
  }
}

async function beginOrContinue(db: Db, rootKey: RootKeys) {
  await db.transaction().execute(async (tx) => {
    const keyrings = createKeyringsRepository(tx)
    await keyrings.lockMakers()
    if ((await keyrings.findUnfinishedRotation()) !== undefined) return
    const rows = await keyrings.list()
    await keyrings.startRotation()
    for (const purpose of sealPurposeNames) {
      const newest = Math.max(0, ...rows.filter((row) => row.purpose === purpose).map(({ version }) => version))
      await keyrings.put({ ...makeKeyring(rootKey.current, purpose, newest + 1), is_active: false })
    }
  })
}

/** `elapsed` is asked of the database, so that a run that continues another does not wait again. */
async function waitUntil(milliseconds: number, elapsed: () => Promise<number>) {
  for (let rest = milliseconds - (await elapsed()); rest > 0; rest = milliseconds - (await elapsed())) await wait(rest)
}

export async function loadRings(keyrings: KeyringsRepository, rootKey: RootKeys): Promise<Record<SealPurpose, Ring>> {
  const rows = await keyrings.list()
  const ringOf = (purpose: SealPurpose): Ring => {
    const own = rows.filter((row) => row.purpose === purpose)
    return {
      keys: new Map(own.map((row) => [row.version, unwrapKeyring(rootKey, row)])),
      newest: Math.max(...own.map(({ version }) => version)),
    }
  }
  return Object.fromEntries(sealPurposeNames.map((purpose) => [purpose, ringOf(purpose)])) as Record<SealPurpose, Ring>
}

async function retire(keyrings: KeyringsRepository, rings: Record<SealPurpose, Ring>, inUse: ReadonlySet<SealPurpose>): Promise<number> {
  let retired = 0
  for (const purpose of sealPurposeNames) {
    if (inUse.has(purpose)) continue
    const settings: { outlivesRotationByDays?: number } = sealPurposes[purpose]
    for (const version of rings[purpose].keys.keys()) {
      if (version === rings[purpose].newest) continue
      if (await keyrings.removeSuperseded(purpose, version, settings.outlivesRotationByDays ?? 0)) retired += 1
    }
  }
  return retired
}
