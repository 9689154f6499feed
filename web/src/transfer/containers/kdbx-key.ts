import { cbc } from '@noble/ciphers/aes.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { join, toHex, toText } from '../opening/bytes.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { estimateStretching } from '../opening/stretching.ts'
import { deriveArgon2 } from '../opening/unlock.ts'

export type KdbxValue = number | Uint8Array

const derivations = {
  aes: ['c9d9f39a628a4460bf740d08c18a4fea', '7c02bb8279a74ac0927d114a00648238'],
  argon2d: 'ef636ddf8c29444b91f7a9a403e30a0c',
  argon2id: '9e298b1956db4773b23dfc3ec6f0a1e6',
}

/** Rounds of AES that are done in one go. */
const zeroRounds = 65_536
/** Rounds of AES that are done where the browser's own cryptography is at hand, and where it is not. */
const mostRounds = { own: 200_000_000, ours: 10_000_000 }

/** The settings of a derivation, by their names in a variant dictionary. Throws `damaged`. */
export function readVariants(bytes: Uint8Array): ReadonlyMap<string, KdbxValue> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const values = new Map<string, KdbxValue>()
  try {
    for (let at = 2; view.getUint8(at) !== 0;) {
      const kind = view.getUint8(at)
      const nameEnd = at + 5 + view.getUint32(at + 1, true)
      const name = toText(bytes.subarray(at + 5, nameEnd))
      const from = nameEnd + 4
      at = from + view.getUint32(nameEnd, true)
      if (kind === 0x04 || kind === 0x0c) values.set(name, view.getUint32(from, true))
      else if (kind === 0x05 || kind === 0x0d) values.set(name, Number(view.getBigUint64(from, true)))
      else values.set(name, bytes.subarray(from, at))
    }
  } catch {
    throw new TransferError('damaged')
  }
  return values
}

/** Derives the 32 bytes that the master key is made of. `composite` comes from password and key file. Throws `too_costly` before any work is done. */
export async function deriveKdbxKey(settings: ReadonlyMap<string, KdbxValue>, composite: Uint8Array): Promise<Uint8Array> {
  const bytes = (name: string) => {
    const value = settings.get(name)
    if (!(value instanceof Uint8Array)) throw new TransferError('damaged')
    return value
  }
  const kind = toHex(bytes('$UUID'))
  if (derivations.aes.includes(kind)) return deriveByAes(composite, bytes('S'), settings.get('R'))
  if (kind !== derivations.argon2d && kind !== derivations.argon2id) throw new TransferError('keepass_cipher')
  // Version 1.0 of Argon2 went out of use before KeePass had it.
  if (settings.get('V') !== 0x13) throw new TransferError('keepass_cipher')
  const cost = { memoryBytes: settings.get('M'), passes: settings.get('I'), lanes: settings.get('P') }
  return deriveArgon2(kind === derivations.argon2d ? 'argon2d' : 'argon2id', composite, bytes('S'), cost)
}

/** Repeated AES over both halves: the same as CBC over zeros, of which only the last block matters. */
async function deriveByAes(composite: Uint8Array, seed: Uint8Array, rounds: unknown): Promise<Uint8Array> {
  if (seed.length !== 32 || typeof rounds !== 'number' || rounds < 1) throw new TransferError('damaged')
  const own = globalThis.crypto?.subtle
  if (rounds > (own ? mostRounds.own : mostRounds.ours)) throw new TransferError('too_costly')
  const key = own && (await own.importKey('raw', seed.slice(), 'AES-CBC', false, ['encrypt']))
  const zeros = new Uint8Array(Math.min(rounds, zeroRounds) * 16)
  const turn = async (half: Uint8Array, turns = rounds) => {
    let block = half.slice()
    for (let left = turns; left > 0;) {
      const length = Math.min(left * 16, zeros.length)
      const part = zeros.subarray(0, length)
      const chain = key
        ? new Uint8Array(await own.encrypt({ name: 'AES-CBC', iv: block }, key, part))
        : cbc(seed, block, { disablePadding: true }).encrypt(part)
      block = chain.slice(length - 16, length)
      left -= length / 16
    }
    return block
  }
  // Both halves are done one after the other.
  await estimateStretching({ work: 2 * rounds, sample: zeroRounds, run: () => turn(composite.subarray(16), zeroRounds) })
  return sha256(join(...(await Promise.all([turn(composite.subarray(0, 16)), turn(composite.subarray(16))]))))
}
