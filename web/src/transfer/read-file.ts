import { limits } from '@twofold/contract/limits'
import { isAegis, readAegis } from './aegis.ts'
import { isAndOtp, isEncryptedAndOtp, openAndOtp, readAndOtp } from './andotp.ts'
import { isBitwarden, readBitwarden } from './bitwarden.ts'
import { isEnte, openEnte } from './ente.ts'
import type { EntrySource } from './entry-source.ts'
import { type Fields, isFields, listOf, parseJson } from './json.ts'
import { isLinkList, isProton, isRaivo, readLinkList, readProton, readRaivo } from './link-lists.ts'
import type { MigrationPart } from './otpauth-migration.ts'
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
  | 'Google Authenticator'
  | 'links'

export interface ReadTransfer {
  format: TransferFormat
  entries: ReadEntry[]
  /** Of Google Authenticator's exports, which take several links each; their accounts are not among `entries`. */
  parts: MigrationPart[]
}

type FoundSource = { format: TransferFormat; source: EntrySource; parts?: MigrationPart[] }

/** Told so often, in entries, how far it is. */
const toldEvery = 100

/**
 * Reads the export of any application that we know. Throws a TransferError, and never gives a part of what it could not read whole.
 * `onProgress` hears how much of the list is done.
 */
export async function readTransfer(
  bytes: Uint8Array,
  password?: string,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<ReadTransfer> {
  if (bytes.length > limits.importBytes) throw new TransferError('too_large')
  const { format, source, parts = [] } = await readAny(bytes, password)
  const entries: ReadEntry[] = []
  let done = 0
  for (const batch of source.batches) {
    entries.push(...batch)
    done += 1
    if (done % toldEvery === 0 || done === source.size) onProgress(done, source.size)
    if (entries.length > limits.keysPerOwner) throw new TransferError('too_many')
  }
  if (entries.length === 0 && parts.length === 0) throw new TransferError('empty')
  return { format: entries.length === 0 ? 'Google Authenticator' : format, entries, parts }
}

export function failureOf(error: unknown): TransferFailure {
  return error instanceof TransferError ? error.failure : 'damaged'
}

async function readAny(bytes: Uint8Array, password: string | undefined): Promise<FoundSource> {
  const text = decodeText(bytes)
  if (text === undefined) {
    if (!isEncryptedAndOtp(bytes)) throw new TransferError('unknown_format')
    return { format: 'andOTP', source: readAndOtp(listOf(openAndOtp(bytes, password))) }
  }
  if (text.trim() === '') throw new TransferError('empty')
  if (isLinkList(text)) return { format: 'links', ...readLinkList(text) }
  const json = parseJson(text)
  if (Array.isArray(json)) return readList(listOf(json))
  if (isFields(json)) return readObject(json, password)
  throw new TransferError(/^\s*[[{]/.test(text) ? 'damaged' : 'unknown_format')
}

function readList(entries: Fields[]): FoundSource {
  const [first = {}] = entries
  if (isRaivo(first)) return { format: 'Raivo', source: readRaivo(entries) }
  if (isAndOtp(first)) return { format: 'andOTP', source: readAndOtp(entries) }
  throw new TransferError(entries.length === 0 ? 'empty' : 'unknown_format')
}

async function readObject(file: Fields, password: string | undefined): Promise<FoundSource> {
  if (isOwnFile(file)) return { format: 'Twofold', source: await readOwnFile(file, password) }
  if (isAegis(file)) return { format: 'Aegis', source: await readAegis(file, password) }
  if (isTwoFas(file)) return { format: '2FAS', source: readTwoFas(file, password) }
  if (isEnte(file)) return { format: 'Ente Auth', ...readLinkList(await openEnte(file, password)) }
  if (isBitwarden(file)) return { format: 'Bitwarden', source: await readBitwarden(file, password) }
  if (isProton(file)) return { format: 'Proton Authenticator', source: readProton(file) }
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
