import { join, toBytes } from '../transfer/opening/bytes.ts'

export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** An archive of one deflated file, whose directory says that it has `size` bytes. */
export function archiveOf(packed: Uint8Array, size: number, files = 1): Uint8Array {
  const name = toBytes('Accounts.txt')
  const local = new DataView(new ArrayBuffer(30))
  local.setUint32(0, 0x04034b50, true)
  local.setUint16(26, name.length, true)
  const entry = new DataView(new ArrayBuffer(46))
  entry.setUint32(0, 0x02014b50, true)
  entry.setUint16(10, 8, true)
  entry.setUint32(20, packed.length, true)
  entry.setUint32(24, size, true)
  entry.setUint16(28, name.length, true)
  const directory = join(...Array.from({ length: files }, () => join(new Uint8Array(entry.buffer), name)))
  const body = join(new Uint8Array(local.buffer), name, packed)
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(10, files, true)
  end.setUint32(16, body.length, true)
  return join(body, directory, new Uint8Array(end.buffer))
}

/** A KeePass database of version 4 whose header asks for four terabytes (M) or 2^40 passes (I), with the right sum. */
export async function withCost(database: Uint8Array, name: 'M' | 'I'): Promise<Uint8Array<ArrayBuffer>> {
  const file = Uint8Array.from(database)
  const at = file.findIndex((byte, index) => byte === 5 && file[index + 1] === 1 && file[index + 5] === name.charCodeAt(0))
  file.set([0, 0, 0, 0, 255, 0, 0, 0], at + 10)
  const start = toBytes('\r\n\r\n')
  const length = file.findIndex((_, index) => start.every((byte, offset) => file[index + offset] === byte)) + 4
  file.set(new Uint8Array(await crypto.subtle.digest('SHA-256', file.slice(0, length))), length)
  return file
}
