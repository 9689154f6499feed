import { Unzlib, unzlibSync } from 'fflate'
import { TransferError } from '../opening/transfer-failure.ts'
import { toBmp } from './bmp.ts'
import { drawFields } from './pdf-drawing.ts'

const [mostPixels, mostPixelsTogether] = [40_000_000, 400_000_000]
const mostPictures = 100
const [mostDrawingBytes, mostDrawingBytesTogether] = [4 * 1024 * 1024, 256 * 1024 * 1024]
const headBytes = 1024

/** Readers look for the mark of a PDF anywhere in the first bytes. */
export const isPdf = (bytes: Uint8Array) => latin1(bytes.subarray(0, headBytes)).includes('%PDF-')

/**
 * Extracts the pictures of a PDF (ISO 32000-1, 8.9) as files: JPEG unchanged, others as BMP, and pages on which codes are drawn as fields. Throws
 * `damaged` for a truncated file, and `pdf_encrypted`.
 */
export function readPdfPictures(bytes: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const text = latin1(bytes)
  if (!text.slice(-2048).includes('%%EOF')) throw new TransferError('damaged')
  if (/\/Encrypt\s+\d+\s+\d+\s+R/.test(text)) throw new TransferError('pdf_encrypted')
  const document = openDocument(text)
  const pictures: Uint8Array<ArrayBuffer>[] = []
  const streams = /(<<(?:[^<>]|<(?!<)|>(?!>)|<<(?:[^<>]|<(?!<)|>(?!>))*>>)*>>)\s*stream\r?\n/g
  for (let found = streams.exec(text); found; found = streams.exec(text)) {
    const [whole, head = ''] = found
    const start = found.index + whole.length
    const end = endOfStream(document, head, start)
    const data = bytes.slice(start, end)
    const picture = /\/Subtype\s*\/Image\b/.test(head) ? readPicture(head, data, document) : readDrawing(head, data, document)
    if (picture) pictures.push(picture)
    if (pictures.length > mostPictures) throw new TransferError('too_costly')
    streams.lastIndex = end
  }
  return pictures
}

const latin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

function endOfStream(document: PdfFile, head: string, start: number): number {
  const { text } = document
  const length = numberIn(head, 'Length', document)
  if (length !== undefined && /^\s*endstream/.test(text.slice(start + length, start + length + 20))) return start + length
  const end = text.indexOf('endstream', start)
  if (end < 0) throw new TransferError('damaged')
  return end
}

/** A value, or that of the object that it refers to. */
function numberIn(head: string, name: string, { numbers }: PdfFile): number | undefined {
  const found = new RegExp(String.raw`/${name}\s+(\d+)(\s+\d+\s+R)?`).exec(head)
  if (!found) return undefined
  if (found[2] === undefined) return Number(found[1])
  return numbers.get(found[1] ?? '')
}

/** Lookups needed for every stream, computed once: a file may have a million streams. */
interface PdfFile {
  text: string
  /** The objects that are a number and nothing else, by their own. */
  numbers: ReadonlyMap<string, number>
  /** Width and height of its first page. */
  box: RegExpExecArray | null
  /** Remaining budget for all of its streams. */
  left: { pixels: number; drawingBytes: number }
}

