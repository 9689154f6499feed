import { msg } from '@lingui/core/macro'
import type { WrittenDescription } from '@twofold/contract/key-fields'
import type { SealedTexts } from '@twofold/contract/sealed-fields'
import { gcm } from '@noble/ciphers/aes.js'
import { fromBase64, toBase64, toBytes, toText } from '../opening/bytes.ts'
import { readEach } from '../entries/entry-source.ts'
import { type Fields, fieldsOf, listOf, parseJson } from '../opening/json.ts'
import { readEntryLink, textOf } from '../entries/read-entry.ts'
import type { FormatReading, ImportFormat } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { deriveArgon2id, openAesGcm } from '../opening/unlock.ts'

export interface WrittenKey extends WrittenDescription, SealedTexts {
  name: string
  uri: string
  /** The exporting person's favorite. */
  favourite?: boolean | undefined
  /** PNG in Base64. */
  icon?: string | undefined
}

const format = 'twofold-export'
/** The same as for account passwords. */
const cost = { memory_kib: 65_536, iterations: 3, parallelism: 1 }
const cipher = 'aes-256-gcm'

export const twofold: ImportFormat<'Twofold'> = {
  name: 'Twofold',
  help: msg`Export keys: encrypted file, or links`,
  detects: ({ fields }) => fields['format'] === format,
  reads: ({ fields }, password) => readOwnFile(fields, password),
}

/** Our own file: JSON whose `data` is the keys, under a key that the password yields. All that is not sealed is authenticated with it. */
export async function writeOwnFile(keys: readonly WrittenKey[], password: string): Promise<string> {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const [salt, nonce] = [random(16), random(12)]
  const head = headOf({ ...cost, salt: toBase64(salt), nonce: toBase64(nonce) })
  const key = await deriveArgon2id(password, salt, {
    memoryBytes: cost.memory_kib * 1024,
    passes: cost.iterations,
    lanes: cost.parallelism,
  })
  const data = gcm(key, nonce, toBytes(JSON.stringify(head))).encrypt(toBytes(JSON.stringify({ keys })))
  return `${JSON.stringify({ ...head, data: toBase64(data) }, undefined, 2)}\n`
}

/** Always in this order, since it is authenticated. */
function headOf({ memory_kib, iterations, parallelism, salt, nonce }: Fields) {
  return { format, version: 1, kdf: { algorithm: 'argon2id', memory_kib, iterations, parallelism, salt }, cipher, nonce }
}

async function readOwnFile(file: Fields, password: string | undefined): Promise<FormatReading> {
  if (password === undefined) throw new TransferError('password_needed')
  const kdf = fieldsOf(file['kdf'])
  if (file['version'] !== 1 || kdf['algorithm'] !== 'argon2id' || file['cipher'] !== cipher) throw new TransferError('unknown_format')
  const { memory_kib: memory, iterations, parallelism } = kdf
  const memoryBytes = typeof memory === 'number' ? memory * 1024 : memory
  const key = await deriveArgon2id(password, fromBase64(kdf['salt']), { memoryBytes, passes: iterations, lanes: parallelism })
  const head = toBytes(JSON.stringify(headOf({ ...kdf, nonce: file['nonce'] })))
  const content = parseJson(toText(openAesGcm(key, fromBase64(file['nonce']), fromBase64(file['data']), head)))
  const keys = listOf(fieldsOf(content)['keys'])
  return {
    source: readEach(keys, ({ uri, ...fileData }) => [readEntryLink(textOf(uri), fileData)]),
  }
}
