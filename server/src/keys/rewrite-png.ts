import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Bit depths that each color type may have, and its samples per pixel (PNG 3rd edition, 11.2.1). */
const colorTypes: Record<number, { depths: readonly number[]; samples: number }> = {
  0: { depths: [1, 2, 4, 8, 16], samples: 1 },
  2: { depths: [8, 16], samples: 3 },
  3: { depths: [1, 2, 4, 8], samples: 1 },
  4: { depths: [8, 16], samples: 2 },
  6: { depths: [8, 16], samples: 4 },
}

/**
 * The same picture as a PNG of only its pixels: header, palette, transparency and one compressed stream. Text, EXIF, color profiles, further frames
 * and trailing data are dropped. Undefined: it is no PNG of at most `side` pixels each way, is damaged, or is interlaced.
 */
export function rewritePng(bytes: Buffer, side: number): Buffer | undefined {
  const chunks = readChunks(bytes)
  const header = chunks?.[0]
  if (chunks === undefined || header?.type !== 'IHDR' || header.data.length !== 13) return undefined
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)]
  const [depth = 0, type = 0, compression, filter, interlace] = header.data.subarray(8)
  const color = colorTypes[type]
  if (width < 1 || height < 1 || width > side || height > side || !color?.depths.includes(depth)) return undefined
  if (compression !== 0 || filter !== 0 || interlace !== 0) return undefined

  const rowBytes = 1 + Math.ceil((width * color.samples * depth) / 8)
  const rows = inflated(Buffer.concat(chunks.filter((chunk) => chunk.type === 'IDAT').map(({ data }) => data)), rowBytes * height)
  if (rows === undefined) return undefined
  const palette = chunks.find((chunk) => chunk.type === 'PLTE')
  if (type === 3 ? !isPalette(palette?.data, depth) : palette !== undefined && type !== 2 && type !== 6) return undefined
  const transparency = chunks.find((chunk) => chunk.type === 'tRNS')
  if (transparency && !isTransparency(transparency.data, type, palette?.data)) return undefined

  const kept = [header, ...(type === 3 && palette ? [palette] : []), ...(transparency ? [transparency] : [])]
  const written = [...kept, { type: 'IDAT', data: deflateSync(rows, { level: 9 }) }, { type: 'IEND', data: Buffer.alloc(0) }]
  return Buffer.concat([signature, ...written.map(writeChunk)])
}

interface Chunk {
  type: string
  data: Buffer
}

/** Undefined: a length, a checksum or the end is wrong. What follows the end is not looked at. */
function readChunks(bytes: Buffer): Chunk[] | undefined {
  if (!bytes.subarray(0, signature.length).equals(signature)) return undefined
  const chunks: Chunk[] = []
  for (let at = signature.length; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IEND') return chunks
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4) })
    at = end
  }
  return undefined
}

function writeChunk({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** Undefined: it is damaged, or not exactly as long as the pixels need. */
function inflated(data: Buffer, length: number): Buffer | undefined {
  try {
    const rows = inflateSync(data, { maxOutputLength: length })
    return rows.length === length ? rows : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

const isPalette = (data: Buffer | undefined, depth: number) =>
  data !== undefined && data.length > 0 && data.length % 3 === 0 && data.length <= 3 * 2 ** depth

function isTransparency(data: Buffer, type: number, palette: Buffer | undefined): boolean {
  if (type === 0) return data.length === 2
  if (type === 2) return data.length === 6
  return type === 3 && data.length <= (palette?.length ?? 0) / 3
}