const boxPattern = /\/(?:MediaBox|BBox)\s*\[\s*-?[\d.]+\s+-?[\d.]+\s+([\d.]+)\s+([\d.]+)/

const openDocument = (text: string): PdfFile => ({
  text,
  numbers: new Map([...text.matchAll(/(?:^|\s)(\d+)\s+0\s+obj\s+(\d+)/g)].map(([, object = '', number]) => [object, Number(number)])),
  box: boxPattern.exec(text),
  left: { pixels: mostPixelsTogether, drawingBytes: mostDrawingBytesTogether },
})

/** The picture of a page, where the stream draws one. */
function readDrawing(head: string, data: Uint8Array<ArrayBuffer>, document: PdfFile): Uint8Array<ArrayBuffer> | undefined {
  if (/\/(?:Type|FunctionType|Length1)\b/.test(head.replaceAll(/\/Type\s*\/XObject/g, '')) || data.length > mostDrawingBytes)
    return undefined
  const content = /\/Filter\s*\[?\s*\/FlateDecode\b/.test(head)
    ? unpackText(data, document.left)
    : /\/Filter\b/.test(head)
      ? undefined
      : latin1(data)
  if (content === undefined || !/\s(?:f\*?|F)\s/.test(content)) return undefined
  const [, width = '612', height = '792'] = boxPattern.exec(head) ?? document.box ?? []
  return drawFields(content, Number(width), Number(height))
}

/** Undefined for more than any page of codes has. */
function unpackText(data: Uint8Array, left: PdfFile['left']): string | undefined {
  const pieces: string[] = []
  let length = 0
  const stream = new Unzlib((piece) => {
    length += piece.length
    left.drawingBytes -= piece.length
    if (length > 10 * mostDrawingBytes || left.drawingBytes < 0) throw new TransferError('too_costly')
    pieces.push(latin1(piece))
  })
  try {
    for (let at = 0; at < data.length; at += 65_536) stream.push(data.subarray(at, at + 65_536), at + 65_536 >= data.length)
  } catch {
    if (left.drawingBytes < 0) throw new TransferError('too_costly')
    return undefined
  }
  return pieces.join('')
}

/** Undefined for what no code is stored as: masks, other packings, other spaces of color. */
function readPicture(head: string, data: Uint8Array<ArrayBuffer>, document: PdfFile): Uint8Array<ArrayBuffer> | undefined {
  const [width, height] = [numberIn(head, 'Width', document) ?? 0, numberIn(head, 'Height', document) ?? 0]
  if (width < 1 || height < 1) return undefined
  document.left.pixels -= width * height
  if (width * height > mostPixels || document.left.pixels < 0) throw new TransferError('too_costly')
  if (/\/Filter\s*\[?\s*\/DCTDecode\b/.test(head)) return data
  const isPacked = /\/Filter\s*\[?\s*\/FlateDecode\b/.test(head)
  if (!isPacked && /\/Filter\b/.test(head)) return undefined
  const isMask = /\/ImageMask\s+true/.test(head)
  const bits = isMask ? 1 : (numberIn(head, 'BitsPerComponent', document) ?? 8)
  const isColour = /\/DeviceRGB\b|\/N\s+3\b/.test(head) || (/\/ICCBased\b/.test(head) && !/\/DeviceGray\b/.test(head))
  const samples = isPacked ? unpack(data, width, height) : data
  const columns = Math.ceil((width * bits) / 8)
  const colours = samples && (isColour || samples.length >= (columns + 1) * height * 2) ? 3 : 1
  if (!samples || (bits !== 8 && bits !== 1) || (bits === 1 && colours === 3)) return undefined
  const rowBytes = bits === 1 ? columns : width * colours
  const predictor = numberIn(head, 'Predictor', document) ?? 1
  const rows = predictor >= 10 ? undoPredictor(samples, rowBytes, height, bits === 1 ? 1 : colours) : samples
  if (rows.length < rowBytes * height) return undefined
  const isInverted = /\/Decode\s*\[\s*1\s+0/.test(head) !== isMask
  return toBmp(width, height, (x, y) => {
    if (bits === 1) return (((rows[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === (isInverted ? 0 : 1) ? 255 : 0
    const at = y * rowBytes + x * colours
    const grey = colours === 1 ? (rows[at] ?? 0) : ((rows[at] ?? 0) + (rows[at + 1] ?? 0) + (rows[at + 2] ?? 0)) / 3
    return isInverted ? 255 - grey : grey
  })
}

/** At most four bytes per pixel, and one per row. */
function unpack(data: Uint8Array, width: number, height: number): Uint8Array | undefined {
  try {
    return unzlibSync(data, { out: new Uint8Array((width * 4 + 1) * height) })
  } catch {
    return undefined
  }
}

/** The filters of PNG, of which each row names its own. `step` is in bytes, from a pixel to the next. */
function undoPredictor(samples: Uint8Array, rowBytes: number, height: number, step: number): Uint8Array {
  const rows = new Uint8Array(rowBytes * height)
  for (let y = 0; y < height; y++) {
    const from = y * (rowBytes + 1)
    const to = y * rowBytes
    for (let x = 0; x < rowBytes; x++) {
      const left = x >= step ? (rows[to + x - step] ?? 0) : 0
      const above = y > 0 ? (rows[to + x - rowBytes] ?? 0) : 0
      const corner = x >= step && y > 0 ? (rows[to + x - rowBytes - step] ?? 0) : 0
      rows[to + x] = (samples[from + 1 + x] ?? 0) + predicted(samples[from] ?? 0, left, above, corner)
    }
  }
  return rows
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  if (filter !== 4) return 0
  const guess = left + above - corner
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(guess - value)) as [number, number, number]
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}
