import { toBytes } from '../opening/bytes.ts'
import { TransferError } from '../opening/transfer-failure.ts'

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1
  return value
})

const nextCrc = (crc: number, byte: number) => (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0)

/** As in ZIP and PNG, an unsigned 32-bit number. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) crc = nextCrc(crc, byte)
  return (crc ^ 0xffff_ffff) >>> 0
}

const headBytes = 12

/** Traditional encryption of ZIP archives, APPNOTE 6.1. `checkByte` is the expected last byte of its header. Throws `password_wrong`. */
export function openZipCrypto(sealed: Uint8Array, password: string, checkByte: number): Uint8Array {
  if (sealed.length < headBytes) throw new TransferError('damaged')
  let [first, second, third] = [0x1234_5678, 0x2345_6789, 0x3456_7890]
  const turn = (byte: number) => {
    first = nextCrc(first, byte)
    second = (Math.imul((second + (first & 0xff)) | 0, 134_775_813) + 1) | 0
    third = nextCrc(third, second >>> 24)
  }
  for (const byte of toBytes(password)) turn(byte)
  const opened = sealed.map((byte) => {
    const key = (third | 2) & 0xffff
    const text = byte ^ ((Math.imul(key, key ^ 1) >>> 8) & 0xff)
    turn(text)
    return text
  })
  if (opened[headBytes - 1] !== (checkByte & 0xff)) throw new TransferError('password_wrong')
  return opened.slice(headBytes)
}
