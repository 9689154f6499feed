import { fromBase64 } from '../opening/bytes.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { decodeText } from './text.ts'

const mostPictures = 2_000
const page = /^\s*(?:<!doctype html|<html)\b/i
const picture = /\bsrc\s*=\s*(?:"data:image\/[a-z]+;base64,([^"]*)"|'data:image\/[a-z]+;base64,([^']*)')/gi

const bare = /^\s*data:image\/[a-z]+;base64,/i

/** A picture copied out of a page by its address, or several of them, one in a line. */
const readAddresses = (text: string) =>
  text
    .trim()
    .split(/(?<!\s)\s+(?=data:)/i)
    .map((address) => Uint8Array.from(fromBase64(address.replace(bare, ''))))

/**
 * Pictures in a page that an application exports for printing, as Aegis and Ente Auth do: each key is a QR code, and the text beside it leaves out
 * its period. Undefined for anything else, and for pages with links, which have the same content. Throws `damaged` for a truncated one.
 */
export function readPagePictures(bytes: Uint8Array): Uint8Array<ArrayBuffer>[] | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 64)).replaceAll('\0', '')
  if (bare.test(start)) return readAddresses(decodeText(bytes) ?? '')
  if (!page.test(start.replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, ''))) return undefined
  const text = decodeText(bytes) ?? ''
  if (/otpauth(?:-migration)?:\/\//i.test(text)) return undefined
  const found = [...text.matchAll(picture)].map(([, double, single]) => double ?? single ?? '')
  if (found.length === 0) return undefined
  if (!/<\/html>\s*$/i.test(text)) throw new TransferError('damaged')
  if (found.length > mostPictures) throw new TransferError('too_costly')
  return found.map((letters) => Uint8Array.from(fromBase64(letters)))
}
