import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

export interface ZippedFile {
  name: string
  pieces: AsyncIterable<string>
}

/** Bytes that a ZIP of this form can be long, and each of its files before it is compressed. */
const largest = 0xff_ff_ff_ff

/** Characters that are handed to the compression at once. */
const pieceLength = 64 * 1024

/** Streams text files as a ZIP, with no more than one piece in memory. Throws if it would exceed 4 GB, before it becomes invalid. */
export async function* zip(files: AsyncIterable<ZippedFile>, modifiedAt: Date): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  let length = 0
  const archive = new Zip((error, chunk) => {
    if (error) throw error
    length += chunk.length
    if (length > largest) throw new Error('The ZIP is longer than 4 GB.')
    if (chunk.length > 0) ready.push(chunk)
  })
  const take = () => {
    const taken = ready
    ready = []
    return taken
  }
  for await (const { name, pieces } of files) {
    const file: ZipInputFile = { filename: name, mtime: modifiedAt, compression: 8, size: 0, crc: 0 }
    archive.add(file)
    for await (const chunk of deflated(pieces, file)) {
      file.ondata?.(null, chunk, false)
      yield* take()
    }
    file.ondata?.(null, new Uint8Array(), true)
    yield* take()
  }
  archive.end()
  yield* take()
}

/** Compresses beside the event loop, and counts what goes into `file`. */
function deflated(pieces: AsyncIterable<string>, file: ZipInputFile): AsyncIterable<Buffer<ArrayBuffer>> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of together(pieces)) {
      const bytes = Buffer.from(piece)
      file.crc = crc32(bytes, file.crc)
      file.size += bytes.length
      if (file.size > largest) throw new Error(`${file.filename} is longer than 4 GB.`)
      yield bytes
    }
  }
  // Its error ends the compression, and with it the reading.
  return pipeline(Readable.from(counted()), createDeflateRaw({ level: 6 }), () => {})
}

/** Small pieces as larger ones. */
async function* together(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const piece of pieces) {
    held += piece
    if (held.length < pieceLength) continue
    yield held
    held = ''
  }
  if (held !== '') yield held
}
