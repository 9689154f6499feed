import { toText } from './bytes.ts'
import { type EntrySource, readEach } from './entry-source.ts'
import { type Fields, parseJson } from './json.ts'
import { readEntry } from './read-entry.ts'
import { TransferError } from './transfer-failure.ts'
import { derivePbkdf2, openAesGcm } from './unlock.ts'

/** Entries of andOTP have a label, and say their kind in `type`. */
export const isAndOtp = (entry: Fields) => 'secret' in entry && 'type' in entry && 'label' in entry

export function readAndOtp(entries: readonly Fields[]): EntrySource {
  return readEach(entries, ({ type, label, ...rest }) => [readEntry({ ...pick(rest), kind: type, account: label })])
}

const pick = ({ secret, issuer, algorithm, digits, period, counter, tags }: Fields) => ({
  secret,
  issuer,
  algorithm,
  digits,
  period,
  counter,
  tags,
})

const [roundsBytes, saltBytes, nonceBytes, tagBytes] = [4, 12, 12, 16]
/** Between these andOTP chooses by chance. */
const [fewestRounds, mostRounds] = [1000, 1_000_000]

/** Whether bytes can be an encrypted backup: nothing but the count at their beginning tells. */
export function isEncryptedAndOtp(bytes: Uint8Array): boolean {
  if (bytes.length <= roundsBytes + saltBytes + nonceBytes + tagBytes) return false
  const rounds = readRounds(bytes)
  return rounds >= fewestRounds && rounds <= mostRounds
}

/** An encrypted backup of andOTP 0.6.3 and later: rounds, salt, nonce, and what is sealed. */
export function openAndOtp(bytes: Uint8Array, password: string | undefined): unknown {
  if (password === undefined) throw new TransferError('password_needed')
  const [saltAt, nonceAt, dataAt] = [roundsBytes, roundsBytes + saltBytes, roundsBytes + saltBytes + nonceBytes]
  const key = derivePbkdf2('SHA1', password, bytes.subarray(saltAt, nonceAt), readRounds(bytes))
  return parseJson(toText(openAesGcm(key, bytes.subarray(nonceAt, dataAt), bytes.subarray(dataAt))))
}

const readRounds = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
