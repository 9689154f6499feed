import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from 'node:crypto'

/*
 * A sealed value: format (1 byte) | key version (2) | nonce (12) | ciphertext | tag (16), AES-256-GCM. Nonces are random, which
 * is safe for 2^32 values under one key (NIST SP 800-38D §8.3). Format 2 authenticates the context of its place as well.
 */
const formats = { plain: 1, withContext: 2 } as const
const nonceAt = 3
const nonceSize = 12
const textAt = nonceAt + nonceSize
const tagSize = 16

const algorithm = 'aes-256-gcm'
/** By default Node.js accepts tags of 4 bytes. */
const options = { authTagLength: tagSize }

/** Storage location of a value. It can be opened only there, so that access to the database is not enough to move it to another row. */
export interface Place {
  table: string
  column: string
  row: string
  /** The id of the person it belongs to; empty when it belongs to the installation. */
  owner: string
  /** Data that must be unchanged since sealing, such as the parameters of a key. */
  context?: string
}

/** A sealed value that was changed, cut, moved, or sealed with another key. */
export class UnsealError extends Error {
  override name = 'UnsealError'
}

export function sealWith(key: KeyObject, keyVersion: number, place: Place, plaintext: Uint8Array | string): Buffer {
  const format = place.context === undefined ? formats.plain : formats.withContext
  const head = Buffer.allocUnsafe(textAt)
  head.writeUInt8(format, 0)
  head.writeUInt16BE(keyVersion, 1)
  randomFillSync(head, nonceAt, nonceSize)
  const cipher = createCipheriv(algorithm, key, head.subarray(nonceAt), options)
  cipher.setAAD(describe(place, keyVersion, format))
  const text = typeof plaintext === 'string' ? cipher.update(plaintext, 'utf8') : cipher.update(plaintext)
  cipher.final()
  return Buffer.concat([head, text, cipher.getAuthTag()])
}

/**
 * Throws an UnsealError. A value of a place with a context may still have the format without: then it was sealed by a version of the
 * application that knew no contexts, and `lacksContext` says so.
 */
export function openWith(key: KeyObject, place: Place, sealed: Buffer): Buffer {
  const keyVersion = keyVersionOf(sealed)
  try {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(nonceAt, textAt), options)
    decipher.setAAD(describe(place, keyVersion, sealed[0] ?? 0))
    decipher.setAuthTag(sealed.subarray(sealed.length - tagSize))
    const text = decipher.update(sealed.subarray(textAt, sealed.length - tagSize))
    decipher.final()
    return text
  } catch {
    throw new UnsealError(
      `The value in ${place.table}.${place.column}, row ${place.row}, cannot be opened: it was changed or belongs elsewhere.`,
    )
  }
}

/** The version of the key that sealed it. Throws an UnsealError when it is not a sealed value. */
export function keyVersionOf(sealed: Buffer): number {
  const isKnown = sealed[0] === formats.plain || sealed[0] === formats.withContext
  if (sealed.length < textAt + tagSize || !isKnown) throw new UnsealError('This is not a sealed value.')
  return sealed.readUInt16BE(1)
}

/** Whether a value was sealed before its place had a context, so that sealing it again would authenticate the context too. */
export function lacksContext(place: Place, sealed: Buffer): boolean {
  return place.context !== undefined && sealed[0] === formats.plain
}

/** Every part carries its length, so that no two places read the same. */
function describe({ table, column, row, owner, context = '' }: Place, keyVersion: number, format: number): Buffer {
  const bound = format === formats.withContext ? `${context.length}:${context}` : ''
  return Buffer.from(
    `${format}:${keyVersion}:${table.length}:${table}${column.length}:${column}${row.length}:${row}${owner.length}:${owner}${bound}`,
  )
}
