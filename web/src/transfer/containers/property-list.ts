import { toText } from '../opening/bytes.ts'
import { fieldsOf, type Fields } from '../opening/json.ts'
import { TransferError } from '../opening/transfer-failure.ts'

/** A reference to another object in a keyed archive, by number. */
class Uid {
  readonly value: number
  constructor(value: number) {
    this.value = value
  }
}

type PropertyValue = null | boolean | number | string | Uint8Array | Uid | PropertyValue[] | { [name: string]: PropertyValue }

const signature = 'bplist00'
const trailerBytes = 32
const mostObjects = 100_000
/** Objects may be referenced many times, so that a small file could become a large value. */
const mostVisits = 200_000
const mostDepth = 60

export const isPropertyList = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, signature.length)) === signature

/**
 * The root of what NSKeyedArchiver wrote into a binary property list, with arrays, dictionaries, texts and data as they are and any other object as
 * its fields. Throws `damaged` and, for one that grows without bound, `too_costly`.
 */
export function readKeyedArchive(bytes: Uint8Array): unknown {
  const archive = fieldsOf(readPropertyList(bytes))
  const objects = archive['$objects']
  const root = fieldsOf(archive['$top'])['root']
  if (!Array.isArray(objects) || !(root instanceof Uid)) throw new TransferError('damaged')
  let visits = 0
  const read = (value: unknown, depth: number): unknown => {
    visits += 1
    if (visits > mostVisits || depth > mostDepth) throw new TransferError('too_costly')
    if (Array.isArray(value)) return value.map((one) => read(one, depth + 1))
    if (!(value instanceof Uid)) return value
    // The first one means null.
    if (value.value === 0) return undefined
    const object: unknown = objects[value.value]
    if (typeof object !== 'object' || object === null || object instanceof Uint8Array) return object
    return readObject(object as Fields, (inner) => read(inner, depth + 1))
  }
  return read(root, 0)
}

function readObject(object: Fields, read: (value: unknown) => unknown): unknown {
  const [keys, values] = [object['NS.keys'], object['NS.objects']]
  if (Array.isArray(values)) {
    const list = values.map(read)
    return Array.isArray(keys) ? Object.fromEntries(keys.map((key, index) => [String(read(key)), list[index]])) : list
  }
  const simple = object['NS.string'] ?? object['NS.data'] ?? object['NS.bytes']
  if (simple !== undefined) return read(simple)
  return Object.fromEntries(
    Object.entries(object)
      .filter(([name]) => name !== '$class')
      .map(([name, value]) => [name, read(value)]),
  )
}

/** Binary property lists: an object is a byte with its kind and size, and what follows; a table at the end says where each begins. */
function readPropertyList(bytes: Uint8Array): PropertyValue {
  if (!isPropertyList(bytes) || bytes.length < signature.length + trailerBytes) throw new TransferError('damaged')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const trailer = bytes.length - trailerBytes
  const [offsetBytes, refBytes] = [view.getUint8(trailer + 6), view.getUint8(trailer + 7)]
  const [count, top, table] = [8, 16, 24].map((at) => Number(view.getBigUint64(trailer + at)))
  if (count === undefined || top === undefined || table === undefined || count > mostObjects) throw new TransferError('damaged')

  function unsigned(at: number, length: number): number {
    if (length < 1 || length > 8 || at < 0 || at + length > trailer) throw new TransferError('damaged')
    let value = 0
    for (let index = 0; index < length; index++) value = value * 256 + view.getUint8(at + index)
    return value
  }

  let visits = 0
  const object = (index: number, depth: number): PropertyValue => {
    visits += 1
    if (visits > mostVisits || depth > mostDepth) throw new TransferError('too_costly')
    if (index >= count) throw new TransferError('damaged')
    const at = unsigned(table + index * offsetBytes, offsetBytes)
    const mark = unsigned(at, 1)
    const [kind, low] = [mark >> 4, mark & 15]
    if (kind === 0) return low === 8 ? false : low === 9 ? true : null
    if (kind === 1) return low === 3 ? Number(view.getBigInt64(within(at + 1, 8))) : unsigned(at + 1, 2 ** low)
    if (kind === 2) return low === 2 ? view.getFloat32(within(at + 1, 4)) : view.getFloat64(within(at + 1, 8))
    if (kind === 3) return view.getFloat64(within(at + 1, 8))
    if (kind === 8) return new Uid(unsigned(at + 1, low + 1))
    // Sizes from 15 on are stored in a number after the marker.
    const isLong = low === 15
    const wide = isLong ? 2 ** (unsigned(at + 1, 1) & 15) : 0
    const size = isLong ? unsigned(at + 2, wide) : low
    const start = at + 1 + (isLong ? 1 + wide : 0)
    if (kind === 4) return bytes.slice(within(start, size), start + size)
    if (kind === 5) return toText(bytes.subarray(within(start, size), start + size))
    if (kind === 6) return new TextDecoder('utf-16be').decode(bytes.subarray(within(start, 2 * size), start + 2 * size))
    if (kind === 10 || kind === 12) return refs(start, size).map((ref) => object(ref, depth + 1))
    if (kind !== 13) throw new TransferError('damaged')
    const [names, values] = [refs(start, size), refs(start + size * refBytes, size)]
    return Object.fromEntries(
      names.map((name, place) => {
        const text = object(name, depth + 1)
        if (typeof text !== 'string') throw new TransferError('damaged')
        return [text, object(values[place] ?? count, depth + 1)]
      }),
    )
  }
  const within = (at: number, length: number) => {
    if (at + length > trailer) throw new TransferError('damaged')
    return at
  }
  const refs = (at: number, size: number) => {
    within(at, size * refBytes)
    return Array.from({ length: size }, (_, index) => unsigned(at + index * refBytes, refBytes))
  }
  return object(top, 0)
}
