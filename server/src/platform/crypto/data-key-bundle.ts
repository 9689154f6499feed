import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

/*
 * Decrypted content of a person's row in `data_keys`: their key, or both keys while it is being replaced. 32 bytes are version 1 alone; otherwise
 * each entry has its version (2 bytes), whether it is the one to write with (1 byte), and the key (32 bytes).
 */

export interface DataKeyEntry {
  version: number
  /** False: handed out to every request, but not written with yet. */
  isActive: boolean
  /** 32 bytes. */
  key: Buffer
}

const keySize = 32
const entrySize = 2 + 1 + keySize

/** A new key alone. */
export const makeDataKey = (version = 1): DataKeyEntry => ({ version, isActive: true, key: randomBytes(keySize) })

/** Throws a RangeError when the bytes are no data key. */
export function parseDataKeys(bytes: Buffer): DataKeyEntry[] {
  if (bytes.length === keySize) return [{ version: 1, isActive: true, key: bytes }]
  if (bytes.length === 0 || bytes.length % entrySize !== 0) throw new RangeError('This is not a data key.')
  return Array.from({ length: bytes.length / entrySize }, (_, index) => {
    const entry = bytes.subarray(index * entrySize, (index + 1) * entrySize)
    return { version: entry.readUInt16BE(0), isActive: entry[2] === 1, key: entry.subarray(3) }
  })
}

export function formatDataKeys(entries: readonly DataKeyEntry[]): Buffer {
  const [only] = entries
  if (entries.length === 1 && only?.version === 1 && only.isActive) return only.key
  return Buffer.concat(
    entries.map(({ version, isActive, key }) => {
      const head = Buffer.alloc(3)
      head.writeUInt16BE(version, 0)
      head[2] = isActive ? 1 : 0
      return Buffer.concat([head, key])
    }),
  )
}

export interface DataKeyRing {
  keys: Map<number, KeyObject>
  /** The version to write with. */
  newest: number
}

/** Throws a RangeError when no entry is active. */
export function toDataKeyRing(entries: readonly DataKeyEntry[]): DataKeyRing {
  const active = entries.filter(({ isActive }) => isActive).map(({ version }) => version)
  if (active.length === 0) throw new RangeError('There is no data key to write with.')
  return { keys: new Map(entries.map(({ version, key }) => [version, createSecretKey(key)])), newest: Math.max(...active) }
}
