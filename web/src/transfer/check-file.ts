import { writtenOf } from '@twofold/contract/key-fields'
import { mapSealed, type SealedTexts } from '@twofold/contract/sealed-fields'
import { i18n } from '@lingui/core'
import type { KeyParameters } from '@twofold/contract/otpauth'
import { type CollectedParts, collectParts, entriesOf, isComplete } from './migration-parts.ts'
import type { Companions } from './entries/companions.ts'
export { groupCompanions } from './entries/companions.ts'
import type { ReadEntry } from './entries/read-entry.ts'
import { failureOf, readTransfer } from './read-file.ts'
import { TransferError } from './opening/transfer-failure.ts'
import { failureText, formatName, refusalText } from './transfer-texts.ts'

export interface CheckedEntry extends KeyParameters, SealedTexts {
  name: string
  tags: string[]
  favourite: boolean
}

/** Result of the import screen for a file. */
export interface CheckedFile {
  /** Null if the format is unknown. */
  application: string | null
  entries: CheckedEntry[]
  /** Entries by name, or the whole file without one, and the sentence that the person reads. */
  refused: { name: string | null; reason: string }[]
}

export interface CheckOptions {
  companions?: Companions
  /** The next password to try; undefined when there is none. `isWrong` says that the last one was. */
  nextPassword: (isWrong: boolean) => Promise<string | undefined>
  /** The texts of the QR codes in a picture; undefined for what is no picture. */
  readPicture: (bytes: Uint8Array) => Promise<string[] | undefined>
}

/** Reads a file with the readers of the import screen, for `npm run import-check`. Runs outside of a browser. */
export async function checkFile(
  name: string,
  bytes: Uint8Array,
  { companions = {}, nextPassword, readPicture }: CheckOptions,
): Promise<CheckedFile> {
  if (i18n.locale === '') i18n.loadAndActivate({ locale: 'en', messages: {} })
  const codes = await readPicture(bytes)
  let hasTriedNone = false
  let content = codes === undefined ? bytes : new TextEncoder().encode(`${codes.join('\n')}\n`)
  for (let password: string | undefined; ;) {
    try {
      const { format, entries, parts, pictures } = await readTransfer(content, { name, password, companions })
      if (pictures.length > 0) {
        const texts = (await Promise.all(pictures.map(readPicture))).flatMap((found) => found ?? [])
        if (texts.length === 0) throw new TransferError('pictures_without_codes')
        content = new TextEncoder().encode(`${[...new Set(texts)].join('\n')}\n`)
        continue
      }
      const exports = collectParts([], parts)
      const missing = exports.filter((one) => !isComplete(one)).map((one) => ({ name: null, reason: missingText(one) }))
      const read = [...entries, ...exports.flatMap(entriesOf)]
      return {
        application: formatName(format),
        entries: read.flatMap(checkedOf),
        refused: [...missing, ...read.flatMap((entry) => (entry.ok ? [] : { name: entry.name, reason: refusalText(entry.refusal) }))],
      }
    } catch (error) {
      if (!(error instanceof TransferError)) throw error
      const failure = failureOf(error)
      if (/^(?:password|key)_(?:needed|wrong)$/.test(failure)) {
        const isWrong = failure.endsWith('wrong')
        password = await nextPassword(isWrong)
        // A KeePass database may have none.
        if (password === undefined && failure.startsWith('key') && !hasTriedNone) {
          hasTriedNone = true
          password = ''
        }
        if (password !== undefined) continue
      }
      return { application: null, entries: [], refused: [{ name: null, reason: failureText(failure) }] }
    }
  }
}

const checkedOf = (entry: ReadEntry): CheckedEntry[] =>
  entry.ok
    ? [{ name: entry.name, ...entry.parameters, ...writtenOf(entry), ...mapSealed((field) => entry[field]), favourite: entry.isFavourite }]
    : []

/** For the terminal only: the screen shows each missing code. */
const missingText = ({ entries, size }: CollectedParts) => `${entries.size} of ${size} QR codes of this export are here.`
