import { cfb } from '@noble/ciphers/aes.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { Inflate, Unzlib } from 'fflate'
import { fromBase64, isSame, join, toBytes, toText } from '../opening/bytes.ts'
import { estimateAtOnce } from '../opening/stretching.ts'
import { TransferError } from '../opening/transfer-failure.ts'

/*
 * Messages that OpenPGP encrypts with a password (RFC 4880, 5.3 and 5.13), as GnuPG and Proton Pass write them. One for a key pair is left to the
 * software that has the key.
 */

interface Packet {
  tag: number
  body: Uint8Array
}

const tags = { keyByPassword: 3, compressed: 8, literal: 11, sealed: 18 }
const mostBytes = 64 * 1024 * 1024
const mostPackets = 1000

const armor = /^\s*-----BEGIN PGP MESSAGE-----\r?\n/
const isPasswordPacket = (bytes: Uint8Array) => (bytes[0] === 0x8c || bytes[0] === 0xc3) && bytes[2] === 4

/** Whether a password may open it: the first packet describes the key's derivation, or it is armored text. */
export const isOpenPgp = (bytes: Uint8Array) => isPasswordPacket(bytes) || armor.test(String.fromCharCode(...bytes.subarray(0, 64)))

/** Content of a message. Throws `pgp` for one that needs a key pair or an unsupported algorithm; `password_needed`, `password_wrong`, `damaged`. */
export function openOpenPgp(bytes: Uint8Array, password: string | undefined): Uint8Array {
  const packets = readPackets(isPasswordPacket(bytes) ? bytes : unarmor(toText(bytes)))
  const locks = packets.filter(({ tag }) => tag === tags.keyByPassword)
  const sealed = packets.find(({ tag }) => tag === tags.sealed)?.body
  if (locks.length === 0 || sealed?.[0] !== 1) throw new TransferError('pgp')
  if (password === undefined) throw new TransferError('password_needed')
  for (const { body } of locks.slice(0, 4)) {
    const key = sessionKey(body, password)
    const content = key && openSealed(key, sealed.subarray(1))
    if (content) return literalIn(readPackets(content), 0)
  }
  throw new TransferError('password_wrong')
}

/** Throws `damaged` when the end is missing. A sum behind the text is not looked at: what is sealed has one of its own. */
function unarmor(text: string): Uint8Array {
  const end = text.indexOf('-----END PGP MESSAGE-----')
  if (end === -1) throw new TransferError('damaged')
  const lines = text.slice(0, end).replace(armor, '').split('\n')
  return fromBase64(lines.filter((line) => !line.includes(': ') && !/^=[A-Za-z0-9+/]{4}\s*$/.test(line)).join('\n'))
}

function readPackets(bytes: Uint8Array): Packet[] {
  const packets: Packet[] = []
  let at = 0
  const take = (length: number) => {
    if (length < 0 || at + length > bytes.length) throw new TransferError('damaged')
    at += length
    return bytes.subarray(at - length, at)
  }
  const number = (length: number) => take(length).reduce((value, byte) => value * 256 + byte, 0)
  /** Long packets are written in pieces, each with its length. */
  function newBody(): Uint8Array {
    const pieces: Uint8Array[] = []
    for (;;) {
      const first = number(1)
      const isPart = first >= 224 && first < 255
      const length = first < 192 ? first : isPart ? 2 ** (first & 31) : first === 255 ? number(4) : (first - 192) * 256 + number(1) + 192
      pieces.push(take(length))
      if (!isPart) return pieces.length === 1 ? (pieces[0] ?? new Uint8Array()) : join(...pieces)
    }
  }
  while (at < bytes.length) {
    const head = number(1)
    if ((head & 0x80) === 0 || packets.length >= mostPackets) throw new TransferError('damaged')
    const isNew = (head & 0x40) !== 0
    const kind = head & 3
    if (isNew) packets.push({ tag: head & 63, body: newBody() })
    else packets.push({ tag: (head >> 2) & 15, body: take(kind === 3 ? bytes.length - at : number(2 ** kind)) })
  }
  return packets
}

/** AES with keys of 128, 192 and 256 bits, by the numbers of the standard. */
const keyBytes: Partial<Record<number, number>> = { 7: 16, 8: 24, 9: 32 }
const hashes: Partial<Record<number, typeof sha256 | typeof sha1 | typeof sha512>> = { 2: sha1, 8: sha256, 9: sha384, 10: sha512 }
const noStart = new Uint8Array(16)

