import { brotliDecompressSync, deflateSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import type { Crypto } from '../../platform/crypto/crypto.ts'

/** Content of an e-mail, apart from its row's columns. */
export interface MailContent {
  html: string
  text: string
  replyTo: string | null
  headers: Record<string, string>
  /** The HTML was written by `serializeMail`, unlike in older versions. */
  isSerialised?: true
}

type Column = 'outgoing' | 'body'

/** Compressed, because e-mails mostly share their markup. At this level it takes half the time of zstd, which has a higher setup cost. */
export function packContent(content: MailContent): Buffer {
  return deflateSync(JSON.stringify(content), { level: 1 })
}

/** Seals the output of `packContent`, which is personal. */
export function sealPacked(crypto: Pick<Crypto, 'seal'>, logId: string, column: Column, packed: Buffer): Buffer {
  return crypto.seal('mail', { table: 'email_logs', column, row: logId, owner: '' }, packed)
}

export function sealContent(crypto: Pick<Crypto, 'seal'>, logId: string, column: Column, content: MailContent): Buffer {
  return sealPacked(crypto, logId, column, packContent(content))
}

/** Throws if it was altered or belongs to another e-mail. */
export async function openContent(crypto: Pick<Crypto, 'open'>, logId: string, column: Column, sealed: Buffer): Promise<MailContent> {
  const packed = crypto.open('mail', { table: 'email_logs', column, row: logId, owner: '' }, sealed)
  const content = JSON.parse(unpack(packed).toString('utf8')) as MailContent
  if (content.isSerialised) return content
  // Loaded only for e-mail of older versions, to save memory.
  const { serializeMail } = await import('../../mail-design/markup/serialize-mail.ts')
  return { ...content, html: serializeMail(content.html), isSerialised: true }
}

/** Rows from before have other compressions. */
function unpack(packed: Buffer): Buffer {
  if (packed[0] === zlibStart) return inflateSync(packed)
  return packed.subarray(0, 4).equals(zstdStart) ? zstdDecompressSync(packed) : brotliDecompressSync(packed)
}

/** Brotli, as it was used, begins with no such byte: the lower half of its first one says how far it looks back. */
const zlibStart = 0x78
const zstdStart = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
