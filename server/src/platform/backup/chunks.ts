import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import { cutOff, damaged } from './backup.error.ts'

/*
 * A chunk: length (4 bytes; its highest bit marks the last chunk) | ciphertext | tag (16), AES-256-GCM. The nonce is the chunk's number with
 * the mark of the last one, under a key that no other file has, and the header's sum is authenticated with it. So a chunk that was changed,
 * left out, repeated, moved, or cut off at the end does not open (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár).
 */
const chunkSize = 64 * 1024
const tagSize = 16
const lastMark = 0x80000000
const algorithm = 'aes-256-gcm'
const options = { authTagLength: tagSize }

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3) // bytes 3 to 10; the mark has the last one
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Encrypts `source` into chunks. */
export async function* sealChunks(source: AsyncIterable<Buffer>, key: KeyObject, sum: Buffer): AsyncGenerator<Buffer> {
  let number = 0
  const seal = (text: Buffer, isLast: boolean) => {
    const cipher = createCipheriv(algorithm, key, nonceOf(number, isLast), options).setAAD(sum)
    const length = Buffer.alloc(4)
    length.writeUInt32BE((text.length | (isLast ? lastMark : 0)) >>> 0)
    number += 1
    return Buffer.concat([length, cipher.update(text), cipher.final(), cipher.getAuthTag()])
  }
  let waiting: Buffer = Buffer.alloc(0)
  for await (const piece of source) {
    waiting = waiting.length === 0 ? piece : Buffer.concat([waiting, piece])
    // The last chunk is only known when nothing comes after it, so one is held back.
    while (waiting.length > chunkSize) {
      yield seal(waiting.subarray(0, chunkSize), false)
      waiting = waiting.subarray(chunkSize)
    }
  }
  yield seal(waiting, true)
}

/** Decrypts chunks. Throws a BackupError at the first altered chunk, and if the last one is missing. */
export async function* openChunks(source: AsyncIterable<Buffer>, key: KeyObject, sum: Buffer): AsyncGenerator<Buffer> {
  let number = 0
  let waiting: Buffer = Buffer.alloc(0)
  let isOver = false
  for await (const piece of source) {
    if (isOver) throw damaged('it goes on after its end')
    waiting = waiting.length === 0 ? piece : Buffer.concat([waiting, piece])
    while (!isOver && waiting.length >= 4) {
      const word = waiting.readUInt32BE(0)
      const length = word & ~lastMark
      const isLast = word >= lastMark
      if (length > chunkSize) throw damaged(`part ${number + 1} cannot be read`)
      const end = 4 + length + tagSize
      if (waiting.length < end) break
      yield open(waiting.subarray(4, end), isLast)
      waiting = waiting.subarray(end)
      isOver = isLast
    }
    if (isOver && waiting.length > 0) throw damaged('it goes on after its end')
  }
  if (!isOver) throw cutOff()

  function open(sealed: Buffer, isLast: boolean): Buffer {
    try {
      const decipher = createDecipheriv(algorithm, key, nonceOf(number, isLast), options).setAAD(sum)
      decipher.setAuthTag(sealed.subarray(-tagSize))
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -tagSize)), decipher.final()])
      number += 1
      return text
    } catch (error) {
      throw damaged(`part ${number + 1} was changed`, error)
    }
  }
}
