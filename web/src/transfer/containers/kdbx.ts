import { cbc } from '@noble/ciphers/aes.js'
import { chacha20 } from '@noble/ciphers/chacha.js'
import { salsa20 } from '@noble/ciphers/salsa.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { Gunzip } from 'fflate'
import { fromBase64, fromHex, isSame, join, toBytes, toHex, toText } from '../opening/bytes.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { readXml, type XmlElement } from './xml.ts'
import { openTwofishCbc } from './twofish.ts'
import { deriveKdbxKey, type KdbxValue, readVariants } from './kdbx-key.ts'
import { readKeyFile } from './key-file.ts'

const [magic, format2, format1] = ['03d9a29a', '67fb4bb5', '65fb4bb5']
const ciphers = {
  aes: '31c1f2e6bf714350be5805216afc5aff',
  chacha20: 'd6038a2b8b6f4cb5a524339a31dbb59a',
  twofish: 'ad68f29f576f4bb9a36ad47af965346c',
}
const mostBytes = 128 * 1024 * 1024

export const isKdbx = (bytes: Uint8Array) => toHex(bytes.subarray(0, 8)) === magic + format2
/** The database of KeePass 1, which is another format altogether. */
export const isKdb = (bytes: Uint8Array) => toHex(bytes.subarray(0, 8)) === magic + format1

interface Header {
  major: number
  /** By the number of their kind. */
  fields: ReadonlyMap<number, Uint8Array>
  length: number
}

/**
 * Opens a KeePass database, KDBX 3.1 or 4 (https://keepass.info/help/kb/kdbx.html), and answers its XML with protected values in the clear. Throws
 * `key_needed`, `key_wrong`, `too_costly`, and `keepass_cipher` for a cipher of some plugin.
 */
export async function openKdbx(bytes: Uint8Array, password: string | undefined, keyFile: Uint8Array | undefined): Promise<XmlElement> {
  const header = readHeader(bytes)
  if (password === undefined && keyFile === undefined) throw new TransferError('key_needed')
  const { content, stream } = await openWithAny(bytes, header, compositesOf(password ?? '', keyFile))
  const document = readXml(toText(content))
  unprotect(document, stream)
  return document
}

/**
 * Combines password and key file. An empty field is either an empty password or none: the database does not say which, and KeePass and KeePassXC
 * differ.
 */
function compositesOf(password: string, keyFile: Uint8Array | undefined): Uint8Array[] {
  const ofFile = keyFile ? readKeyFile(keyFile) : new Uint8Array()
  const withPassword = sha256(join(sha256(toBytes(password)), ofFile))
  return password === '' ? [sha256(ofFile), withPassword] : [withPassword]
}

async function openWithAny(bytes: Uint8Array, header: Header, composites: readonly Uint8Array[]): Promise<Opened> {
  for (const composite of composites) {
    try {
      return header.major === 4 ? await openVersion4(bytes, header, composite) : await openVersion3(bytes, header, composite)
    } catch (error) {
      if (!(error instanceof TransferError && error.failure === 'key_wrong')) throw error
    }
  }
  throw new TransferError('key_wrong')
}

function readHeader(bytes: Uint8Array): Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12) throw new TransferError('damaged')
  const major = view.getUint16(10, true)
  // Version 2 differs from 3 in nothing that is read here.
  if (major < 2 || major > 4) throw new TransferError('unknown_format')
  const fields = new Map<number, Uint8Array>()
  for (let at = 12; ;) {
    const head = major === 4 ? 5 : 3
    if (at + head > bytes.length) throw new TransferError('damaged')
    const kind = view.getUint8(at)
    const size = major === 4 ? view.getUint32(at + 1, true) : view.getUint16(at + 1, true)
    if (at + head + size > bytes.length) throw new TransferError('damaged')
    fields.set(kind, bytes.subarray(at + head, at + head + size))
    at += head + size
    if (kind === 0) return { major, fields, length: at }
  }
}

interface Opened {
  content: Uint8Array
  stream: (sealed: Uint8Array) => Uint8Array
}

function fieldOf({ fields }: Header, kind: number): Uint8Array {
  const field = fields.get(kind)
  if (!field) throw new TransferError('damaged')
  return field
}

const littleEndian = (bytes: Uint8Array) => bytes.reduceRight((value, byte) => value * 256 + byte, 0)

async function openVersion3(bytes: Uint8Array, header: Header, composite: Uint8Array): Promise<Opened> {
  const settings = new Map<string, KdbxValue>([
    ['$UUID', fromHex('c9d9f39a628a4460bf740d08c18a4fea')],
    ['S', fieldOf(header, 5)],
    ['R', littleEndian(fieldOf(header, 6))],
  ])
  const key = sha256(join(fieldOf(header, 4), await deriveKdbxKey(settings, composite)))
  const opened = decrypt(header, key, bytes.subarray(header.length), 'key_wrong')
  const start = fieldOf(header, 9)
  if (!isSame(opened.subarray(0, start.length), start)) throw new TransferError('key_wrong')
  const content = unpack(header, joinHashedBlocks(opened.subarray(start.length)))
  return { content, stream: innerStream(littleEndian(fieldOf(header, 10)), fieldOf(header, 8)) }
}

/** Index, hash, length, and what it is the hash of; the last block is empty. */
function joinHashedBlocks(bytes: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = []
  for (let at = 0; ;) {
    if (at + 40 > bytes.length) throw new TransferError('damaged')
    const size = littleEndian(bytes.subarray(at + 36, at + 40))
    if (size === 0) return join(...blocks)
    const block = bytes.subarray(at + 40, at + 40 + size)
    if (block.length !== size || !isSame(sha256(block), bytes.subarray(at + 4, at + 36))) throw new TransferError('damaged')
    blocks.push(block)
    at += 40 + size
  }
}