/** Key of the sealed data. Undefined: the password is wrong. */
function sessionKey(lock: Uint8Array, password: string): Uint8Array | undefined {
  const [version, cipher = 0, mode, hashName = 0] = lock
  const [hash, length] = [hashes[hashName], keyBytes[cipher]]
  if (version !== 4 || mode === undefined || ![0, 1, 3].includes(mode) || !hash || length === undefined) throw new TransferError('pgp')
  const salt = mode === 0 ? new Uint8Array() : lock.subarray(4, 12)
  const count = lock[12] ?? 0
  const end = mode === 0 ? 4 : mode === 1 ? 12 : 13
  const total = mode === 3 ? (16 + (count & 15)) << ((count >> 4) + 6) : 0
  const derive = (bytes: number) => stretch(hash, join(salt, toBytes(password)), bytes, length)
  if (total > 0) estimateAtOnce({ work: total, sample: 1_000_000, run: () => derive(1_000_000) })
  const key = derive(total)
  const sealedKey = lock.subarray(end)
  if (sealedKey.length === 0) return key
  // A random key under that of the password, behind the number of its cipher.
  const opened = cfb(key, noStart).decrypt(Uint8Array.from(sealedKey))
  return keyBytes[opened[0] ?? 0] === opened.length - 1 ? opened.subarray(1) : undefined
}

/** Salt and password again and again, up to so many bytes; for each hash that the key takes, with one more zero in front. */
function stretch(hash: typeof sha256 | typeof sha1 | typeof sha512, once: Uint8Array, total: number, length: number): Uint8Array {
  const parts: Uint8Array[] = []
  const many = join(...Array.from({ length: Math.max(1, Math.ceil(65_536 / once.length)) }, () => once))
  for (let done = 0; done < length; done += hash.outputLen) {
    const state = hash.create().update(new Uint8Array(parts.length))
    for (let left = Math.max(total, once.length); left > 0; left -= many.length) state.update(many.subarray(0, Math.min(left, many.length)))
    parts.push(state.digest())
  }
  return join(...parts).subarray(0, length)
}

const sumBytes = 22

/** Begins with a block of chance whose last two bytes come twice, and ends with a hash of everything. Undefined for another key. */
function openSealed(key: Uint8Array, sealed: Uint8Array): Uint8Array | undefined {
  if (sealed.length < 18 + sumBytes) throw new TransferError('damaged')
  const opened = cfb(key, noStart).decrypt(Uint8Array.from(sealed))
  if (!isSame(opened.subarray(14, 16), opened.subarray(16, 18))) return undefined
  const sumAt = opened.length - sumBytes
  const isWhole =
    opened[sumAt] === 0xd3 && opened[sumAt + 1] === 0x14 && isSame(sha1(opened.subarray(0, sumAt + 2)), opened.subarray(sumAt + 2))
  if (!isWhole) throw new TransferError('damaged')
  return opened.subarray(18, sumAt)
}

/** The text of a message, unpacked. */
function literalIn(packets: readonly Packet[], depth: number): Uint8Array {
  const packet = packets.find(({ tag }) => tag === tags.literal || tag === tags.compressed)
  if (!packet || depth > 4) throw new TransferError('damaged')
  if (packet.tag === tags.compressed) return literalIn(readPackets(unpack(packet.body)), depth + 1)
  // Behind its format, its name and its time.
  return packet.body.subarray(6 + (packet.body[1] ?? 0))
}

function unpack(body: Uint8Array): Uint8Array {
  const [method] = body
  const packed = body.subarray(1)
  if (method === 0) return packed
  if (method !== 1 && method !== 2) throw new TransferError('pgp')
  const pieces: Uint8Array[] = []
  let length = 0
  const hear = (piece: Uint8Array) => {
    length += piece.length
    if (length > mostBytes) throw new TransferError('too_costly')
    pieces.push(piece)
  }
  const stream = method === 1 ? new Inflate(hear) : new Unzlib(hear)
  try {
    for (let at = 0; at < packed.length; at += 65_536) stream.push(packed.subarray(at, at + 65_536), at + 65_536 >= packed.length)
  } catch (error) {
    throw error instanceof TransferError ? error : new TransferError('damaged')
  }
  return join(...pieces)
}
