import { sha256 } from '@noble/hashes/sha2.js'
import { fromBase64, fromHex, isSame, toText } from '../opening/bytes.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { decodeText } from './text.ts'
import { childNamed, readXml, textOfChild } from './xml.ts'

const keyBytes = 32
const isXml = (text: string) => /^\s*(?:<\?xml[^>]*>\s*)?<KeyFile\b/.test(text)

/** Whether a file is a key file in KeePass's own format. A database may use any other file as its key. */
export const isKeyFile = (text: string | undefined) => text !== undefined && isXml(text)

/**
 * The 32 bytes of a key file (https://keepass.info/help/base/keys.html#keyfiles): XML of version 1 or 2, 32 bytes, 64 letters of Base16, or the hash
 * of any other file. Throws `key_file_damaged` for XML that was cut or changed; the database is not to blame for that.
 */
export function readKeyFile(bytes: Uint8Array): Uint8Array {
  const text = decodeText(bytes)
  if (text !== undefined && isXml(text)) return readXmlKey(text)
  if (bytes.length === keyBytes) return bytes
  if (bytes.length === 2 * keyBytes && /^[0-9a-f]+$/i.test(toText(bytes))) return fromHex(toText(bytes))
  return sha256(bytes)
}

function readXmlKey(text: string): Uint8Array {
  try {
    const key = findXmlKey(text)
    if (key.length > 0) return key
  } catch {
    // It says nothing else than an empty key does.
  }
  throw new TransferError('key_file_damaged')
}

/** Empty: it has none, or one that does not match the hash beside it. */
function findXmlKey(text: string): Uint8Array {
  const document = readXml(text)
  const data = childNamed(childNamed(document, 'Key'), 'Data')
  const written = data?.text.replaceAll(/\s/g, '') ?? ''
  if (!textOfChild(childNamed(document, 'Meta'), 'Version').trim().startsWith('2.')) return fromBase64(written)
  const key = fromHex(written)
  return isSame(sha256(key).subarray(0, 4), fromHex(data?.attributes.get('Hash') ?? '')) ? key : new Uint8Array()
}
