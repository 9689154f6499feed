import { fromBase64, toText } from '../opening/bytes.ts'
import { TransferError } from '../opening/transfer-failure.ts'

/** The other application's picture of a key, not inspected yet: it is redrawn before anything stores it. */
export interface EntryIcon {
  bytes: Uint8Array<ArrayBuffer>
  /** By its bytes, whatever the file claims. */
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/svg+xml'
}

/** Icons are small pictures; a photograph in their place is left out. */
const mostBytes = 512 * 1024

/** `value` is Base64, with or without the head of a data URL, or the bytes themselves. What is no picture is left out: a key works without. */
export function readIcon(value: unknown): EntryIcon | undefined {
  const bytes = bytesOf(value)
  const type = bytes && typeOf(bytes)
  return bytes && type && bytes.length <= mostBytes ? { bytes: Uint8Array.from(bytes), type } : undefined
}

function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value
  if (typeof value !== 'string' || value.length === 0 || value.length > 2 * mostBytes) return undefined
  try {
    return fromBase64(value.replace(/^data:image\/[a-z+.-]+;base64,/i, ''))
  } catch (error) {
    if (error instanceof TransferError) return undefined
    throw error
  }
}

function typeOf(bytes: Uint8Array): EntryIcon['type'] | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 12))
  if (start.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png'
  if (start.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(start)) return 'image/gif'
  if (/^RIFF.{4}WEBP/s.test(start)) return 'image/webp'
  return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*(?:<!DOCTYPE svg[^[>]*>\s*)?<svg\b/i.test(toText(bytes.subarray(0, 4096)))
    ? 'image/svg+xml'
    : undefined
}