async function openVersion4(bytes: Uint8Array, header: Header, composite: Uint8Array): Promise<Opened> {
  const head = bytes.subarray(0, header.length)
  const sums = bytes.subarray(header.length, header.length + 64)
  if (!isSame(sha256(head), sums.subarray(0, 32))) throw new TransferError('damaged')
  const transformed = await deriveKdbxKey(readVariants(fieldOf(header, 11)), composite)
  const seed = fieldOf(header, 4)
  const macKey = sha512(join(seed, transformed, Uint8Array.of(1)))
  const keyOfBlock = (index: Uint8Array) => sha512(join(index, macKey))
  if (!isSame(hmac(sha256, keyOfBlock(new Uint8Array(8).fill(255)), head), sums.subarray(32))) throw new TransferError('key_wrong')
  const sealed = joinSignedBlocks(bytes.subarray(header.length + 64), keyOfBlock)
  const opened = unpack(header, decrypt(header, sha256(join(seed, transformed)), sealed, 'damaged'))
  return readInnerHeader(opened)
}

function joinSignedBlocks(bytes: Uint8Array, keyOfBlock: (index: Uint8Array) => Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = []
  const index = new Uint8Array(8)
  for (let at = 0; ;) {
    if (at + 36 > bytes.length) throw new TransferError('damaged')
    const size = bytes.subarray(at + 32, at + 36)
    const end = at + 36 + littleEndian(size)
    const block = bytes.subarray(at + 36, end)
    new DataView(index.buffer).setUint32(0, blocks.length, true)
    const mac = hmac(sha256, keyOfBlock(index), join(index, size, block))
    if (end > bytes.length || !isSame(mac, bytes.subarray(at, at + 32))) throw new TransferError('damaged')
    if (block.length === 0) return join(...blocks)
    blocks.push(block)
    at = end
  }
}

function readInnerHeader(bytes: Uint8Array): Opened {
  const fields = new Map<number, Uint8Array>()
  for (let at = 0; ;) {
    if (at + 5 > bytes.length) throw new TransferError('damaged')
    const kind = bytes[at] ?? 0
    const end = at + 5 + littleEndian(bytes.subarray(at + 1, at + 5))
    fields.set(kind, bytes.subarray(at + 5, end))
    at = end
    if (kind === 0) break
    if (at > bytes.length) throw new TransferError('damaged')
    // Attachments follow, which may be many and are of no interest.
    if (kind !== 3) continue
    fields.delete(3)
  }
  const [kind, key] = [fields.get(1), fields.get(2)]
  if (!kind || !key) throw new TransferError('damaged')
  return { content: bytes.subarray(endOfInnerHeader(bytes)), stream: innerStream(littleEndian(kind), key) }
}

function endOfInnerHeader(bytes: Uint8Array): number {
  for (let at = 0; ;) {
    const kind = bytes[at]
    at += 5 + littleEndian(bytes.subarray(at + 1, at + 5))
    if (kind === 0 || at >= bytes.length) return at
  }
}

function decrypt(header: Header, key: Uint8Array, sealed: Uint8Array, failure: 'damaged' | 'key_wrong'): Uint8Array {
  const cipher = toHex(fieldOf(header, 2))
  const iv = fieldOf(header, 7)
  try {
    if (cipher === ciphers.aes) return cbc(key, iv).decrypt(sealed)
    if (cipher === ciphers.chacha20) return chacha20(key, iv, sealed)
    if (cipher === ciphers.twofish) return openTwofishCbc(key, iv, sealed)
  } catch {
    throw new TransferError(failure)
  }
  throw new TransferError('keepass_cipher')
}

/** Gzip, or nothing. */
function unpack(header: Header, packed: Uint8Array): Uint8Array {
  if (littleEndian(fieldOf(header, 3)) === 0) return packed
  const pieces: Uint8Array[] = []
  let done = 0
  const stream = new Gunzip((piece) => {
    done += piece.length
    if (done > mostBytes) throw new TransferError('too_costly')
    pieces.push(piece)
  })
  const step = 64 * 1024
  try {
    for (let at = 0; at < packed.length; at += step) stream.push(packed.subarray(at, at + step), at + step >= packed.length)
  } catch (error) {
    throw error instanceof TransferError ? error : new TransferError('damaged')
  }
  return join(...pieces)
}

/** Values that KeePass protects in memory are encrypted once more, one after the other, with a stream cipher. */
function innerStream(kind: number, key: Uint8Array): Opened['stream'] {
  if (kind === 2) return (sealed) => salsa20(sha256(key), fromHex('e830094b97205d2a'), sealed)
  if (kind !== 3) throw new TransferError('keepass_cipher')
  const hash = sha512(key)
  return (sealed) => chacha20(hash.subarray(0, 32), hash.subarray(32, 44), sealed)
}

function unprotect(document: XmlElement, stream: Opened['stream']): void {
  const values: { element: XmlElement; sealed: Uint8Array }[] = []
  const visit = (element: XmlElement) => {
    if (element.attributes.get('Protected')?.toLowerCase() === 'true') values.push({ element, sealed: fromBase64(element.text) })
    for (const child of element.children) visit(child)
  }
  visit(document)
  const opened = stream(join(...values.map(({ sealed }) => sealed)))
  let at = 0
  for (const { element, sealed } of values) {
    element.text = toText(opened.subarray(at, at + sealed.length))
    at += sealed.length
  }
}
