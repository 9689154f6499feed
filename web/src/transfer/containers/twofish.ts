import { TransferError } from '../opening/transfer-failure.ts'

/* Twofish with a key of 256 bits, as Schneier and others describe it (https://www.schneier.com/academic/twofish/): for KeePass databases only. */

const nibbles = [
  ['817d6f320b59eca4', 'ecb81235f4a6709d', 'ba5e6d90c8f32471', 'd7f4126e9b3085ca'],
  ['28bdf76e31940ac5', '1e2b4c376da5f908', '4c75169a0ed82b3f', 'b951c3de647f208a'],
]

/** The two fixed permutations of a byte. */
const [q0, q1] = nibbles.map((tables) => {
  const look = (table: number, nibble: number) => Number.parseInt(tables[table]?.charAt(nibble) ?? '0', 16)
  return Uint8Array.from({ length: 256 }, (_, value) => {
    let [a, b] = [value >> 4, value & 15]
    for (const table of [0, 2]) {
      const mixed = (a ^ (((b >> 1) | (b << 3)) & 15) ^ (a << 3)) & 15
      ;[a, b] = [look(table, (a ^ b) & 15), look(table + 1, mixed)]
    }
    return (b << 4) | a
  })
}) as [Uint8Array, Uint8Array]

const mds = [
  [0x01, 0xef, 0x5b, 0x5b],
  [0x5b, 0xef, 0xef, 0x01],
  [0xef, 0x5b, 0x01, 0xef],
  [0xef, 0x01, 0xef, 0x5b],
]
const rs = [
  [0x01, 0xa4, 0x55, 0x87, 0x5a, 0x58, 0xdb, 0x9e],
  [0xa4, 0x56, 0x82, 0xf3, 0x1e, 0xc6, 0x68, 0xe5],
  [0x02, 0xa1, 0xfc, 0xc1, 0x47, 0xae, 0x3d, 0x19],
  [0xa4, 0x55, 0x87, 0x5a, 0x58, 0xdb, 0x9e, 0x03],
]

/** A product in a field of 256 elements. */
function multiply(one: number, other: number, polynomial: number): number {
  let product = 0
  for (let [a, b] = [one, other]; b > 0; b >>= 1) {
    if (b & 1) product ^= a
    a <<= 1
    if (a & 0x100) a ^= polynomial
  }
  return product
}

const byteOf = (word: number, index: number) => (word >>> (8 * index)) & 0xff
const wordOf = (bytes: readonly number[]) => bytes.reduceRight((word, byte) => (word << 8) | byte, 0)
const rotate = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits))

/** Permutation of each byte, before each of the four key words and after the last; by the byte's position. */
const order = [
  [q1, q1, q0, q0, q1],
  [q0, q1, q1, q0, q0],
  [q0, q0, q0, q1, q1],
  [q1, q0, q1, q1, q0],
]

/** The function h: four tables for `g`, or a word of the key schedule. `list` is the words of the key, of which the last is used first. */
function column(byte: number, place: number, list: readonly number[]): number {
  const steps = order[place] ?? []
  let value = steps[0]?.[byte] ?? 0
  for (let round = 1; round <= 4; round++) value = steps[round]?.[value ^ byteOf(list[4 - round] ?? 0, place)] ?? 0
  return wordOf(mds.map((row) => multiply(value, row[place] ?? 0, 0x169)))
}

const mix = (word: number, list: readonly number[]) =>
  [0, 1, 2, 3].reduce((sum, place) => sum ^ column(byteOf(word, place), place, list), 0)

/** Decrypts in CBC mode and takes the padding off. Throws `damaged` when that is none. */
export function openTwofishCbc(key: Uint8Array, iv: Uint8Array, sealed: Uint8Array): Uint8Array {
  if (key.length !== 32 || iv.length !== 16 || sealed.length === 0 || sealed.length % 16 !== 0) throw new TransferError('damaged')
  const words = (bytes: Uint8Array) => Array.from({ length: bytes.length / 4 }, (_, at) => wordOf([...bytes.subarray(4 * at, 4 * at + 4)]))
  const keyWords = words(key)
  const [even, odd] = [keyWords.filter((_, at) => at % 2 === 0), keyWords.filter((_, at) => at % 2 === 1)]
  const secret = [0, 1, 2, 3].map((at) => {
    const part = key.subarray(8 * at, 8 * at + 8)
    return wordOf(rs.map((row) => row.reduce((sum, factor, index) => sum ^ multiply(part[index] ?? 0, factor, 0x14d), 0)))
  })
  const schedule = Int32Array.from({ length: 40 }, (_, at) => {
    const a = mix(Math.floor(at / 2) * 2 * 0x0101_0101, even)
    const b = rotate(mix((Math.floor(at / 2) * 2 + 1) * 0x0101_0101, odd), 8)
    return at % 2 === 0 ? a + b : rotate((a + 2 * b) | 0, 9)
  })
  // The words are used in the opposite order here.
  const list = secret.toReversed()
  const tables = [0, 1, 2, 3].map((place) => Int32Array.from({ length: 256 }, (_, byte) => column(byte, place, list)))
  const g = (word: number) => tables.reduce((sum, table, place) => sum ^ (table[byteOf(word, place)] ?? 0), 0)
  const k = (at: number) => schedule[at] ?? 0

  const opened = new Uint8Array(sealed.length)
  const view = new DataView(opened.buffer)
  let before = words(iv)
  for (let at = 0; at < sealed.length; at += 16) {
    const block = words(sealed.subarray(at, at + 16))
    let [c, d, a, b] = block.map((word, index) => word ^ k(4 + index)) as [number, number, number, number]
    for (let round = 15; round >= 0; round--) {
      ;[a, b, c, d] = [c, d, a, b]
      const [first, second] = [g(a), g(rotate(b, 8))]
      c = rotate(c, 1) ^ (first + second + k(8 + 2 * round))
      d ^= first + 2 * second + k(9 + 2 * round)
      d = rotate(d, 31)
    }
    const plain = [a, b, c, d].map((word, index) => word ^ k(index) ^ (before[index] ?? 0))
    for (const [index, word] of plain.entries()) view.setInt32(at + 4 * index, word, true)
    before = block
  }
  const padding = opened[opened.length - 1] ?? 0
  if (padding < 1 || padding > 16 || opened.subarray(-padding).some((byte) => byte !== padding)) throw new TransferError('damaged')
  return opened.subarray(0, -padding)
}
