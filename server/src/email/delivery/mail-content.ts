import { brotliDecompressSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Crypto } from '../../platform/crypto/crypto.ts'

/** What a mail says, besides what its row has in columns. */
export interface MailContent {
  html: string
  text: string
  replyTo: string | null
  headers: Record<string, string>
}

type Column = 'outgoing' | 'body'

/** Compressed, because mails are mostly the same markup. */
export function packContent(content: MailContent): Buffer {
  const bytes = Buffer.from(JSON.stringify(content))
  return zstdCompressSync(bytes, { pledgedSrcSize: bytes.length })
}

/** What `packContent` made, sealed, because it says what concerns one person only. */
export function sealPacked(crypto: Pick<Crypto, 'seal'>, logId: string, column: Column, packed: Buffer): Buffer {
  return crypto.seal('mail', { table: 'email_logs', column, row: logId, owner: '' }, packed)
}

export function sealContent(crypto: Pick<Crypto, 'seal'>, logId: string, column: Column, content: MailContent): Buffer {
  return sealPacked(crypto, logId, column, packContent(content))
}

/** Throws when it was changed or belongs to another mail. */
export function openContent(crypto: Pick<Crypto, 'open'>, logId: string, column: Column, sealed: Buffer): MailContent {
  const packed = crypto.open('mail', { table: 'email_logs', column, row: logId, owner: '' }, sealed)
  // Rows from before have another compression.
  const bytes = packed.subarray(0, 4).equals(zstdStart) ? zstdDecompressSync(packed) : brotliDecompressSync(packed)
  return JSON.parse(bytes.toString('utf8')) as MailContent
}

const zstdStart = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
