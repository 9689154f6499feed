import { TransferError } from '../opening/transfer-failure.ts'

/* Blowfish, as Schneier describes it (https://www.schneier.com/academic/blowfish/): for files of WinAuth only. */

const [roundKeys, tableSize] = [18, 256]
const words = roundKeys + 4 * tableSize
/** Bytes of a key that go into the round keys. Longer ones are cut, as in the libraries that take them. */
export const blowfishKeyBytes = roundKeys * 4

/** The tables begin as the fraction of pi: by Machin's formula, with bits to spare for what is rounded. */
function fractionOfPi(): Uint32Array {
  const [bits, spare] = [BigInt(words * 32), 64n]
  const one = 1n << (bits + spare)
  const arctangentOfInverse = (divisor: bigint) => {
    let [sum, power] = [0n, one / divisor]
    for (let term = 1n; power !== 0n; term += 2n, power /= -divisor * divisor) sum += power / term
    return sum
  }
  const pi = (16n * arctangentOfInverse(5n) - 4n * arctangentOfInverse(239n)) >> spare
  const digits = (pi & ((1n << bits) - 1n)).toString(16).padStart(words * 8, '0')
  return Uint32Array.from({ length: words }, (_, at) => Number.parseInt(digits.slice(8 * at, 8 * at + 8), 16))
}

let beginning: Uint32Array | undefined

/** Sixteen rounds over two words, under round keys and tables in one list. */
function mix(state: Uint32Array, left: number, right: number, keyAt: (round: number) => number): [left: number, right: number] {
  const table = (number: number, byte: number) => state[roundKeys + number * tableSize + (byte & 255)] ?? 0
  for (let round = 0; round < 16; round++) {
    left ^= state[keyAt(round)] ?? 0
    right ^= (((table(0, left >>> 24) + table(1, left >>> 16)) ^ table(2, left >>> 8)) + table(3, left)) | 0
    ;[left, right] = [right, left]
  }
  return [right ^ (state[keyAt(17)] ?? 0), left ^ (state[keyAt(16)] ?? 0)]
}

function schedule(key: Uint8Array): Uint32Array {
  beginning ??= fractionOfPi()
  const state = beginning.slice()
  for (let at = 0; at < roundKeys; at++)
    for (let byte = 0; byte < 4; byte++) state[at] = (state[at] ?? 0) ^ ((key[(4 * at + byte) % key.length] ?? 0) << (24 - 8 * byte))
  let [left, right] = [0, 0]
  for (let at = 0; at < words; at += 2) {
    ;[left, right] = mix(state, left, right, (round) => round)
    state[at] = left
    state[at + 1] = right
  }
  return state
}

/** Decrypts block by block and takes off padding whose last byte is its length. Undefined when that is none. Throws `damaged` for half a block. */
export function openBlowfish(key: Uint8Array, sealed: Uint8Array): Uint8Array | undefined {
  if (key.length === 0 || sealed.length === 0 || sealed.length % 8 !== 0) throw new TransferError('damaged')
  const state = schedule(key)
  const from = new DataView(sealed.buffer, sealed.byteOffset, sealed.length)
  const opened = new DataView(new ArrayBuffer(sealed.length))
  for (let at = 0; at < sealed.length; at += 8) {
    const [left, right] = mix(state, from.getInt32(at), from.getInt32(at + 4), (round) => 17 - round)
    opened.setInt32(at, left)
    opened.setInt32(at + 4, right)
  }
  const padding = opened.getUint8(sealed.length - 1)
  return padding < 1 || padding > 8 ? undefined : new Uint8Array(opened.buffer, 0, sealed.length - padding)
}
