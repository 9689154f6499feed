import { Zip, ZipDeflate } from 'fflate'

export interface ZippedFile {
  name: string
  pieces: AsyncIterable<string>
}

/** Bytes that a ZIP of this form can be long, and each of its files before it is compressed. */
const largest = 0xff_ff_ff_ff

/** Characters that are compressed at once, so that the event loop turns in between. */
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
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = modifiedAt
    archive.add(file)
    let size = 0
    for await (const piece of together(pieces)) {
      const bytes = Buffer.from(piece)
      size += bytes.length
      if (size > largest) throw new Error(`${name} is longer than 4 GB.`)
      file.push(bytes)
      yield* take()
    }
    file.push(new Uint8Array(), true)
    yield* take()
  }
  archive.end()
  yield* take()
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
