export interface RasterImage {
  type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'image/bmp'
  /** Pixels, as the file's head says. */
  width: number
  height: number
}

/**
 * The format by a file's first bytes. Undefined for anything but the raster formats here, whatever the file's name: an SVG is a program of its own.
 */
export function inspectImage(bytes: Uint8Array): RasterImage | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return readPng(view) ?? readJpeg(view) ?? readWebp(view) ?? readGif(view) ?? readBmp(view)
  } catch (error) {
    // The file ends within its own head.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Whether a file's first bytes are those of a picture that can be read; the head of a JPEG may be longer than these. */
export const isRaster = (start: Uint8Array) =>
  (start[0] === 0xff && start[1] === 0xd8 && start[2] === 0xff) || inspectImage(start) !== undefined

/** Photographs of phones and scans that browsers do not show: HEIC, AVIF, JPEG XL, TIFF. */
export function isOtherPicture(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 12))
  return /^(?:.{4}ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1|avi[fos])|II\*\0|MM\0\*|\0\0\0\fJXL |\u00ff\n)/s.test(start)
}

const hasText = (view: DataView, at: number, text: string) =>
  at + text.length <= view.byteLength && [...text].every((letter, index) => view.getUint8(at + index) === letter.charCodeAt(0))

const readUint24 = (view: DataView, at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)

/** PNG specification §11.2.1: the header chunk comes first. */
function readPng(view: DataView): RasterImage | undefined {
  if (!hasText(view, 0, '\x89PNG\r\n\x1a\n') || !hasText(view, 12, 'IHDR')) return undefined
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

/** ITU-T T.81, annex B: the size is in the frame header, after segments of any number and length. */
function readJpeg(view: DataView): RasterImage | undefined {
  if (!hasText(view, 0, '\xff\xd8\xff')) return undefined
  let at = 2
  for (;;) {
    while (view.getUint8(at + 1) === 0xff) at += 1
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === 0xd9 || marker === 0xda) return undefined
    // All frame headers but the tables that share their range.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
}

/** RFC 9649: three ways to write the size. */
function readWebp(view: DataView): RasterImage | undefined {
  if (!hasText(view, 0, 'RIFF') || !hasText(view, 8, 'WEBP')) return undefined
  const type = 'image/webp'
  if (hasText(view, 12, 'VP8X')) return { type, width: readUint24(view, 24) + 1, height: readUint24(view, 27) + 1 }
  if (hasText(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true)
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (hasText(view, 12, 'VP8 ')) return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  return undefined
}

function readGif(view: DataView): RasterImage | undefined {
  if (!hasText(view, 0, 'GIF87a') && !hasText(view, 0, 'GIF89a')) return undefined
  return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

/** A negative height means that the rows are stored from the top. */
function readBmp(view: DataView): RasterImage | undefined {
  if (!hasText(view, 0, 'BM') || view.getUint32(14, true) < 40) return undefined
  return { type: 'image/bmp', width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
}
