/** One field of a message: a number, or the bytes of a text, blob or nested message. */
export type ProtobufField = { number: number } & ({ value: bigint } | { bytes: Uint8Array })

/**
 * The fields of a message in the wire format of Protocol Buffers (https://protobuf.dev/programming-guides/encoding), in their order.
 * Throws a RangeError when it ends too early or holds what no writer of today writes.
 */
export function readFields(message: Uint8Array): ProtobufField[] {
  const fields: ProtobufField[] = []
  let at = 0

  function readVarint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = message[at++]
      if (byte === undefined) throw new RangeError('The message ends within a number.')
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new RangeError('A number is too long.')
  }

  function readBytes(length: number): Uint8Array {
    if (at + length > message.length) throw new RangeError('The message ends within a field.')
    at += length
    return message.subarray(at - length, at)
  }

  while (at < message.length) {
    const tag = Number(readVarint())
    const number = tag >>> 3
    switch (tag & 7) {
      case 0:
        fields.push({ number, value: readVarint() })
        break
      case 1:
        fields.push({ number, bytes: readBytes(8) })
        break
      case 2:
        fields.push({ number, bytes: readBytes(Number(readVarint())) })
        break
      case 5:
        fields.push({ number, bytes: readBytes(4) })
        break
      default:
        throw new RangeError('The message holds a field of an unknown kind.')
    }
  }
  return fields
}
