import type { KeyObject } from 'node:crypto'
import type { BaseLogger } from 'pino'
import type { Db } from '../database.ts'
import { fail } from '../fail.ts'
import { makeKeyring, unwrapKeyring } from './keyring-box.ts'
import { createKeyringsRepository, type KeyringRow, type KeyringsRepository } from './keyrings.repository.ts'
import { allPurposes, type Purpose } from './purposes.ts'
import type { RootKeys } from './root-key.ts'

/** Milliseconds. Together they make sure that no node writes with a version that rotation is about to remove. */
export interface KeyringTiming {
  /** Interval between looks for new versions. */
  refresh: number
  /** Delay before another look after a failure. */
  retry: number
  /** Period for which a node may write without having looked. */
  lease: number
  /** Period within which a sealed value must be committed. */
  settle: number
}

export const defaultTiming: KeyringTiming = { refresh: 10_000, retry: 1_000, lease: 30_000, settle: 30_000 }

export interface VersionedKey {
  version: number
  key: KeyObject
}

export interface Keyrings {
  /** The key to write with. */
  forSealing(purpose: Purpose): VersionedKey
  /** Needs no confirmation: for keys that rotation never removes. */
  newest(purpose: Purpose): VersionedKey
  /** Undefined when the version is unknown. Then the database is asked in the background. */
  find(purpose: Purpose, version: number): KeyObject | undefined
  refresh(): Promise<void>
  close(): void
}

/** By purpose, in memory: the keys by version, and the version to write with. */
type Rings = Map<string, { keys: Map<number, KeyObject>; newest: number }>

/**
 * Loads the keyrings, and makes those that are missing: all of them on an empty database, and the ones of purposes that a newer
 * version of the application brought. Throws a StartError when the root key is not the right one.
 */
export async function openKeyrings(deps: {
  db: Db
  rootKeys: RootKeys
  log: BaseLogger
  timing?: Partial<KeyringTiming>
}): Promise<Keyrings> {
  const timing = { ...defaultTiming, ...deps.timing }
  const repository = createKeyringsRepository(deps.db)

  await deps.db.transaction().execute((tx) => makeMissing(createKeyringsRepository(tx), deps.rootKeys))

  let rings: Rings = new Map()
  let confirmedAt = Number.NEGATIVE_INFINITY
  let refreshing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isFailing = false
  let isClosed = false

  async function load() {
    const askedAt = performance.now()
    rings = toRings(await repository.list(), deps.rootKeys)
    confirmedAt = askedAt
  }

  function refresh(): Promise<void> {
    refreshing ??= load().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  function schedule(milliseconds: number) {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void refreshInBackground(), milliseconds).unref()
  }

  async function refreshInBackground() {
    try {
      await refresh()
      isFailing = false
      schedule(timing.refresh)
    } catch (error) {
      if (isClosed) return
      if (!isFailing) deps.log.warn({ err: error }, 'the keyrings cannot be refreshed; until they can, nothing new is encrypted')
      isFailing = true
      schedule(timing.retry)
    }
  }

  function newest(purpose: Purpose): VersionedKey {
    const ring = rings.get(purpose)
    const key = ring?.keys.get(ring.newest)
    if (ring === undefined || key === undefined) throw new Error(`There is no keyring for ${purpose}.`)
    return { version: ring.newest, key }
  }

  await load()
  schedule(timing.refresh)

  return {
    newest,
    refresh,
    forSealing(purpose) {
      if (performance.now() - confirmedAt > timing.lease) {
        void refreshInBackground()
        throw fail('server.unavailable', { retryAfter: 1 })
      }
      return newest(purpose)
    },
    find(purpose, version) {
      const key = rings.get(purpose)?.keys.get(version)
      if (key === undefined) void refreshInBackground()
      return key
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

async function makeMissing(repository: KeyringsRepository, rootKeys: RootKeys) {
  await repository.lockMakers() // of two nodes that start together, the second finds the first one's keyrings
  const rows = await repository.list()
  toRings(rows, rootKeys) // refuses a wrong root key before anything is written
  const present = new Set(rows.map(({ purpose }) => purpose))
  for (const purpose of allPurposes) {
    if (!present.has(purpose)) await repository.put({ ...makeKeyring(rootKeys.current, purpose, 1), is_active: true })
  }
}

function toRings(rows: KeyringRow[], rootKeys: RootKeys): Rings {
  const rings: Rings = new Map()
  for (const row of rows) {
    const ring = rings.get(row.purpose) ?? { keys: new Map<number, KeyObject>(), newest: 0 }
    ring.keys.set(row.version, unwrapKeyring(rootKeys, row))
    if (row.is_active) ring.newest = Math.max(ring.newest, row.version)
    rings.set(row.purpose, ring)
  }
  return rings
}
