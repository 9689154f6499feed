/**
 * The text of a file in UTF-8, in UTF-16, or in the alphabet of western Windows, as spreadsheets write it. A byte order mark is left out. Undefined
 * when the bytes are no text.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const encoding = encodingOf(bytes)
  return decode(bytes, encoding) ?? (encoding === 'utf-8' && isWestern(bytes) ? decode(bytes, 'windows-1252') : undefined)
}

/** Without a byte order mark the first letter decides, which is ASCII in every export: every other byte is zero in UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : 'utf-8'
}

/** Mostly plain letters, and no control characters but those of lines: never what is encrypted or packed. */
function isWestern(bytes: Uint8Array): boolean {
  const isControl = (byte: number) => (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 127
  return !bytes.some(isControl) && bytes.filter((byte) => byte < 127).length > 0.9 * bytes.length
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
