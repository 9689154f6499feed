import { limits } from '@twofold/contract/limits'
import { isAegis, readAegis } from './aegis.ts'
import { isAndOtp, isEncryptedAndOtp, openAndOtp, readAndOtp } from './andotp.ts'
import { isEnte, openEnte } from './ente.ts'
import { type Fields, isFields, listOf, parseJson } from './json.ts'
import { isBitwarden, isLinkList, isProton, isRaivo, readBitwarden, readLinkList, readProton, readRaivo } from './link-lists.ts'
import { isOwnFile, readOwnFile } from './own-file.ts'
import type { ReadEntry } from './read-entry.ts'
import { TransferError, type TransferFailure } from './transfer-failure.ts'
import { isTwoFas, readTwoFas } from './twofas.ts'

export type TransferFormat =
  | 'Twofold'
  | 'Aegis'
  | '2FAS'
  | 'Ente Auth'
  | 'Bitwarden'
  | 'Proton Authenticator'
  | 'Raivo'
  | 'andOTP'
  | 'links'

export interface ReadTransfer {
  format: TransferFormat
  entries: ReadEntry[]
}

/** Bytes; a file of 5,000 keys has a tenth of it. */
const mostBytes = 16 * 1024 * 1024

/** Reads the export of any application that we know. Throws a TransferError, and never gives a part of what it could not read whole. */
export async function readTransfer(bytes: Uint8Array, password?: string): Promise<ReadTransfer> {
  if (bytes.length > mostBytes) throw new TransferError('too_large')
  const read = await readAny(bytes, password)
  if (read.entries.length === 0) throw new TransferError('empty')
  if (read.entries.length > limits.keysPerOwner) throw new TransferError('too_many')
  return read
}

export function failureOf(error: unknown): TransferFailure {
  return error instanceof TransferError ? error.failure : 'damaged'
}

async function readAny(bytes: Uint8Array, password: string | undefined): Promise<ReadTransfer> {
  const text = decodeText(bytes)
  if (text === undefined) {
    if (!isEncryptedAndOtp(bytes)) throw new TransferError('unknown_format')
    return { format: 'andOTP', entries: readAndOtp(listOf(openAndOtp(bytes, password))) }
  }
  if (text.trim() === '') throw new TransferError('empty')
  if (isLinkList(text)) return { format: 'links', entries: readLinkList(text) }
  const json = parseJson(text)
  if (Array.isArray(json)) return readList(listOf(json))
  if (isFields(json)) return readObject(json, password)
  throw new TransferError(/^\s*[[{]/.test(text) ? 'damaged' : 'unknown_format')
}

function readList(entries: Fields[]): ReadTransfer {
  const [first = {}] = entries
  if (isRaivo(first)) return { format: 'Raivo', entries: readRaivo(entries) }
  if (isAndOtp(first)) return { format: 'andOTP', entries: readAndOtp(entries) }
  throw new TransferError(entries.length === 0 ? 'empty' : 'unknown_format')
}

async function readObject(file: Fields, password: string | undefined): Promise<ReadTransfer> {
  if (isOwnFile(file)) return { format: 'Twofold', entries: await readOwnFile(file, password) }
  if (isAegis(file)) return { format: 'Aegis', entries: await readAegis(file, password) }
  if (isTwoFas(file)) return { format: '2FAS', entries: readTwoFas(file, password) }
  if (isEnte(file)) return { format: 'Ente Auth', entries: readLinkList(await openEnte(file, password)) }
  if (isBitwarden(file)) return { format: 'Bitwarden', entries: readBitwarden(file) }
  if (isProton(file)) return { format: 'Proton Authenticator', entries: readProton(file) }
  throw new TransferError('unknown_format')
}

/** Undefined when the bytes are no text. */
function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
