import { msg } from '@lingui/core/macro'
import { toText } from '../opening/bytes.ts'
import { decodeText } from '../containers/text.ts'
import { readEach } from '../entries/entry-source.ts'
import { type Fields, fieldsOf, parseJson } from '../opening/json.ts'
import { readEntry, textOf } from '../entries/read-entry.ts'
import type { FormatReading, ImportFormat } from '../entries/source-file.ts'
import { TransferError } from '../opening/transfer-failure.ts'
import { derivePbkdf2, hashSha256, tryAesGcm } from '../opening/unlock.ts'

/** Entries of andOTP have a label; its first versions said neither their kind nor their settings. */
const isAndOtp = ([first = {}]: readonly Fields[]) => 'secret' in first && 'label' in first

/** A backup of andOTP without a password. */
export const andOtp: ImportFormat<'andOTP'> = {
  name: 'andOTP',
  help: msg`Backup: plain, or encrypted with a password`,
  detects: ({ list = [] }) => isAndOtp(list),
  reads: ({ list = [] }) => readEntries(list),
}

function readEntries(entries: readonly Fields[]): FormatReading {
  return {
    source: readEach(entries, (entry) => {
      const [label, issuer] = [textOf(entry['label']), textOf(entry['issuer'])]
      // Versions before 0.6 have no field for the issuer.
      const [, before = '', behind = label] = 'issuer' in entry ? [] : (/^(.*?)(?:\s-\s|:)(.*)$/s.exec(label) ?? [])
      return [
        readEntry({
          kind: entry['type'] ?? 'totp',
          secret: entry['secret'],
          issuer: issuer || before,
          account: withoutIssuer(behind, issuer || before),
          // OTPClient has the same list, with a name of its own for the hash.
          algorithm: entry['algorithm'] ?? entry['algo'],
          digits: entry['digits'],
          period: entry['period'],
          counter: entry['counter'],
          tags: entry['tags'],
        }),
      ]
    }),
  }
}

/** Some versions keep the label of the link as it was, with the issuer before the account. */
const withoutIssuer = (label: string, issuer: string) =>
  issuer !== '' && label.startsWith(`${issuer}:`) ? label.slice(issuer.length + 1).trim() : label

const [roundsBytes, saltBytes, nonceBytes, tagBytes] = [4, 12, 12, 16]
/** Between these andOTP chooses by chance. */
const [fewestRounds, mostRounds] = [1000, 1_000_000]

/**
 * An encrypted backup of andOTP: rounds, salt, nonce, and what is sealed (0.6.3 and later), or nonce and what is sealed under the bare hash of the
 * password. Nothing in it says what it is, so it is the last of all formats, and only for bytes that look like chance.
 */
export const andOtpEncrypted: ImportFormat<'andOTP'> = {
  name: 'andOTP',
  detects: ({ name, bytes }) =>
    !/\.(?:db3?|sqlite3?)$/i.test(name) &&
    bytes.length > nonceBytes + tagBytes &&
    decodeText(bytes) === undefined &&
    (isNewer(bytes) || looksRandom(bytes)),
  reads({ bytes }, password) {
    if (password === undefined) throw new TransferError('password_needed')
    for (const text of [openNewer(bytes, password), openOlder(bytes, password)]) {
      const entries = text && parseJson(toText(text))
      if (Array.isArray(entries)) return readEntries(entries.map(fieldsOf))
      if (text) throw new TransferError('damaged')
    }
    throw new TransferError('password_wrong')
  },
}

const readRounds = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)

function isNewer(bytes: Uint8Array): boolean {
  if (bytes.length <= roundsBytes + saltBytes + nonceBytes + tagBytes) return false
  const rounds = readRounds(bytes)
  return rounds >= fewestRounds && rounds <= mostRounds
}

/** Whether all byte values are equally frequent, as only in encrypted or compressed data, and no known file type begins like it. */
function looksRandom(bytes: Uint8Array): boolean {
  if (bytes.length < 256 || isKnownKind(bytes)) return false
  const counts = new Uint32Array(256)
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1
  const expected = bytes.length / 256
  const deviation = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  // The mean of chance is 255, with a standard deviation of 23.
  return deviation < 400
}

const magics = [
  '1f8b',
  '425a68',
  'fd377a58',
  '377abcaf',
  '52617221',
  '504b',
  '28b52ffd',
  '89504e47',
  'ffd8ff',
  '25504446',
  '4f676753',
  '00000020',
  '0000001c',
]
const isKnownKind = (bytes: Uint8Array) => {
  const start = Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return magics.some((magic) => start.startsWith(magic))
}

function openNewer(bytes: Uint8Array, password: string): Uint8Array | undefined {
  if (!isNewer(bytes)) return undefined
  const [saltAt, nonceAt] = [roundsBytes, roundsBytes + saltBytes]
  const key = derivePbkdf2('SHA1', password, bytes.subarray(saltAt, nonceAt), readRounds(bytes))
  return openFrom(key, bytes, nonceAt)
}

const openOlder = (bytes: Uint8Array, password: string) => openFrom(hashSha256(new TextEncoder().encode(password)), bytes, 0)

const openFrom = (key: Uint8Array, bytes: Uint8Array, nonceAt: number) =>
  tryAesGcm(key, bytes.subarray(nonceAt, nonceAt + nonceBytes), bytes.subarray(nonceAt + nonceBytes))
