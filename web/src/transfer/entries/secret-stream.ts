import { Poly1305 } from '@noble/ciphers/_poly1305.js'
import { chacha20, hchacha } from '@noble/ciphers/chacha.js'
import { isSame, toText } from '../opening/bytes.ts'
import { TransferError } from '../opening/transfer-failure.ts'

const [headerBytes, macBytes, blockBytes] = [24, 16, 64]
/** "expand 32-byte k", what every state of ChaCha20 with a key of that length begins with. */
const sigma = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574)
/** TAG_MESSAGE and TAG_FINAL. A stream of one message that its writer did not mark as the last is as whole as one that it did. */
const knownTags = new Set([0, 3])

/**
 * Opens a `crypto_secretstream_xchacha20poly1305` of libsodium that is one message
 * (https://doc.libsodium.org/secret-key_cryptography/secretstream). Throws `password_wrong` when the key does not fit, and `damaged` when it
 * does but the text was cut or changed: then the text begins with `beginning`, which no other key brings about.
 */
export function openSecretStream(key: Uint8Array, header: Uint8Array, sealed: Uint8Array, beginning: string): Uint8Array {
  if (key.length !== 32 || header.length !== headerBytes || sealed.length < 1 + macBytes) throw new TransferError('damaged')
  const subkey = deriveSubkey(key, header.subarray(0, 16))
  const nonce = new Uint8Array(12)
  // A counter of messages from 1, then the rest of the header.
  nonce.set([1, 0, 0, 0])
  nonce.set(header.subarray(16), 4)
  const text = sealed.subarray(1, sealed.length - macBytes)

  const first = new Uint8Array(blockBytes)
  first[0] = sealed[0] ?? 0
  const block = chacha20(subkey, nonce, first, undefined, 1)
  const tag = block[0]
  block[0] = sealed[0] ?? 0
  if (!isSame(macOf(subkey, nonce, block, text), sealed.subarray(sealed.length - macBytes))) {
    // Unauthenticated, and used only to choose a sentence.
    const start = toText(chacha20(subkey, nonce, text.subarray(0, beginning.length), undefined, 2))
    throw new TransferError(start === beginning ? 'damaged' : 'password_wrong')
  }
  if (tag === undefined || !knownTags.has(tag)) throw new TransferError('damaged')
  return chacha20(subkey, nonce, text, undefined, 2)
}

function deriveSubkey(key: Uint8Array, input: Uint8Array): Uint8Array {
  const out = new Uint32Array(8)
  hchacha(sigma, words(key), words(input), out)
  return new Uint8Array(out.buffer)
}

const words = (bytes: Uint8Array) => new Uint32Array(Uint8Array.from(bytes).buffer)

function macOf(subkey: Uint8Array, nonce: Uint8Array, block: Uint8Array, text: Uint8Array): Uint8Array {
  const mac = new Poly1305(chacha20(subkey, nonce, new Uint8Array(32), undefined, 0))
  const lengths = new DataView(new ArrayBuffer(16))
  lengths.setBigUint64(8, BigInt(blockBytes + text.length), true)
  // libsodium pads by the remainder itself, not up to the next 16 bytes, and has to stay so.
  const padding = new Uint8Array(text.length % 16)
  return mac.update(block).update(text).update(padding).update(new Uint8Array(lengths.buffer)).digest()
}
