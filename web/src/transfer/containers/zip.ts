import { Inflate } from 'fflate'
import { isSame, toText } from '../opening/bytes.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { applyAesCounter, derivePbkdf2, hmacSha1 } from '../opening/unlock.ts'
import { crc32, openZipCrypto } from './zip-crypto.ts'

/** Bytes that one file of an archive, and all of them together, may have when they are unpacked. */
const [mostFileBytes, mostBytes] = [32 * 1024 * 1024, 64 * 1024 * 1024]
const mostFiles = 5_000

export interface ZipFile {
  /** Includes its folders. */
  name: string
  /** Bytes by the archive's directory; no more are unpacked. */
  size: number
  isEncrypted: boolean
  /** Throws `password_needed`, `password_wrong`, `too_costly`, or `damaged` when the checksum is not right. */
  open: (password: string | undefined) => Uint8Array
}

/** Number of bytes unpacked so far, of an archive and nested ones. */
export interface UnpackedBytes {
  count: number
}

export const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)

/**
 * Files of a ZIP archive (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT), stored or deflated, encrypted with ZipCrypto or with WinZip's
 * AES. Data between the files are ignored; the directory at the end counts. Throws `damaged` if that is missing.
 */
export function readZip(bytes: Uint8Array, unpacked: UnpackedBytes = { count: 0 }): ZipFile[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  const files: ZipFile[] = []
  let at = view.getUint32(end + 16, true)
  const count = view.getUint16(end + 10, true)
  if (count > mostFiles) throw new TransferError('too_costly')
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x0201_4b50) throw new TransferError('damaged')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
    const head = {
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      time: view.getUint16(at + 12, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      local: view.getUint32(at + 42, true),
      aes: readAesField(view, at + 46 + (nameLength ?? 0), extraLength ?? 0),
    }
    const name = toText(bytes.subarray(at + 46, at + 46 + (nameLength ?? 0)))
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
    if (name.endsWith('/')) continue
    const open = (password: string | undefined) => {
      unpacked.count += head.size
      if (head.size > mostFileBytes || unpacked.count > mostBytes) throw new TransferError('too_costly')
      return openFile(bytes, head, password)
    }
    files.push({ name, size: head.size, isEncrypted: (head.flags & 1) === 1, open })
  }
  return files
}

interface ZipHead {
  flags: number
  method: number
  time: number
  crc: number
  packed: number
  size: number
  local: number
  aes: { keyBytes: number; method: number; version: number } | undefined
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= 0 && at >= view.byteLength - 22 - 65_535; at--) {
    if (view.getUint32(at, true) === 0x0605_4b50 && at + 22 + view.getUint16(at + 20, true) === view.byteLength) return at
  }
  throw new TransferError('damaged')
}

/** The extra field 0x9901 says how strong the key is and how the file was packed before it was encrypted. */
function readAesField(view: DataView, from: number, length: number): ZipHead['aes'] {
  for (let at = from; at + 4 <= Math.min(from + length, view.byteLength);) {
    const size = view.getUint16(at + 2, true)
    if (view.getUint16(at, true) === 0x9901 && size >= 7 && at + 11 <= view.byteLength)
      return { version: view.getUint16(at + 4, true), keyBytes: 8 + 8 * view.getUint8(at + 8), method: view.getUint16(at + 9, true) }
    at += 4 + size
  }
  return undefined
}

function openFile(bytes: Uint8Array, head: ZipHead, password: string | undefined): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (head.local + 30 > bytes.length || view.getUint32(head.local, true) !== 0x0403_4b50) throw new TransferError('damaged')
  const start = head.local + 30 + view.getUint16(head.local + 26, true) + view.getUint16(head.local + 28, true)
  if (start + head.packed > bytes.length) throw new TransferError('damaged')
  const packed = bytes.subarray(start, start + head.packed)
  if ((head.flags & 1) === 0) return checked(unpack(packed, head.method, head.size), head.crc)
  if (password === undefined) throw new TransferError('password_needed')
  if (head.aes) {
    const unpacked = unpack(openAes(packed, head.aes.keyBytes, password), head.aes.method, head.size)
    // The second version leaves the checksum out, since it would tell something of the text.
    return head.aes.version === 2 ? unpacked : checked(unpacked, head.crc)
  }
  const checkByte = (head.flags & 8) === 0 ? head.crc >>> 24 : head.time >>> 8
  const opened = openZipCrypto(packed, password, checkByte)
  try {
    return checked(unpack(opened, head.method, head.size), head.crc)
  } catch (error) {
    // So far a single byte was checked, which one wrong password in 256 passes.
    throw error instanceof TransferError && error.failure === 'damaged' ? new TransferError('password_wrong') : error
  }
}

function openAes(packed: Uint8Array, keyBytes: number, password: string): Uint8Array {
  if (![16, 24, 32].includes(keyBytes)) throw new TransferError('damaged')
  const [saltBytes, macBytes] = [keyBytes / 2, 10]
  if (packed.length < saltBytes + 2 + macBytes) throw new TransferError('damaged')
  const keys = derivePbkdf2('SHA1', password, packed.subarray(0, saltBytes), 1000, 2 * keyBytes + 2)
  if (!isSame(keys.subarray(2 * keyBytes), packed.subarray(saltBytes, saltBytes + 2))) throw new TransferError('password_wrong')
  const sealed = packed.subarray(saltBytes + 2, packed.length - macBytes)
  const mac = hmacSha1(keys.subarray(keyBytes, 2 * keyBytes), sealed).subarray(0, macBytes)
  if (!isSame(mac, packed.subarray(packed.length - macBytes))) throw new TransferError('password_wrong')
  return applyAesCounter(keys.subarray(0, keyBytes), sealed)
}

/** Stops as soon as there is more than the directory says, whatever the packed bytes would still become. */
function unpack(packed: Uint8Array, method: number, size: number): Uint8Array {
  if (method === 0) {
    if (packed.length !== size) throw new TransferError('damaged')
    return packed.slice()
  }
  if (method !== 8) throw new TransferError('unknown_format')
  return inflate(packed, size)
}

const pieceBytes = 16 * 1024

/** Inflates what is exactly `size` bytes long. Throws `damaged` otherwise. */
function inflate(packed: Uint8Array, size: number): Uint8Array {
  const unpacked = new Uint8Array(size)
  let done = 0
  const stream = new Inflate((piece) => {
    if (done + piece.length > size) throw new TransferError('damaged')
    unpacked.set(piece, done)
    done += piece.length
  })
  try {
    for (let at = 0; at < packed.length; at += pieceBytes)
      stream.push(packed.subarray(at, at + pieceBytes), at + pieceBytes >= packed.length)
  } catch {
    throw new TransferError('damaged')
  }
  if (done !== size) throw new TransferError('damaged')
  return unpacked
}

function checked(bytes: Uint8Array, crc: number): Uint8Array {
  if (crc32(bytes) !== crc) throw new TransferError('damaged')
  return bytes
}
