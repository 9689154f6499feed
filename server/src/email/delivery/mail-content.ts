import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Crypto } from '../../platform/crypto/crypto.ts'

/** What a mail says, besides what its row has in columns. */
export interface MailContent {
  html: string
  text: string
  replyTo: string | null
  headers: Record<string, string>
}

type Column = 'outgoing' | 'body'

/** Compressed, because mails are mostly the same markup; then sealed, because they say what concerns one person only. */
export function sealContent(crypto: Pick<Crypto, 'seal'>, logId: string, column: Column, content: MailContent): Buffer {
  const compressed = brotliCompressSync(JSON.stringify(content), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  return crypto.seal('mail', { table: 'email_logs', column, row: logId, owner: '' }, compressed)
}

/** Throws when it was changed or belongs to another mail. */
export function openContent(crypto: Pick<Crypto, 'open'>, logId: string, column: Column, sealed: Buffer): MailContent {
  const compressed = crypto.open('mail', { table: 'email_logs', column, row: logId, owner: '' }, sealed)
  return JSON.parse(brotliDecompressSync(compressed).toString('utf8')) as MailContent
}
