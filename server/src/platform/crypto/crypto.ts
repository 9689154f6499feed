import { createHmac, type KeyObject } from 'node:crypto'
import type { BaseLogger } from 'pino'
import type { Db } from '../database.ts'
import { fail } from '../fail.ts'
import { type DataKeyRing, formatDataKeys, makeDataKey, parseDataKeys, toDataKeyRing } from './data-key-bundle.ts'
import { type KeyringTiming, openKeyrings } from './keyrings.ts'
import type { MacPurpose, SealPurpose } from './purposes.ts'
import type { RootKeys } from './root-key.ts'
import { keyVersionOf, openWith, type Place, sealWith, UnsealError } from './sealed-value.ts'

/*
 * Root key (not in the database) → keyrings, by purpose and version → a data key per person → values. Deleting a person's data
 * key makes unreadable what they stored. Rotation replaces the keyrings and the data keys.
 */

/** Encrypts one person's stored values. Open it per request and keep it no longer. */
export interface DataKey {
  seal(place: Place, plaintext: Uint8Array | string): Buffer
  /** Throws an UnsealError when the value was changed or belongs elsewhere. */
  open(place: Place, sealed: Buffer): Buffer
}

export interface Crypto {
  /** A new data key, sealed, for `data_keys.sealed`. */
  newDataKey(userId: string): Buffer
  /** Throws an UnsealError when it is not the data key of this person. */
  openDataKey(sealed: Buffer, userId: string): DataKey
  /** For values of the installation, and values that rotation re-encrypts: see `sealed-columns.ts`. */
  seal(purpose: SealPurpose, place: Place, plaintext: Uint8Array | string): Buffer
  /** Throws an UnsealError when the value was changed or belongs elsewhere. */
  open(purpose: SealPurpose, place: Place, sealed: Buffer): Buffer
  /** HMAC-SHA-256 under the newest version of the key. Parts cannot run into each other. */
  mac(purpose: MacPurpose, ...parts: (string | Uint8Array)[]): { version: number; mac: Buffer }
  /** The same with a stored version. Undefined: there is no such version. */
  macWith(purpose: MacPurpose, version: number, ...parts: (string | Uint8Array)[]): Buffer | undefined
  /** Looks for new versions of the keys now, instead of within ten seconds. */
  refresh(): Promise<void>
  /** Stops looking for new versions. */
  close(): void
}

/** Throws a StartError when the root key is not the one that the database was encrypted with. */
export async function openCrypto(deps: { db: Db; rootKey: RootKeys; log: BaseLogger; timing?: Partial<KeyringTiming> }): Promise<Crypto> {
  const { rootKey: rootKeys, ...rest } = deps
  const keyrings = await openKeyrings({ ...rest, rootKeys })

  function seal(purpose: SealPurpose, place: Place, plaintext: Uint8Array | string): Buffer {
    const { key, version } = keyrings.forSealing(purpose)
    return sealWith(key, version, place, plaintext)
  }

  function open(purpose: SealPurpose, place: Place, sealed: Buffer): Buffer {
    const key = keyrings.find(purpose, keyVersionOf(sealed))
    // A node that was disconnected during a rotation may lack a new key; it gets it a moment later.
    if (key === undefined) throw fail('server.unavailable', { retryAfter: 1 })
    return openWith(key, place, sealed)
  }

  return {
    seal,
    open,
    newDataKey: (userId) => seal('vault', dataKeyPlace(userId), formatDataKeys([makeDataKey()])),
    openDataKey: (sealed, userId) => createDataKey(toDataKeyRing(parseDataKeys(open('vault', dataKeyPlace(userId), sealed)))),
    mac(purpose, ...parts) {
      const { key, version } = keyrings.newest(purpose)
      return { version, mac: macOf(key, parts) }
    },
    macWith(purpose, version, ...parts) {
      const key = keyrings.find(purpose, version)
      return key === undefined ? undefined : macOf(key, parts)
    },
    refresh: keyrings.refresh,
    close: keyrings.close,
  }
}

export function dataKeyPlace(userId: string): Place {
  return { table: 'data_keys', column: 'sealed', row: userId, owner: userId }
}

function createDataKey({ keys, newest }: DataKeyRing): DataKey {
  function find(version: number): KeyObject {
    const key = keys.get(version)
    if (key === undefined) throw new UnsealError(`Version ${version} of this data key is gone.`)
    return key
  }
  return {
    seal: (place, plaintext) => sealWith(find(newest), newest, place, plaintext),
    open: (place, sealed) => openWith(find(keyVersionOf(sealed)), place, sealed),
  }
}

function macOf(key: KeyObject, parts: (string | Uint8Array)[]): Buffer {
  const hmac = createHmac('sha256', key)
  const size = Buffer.alloc(4)
  for (const part of parts) {
    const bytes = Buffer.from(part)
    size.writeUInt32BE(bytes.length)
    hmac.update(size).update(bytes)
  }
  return hmac.digest()
}
