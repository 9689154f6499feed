import { TransferError } from '../opening/transfer-failure.ts'

/** Constants of Java's object serialization stream protocol, version 5. */
const [stream, object, classDescription, shortText, longText, blockData, endOfBlock, nothing] = [
  0xaced_0005, 0x73, 0x72, 0x74, 0x7c, 0x77, 0x78, 0x70,
]

export function isJavaMap(bytes: Uint8Array): boolean {
  return bytes.length > 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) === stream
}

/**
 * Reads a `HashMap` of texts in Java's serialization, which FreeOTP 2 writes:
 * https://docs.oracle.com/javase/8/docs/platform/serialization/spec/protocol.html. Throws `damaged` for anything else.
 */
export function readJavaMap(bytes: Uint8Array): ReadonlyMap<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (length: number) => {
    if (length < 0 || at + length > bytes.length) throw new TransferError('damaged')
    at += length
    return at - length
  }
  const byte = () => view.getUint8(take(1))
  const expect = (wanted: number) => {
    if (byte() !== wanted) throw new TransferError('damaged')
  }
  const text = (length: number) => decodeModifiedUtf8(bytes.subarray(take(length), at))
  const shortTextHere = () => text(view.getUint16(take(2)))

  function value(): string {
    const kind = byte()
    if (kind === nothing) return ''
    if (kind === shortText) return shortTextHere()
    if (kind !== longText) throw new TransferError('damaged')
    // The upper half of a length of 64 bits.
    if (view.getUint32(take(4)) !== 0) throw new TransferError('damaged')
    return text(view.getUint32(take(4)))
  }

  if (view.getUint32(take(4)) !== stream) throw new TransferError('damaged')
  expect(object)
  expect(classDescription)
  if (shortTextHere() !== 'java.util.HashMap') throw new TransferError('damaged')
  // The version of the class and its flags; then the load factor and the threshold, each of four bytes.
  take(9)
  const fields = view.getUint16(take(2))
  for (let index = 0; index < fields; index++) {
    if (!['F', 'I'].includes(String.fromCharCode(byte()))) throw new TransferError('damaged')
    shortTextHere()
  }
  expect(endOfBlock)
  expect(nothing)
  take(4 * fields)
  expect(blockData)
  expect(8)
  take(4)
  const size = view.getUint32(take(4))
  const map = new Map<string, string>()
  for (let index = 0; index < size; index++) map.set(value(), value())
  return map
}

/** Java writes every UTF-16 unit by itself, in one to three bytes. */
function decodeModifiedUtf8(bytes: Uint8Array): string {
  const units: string[] = []
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at++] ?? 0
    if (first < 0x80) units.push(String.fromCharCode(first))
    else if (first < 0xe0) units.push(String.fromCharCode(((first & 0x1f) << 6) | ((bytes[at++] ?? 0) & 0x3f)))
    else units.push(String.fromCharCode(((first & 0x0f) << 12) | (((bytes[at++] ?? 0) & 0x3f) << 6) | ((bytes[at++] ?? 0) & 0x3f)))
  }
  return units.join('')
}
