import { t } from '@lingui/core/macro'
import { limits } from '@twofold/contract/limits'
import { type Accompanied, groupCompanions } from './entries/companions.ts'
import { type CollectedParts, collectParts, entriesOf, isComplete } from './migration-parts.ts'
import type { ReadEntry } from './entries/read-entry.ts'
import { failureOf, type ReadTransfer, type TransferFormat } from './read-file.ts'
import { TransferError } from './opening/transfer-failure.ts'
import { type FileProgress, readFile } from './transfer-jobs.ts'
import { isRaster } from '../lib/raster-image.ts'
import { failureText } from './transfer-texts.ts'

/** Finds the QR codes in a picture. */
export type ReadPicture = (
  picture: Blob,
) => Promise<{ texts: string[] } | { failure: 'not_an_image' | 'other_picture' | 'too_large' | 'failed' }>

/** Results so far from files, pictures and texts. */
export interface Gathered {
  formats: readonly TransferFormat[]
  entries: readonly ReadEntry[]
  /** Exports of Google Authenticator, whole or not yet. */
  exports: readonly CollectedParts[]
}

/** An export whose other codes are looked for, and everything else that is there. */
export interface UnfinishedExport {
  parts: CollectedParts
  others: Gathered
}

export function unfinishedOf(gathered: Gathered): UnfinishedExport | undefined {
  const parts = gathered.exports.find((one) => !isComplete(one))
  return parts && { parts, others: { ...gathered, exports: gathered.exports.filter((one) => one !== parts) } }
}

export const nothing: Gathered = { formats: [], entries: [], exports: [] }

export const isWhole = ({ exports }: Gathered) => exports.every(isComplete)

/** All entries that are there; those of exports which are not whole too. */
export const allEntries = ({ entries, exports }: Gathered): ReadEntry[] => [...entries, ...exports.flatMap(entriesOf)]

export type ReadingProgress = FileProgress | { stage: 'picture'; done: number; total: number }

/** A sentence for who chose the file. */
export class SourceProblem extends Error {}

/** Credentials to open a file with. */
export interface Unlocking {
  password: string
  keyFile: File | undefined
}

export interface UnlockQuestion {
  fileName: string
  /** The last answer was. */
  isWrong: boolean
  /** A KeePass database, which may have a key file and may do without a password. Undefined for others; null when none is chosen yet. */
  keyFile: File | null | undefined
}

interface ReadingOptions {
  signal: AbortSignal
  readPicture: ReadPicture
  onProgress: (progress: ReadingProgress) => void
  /** Rejects if the person does not answer. */
  askUnlocking: (question: UnlockQuestion) => Promise<Unlocking>
}

/** A file that the browser does not give out, such as a folder, is left to its reader, which says so. */
async function picturesAmong(files: readonly File[]): Promise<ReadonlySet<File>> {
  const are = await Promise.all(files.map((file) => isPicture(file).catch(() => false)))
  return new Set(files.filter((_, at) => are[at]))
}

/** By its content: phones and mail programs rename files. */
const isPicture = async (file: Blob) => isRaster(new Uint8Array(await file.slice(0, 64).arrayBuffer()))

/**
 * Puts what is in `files` to what was gathered before: all of it or nothing. Throws a SourceProblem, and an AbortError when `signal` is aborted.
 */
export async function readSources(gathered: Gathered, files: readonly File[], options: ReadingOptions): Promise<Gathered> {
  let all = gathered
  const pictures = await picturesAmong(files)
  let picturesDone = 0
  for (const { file, companions } of groupCompanions(files)) {
    try {
      if (pictures.has(file)) options.onProgress({ stage: 'picture', done: picturesDone++, total: pictures.size })
      const source = pictures.has(file) ? await textIn(file, options) : file
      const read = await openFile({ file: source, companions }, options)
      if (read.pictures.length === 0) all = put(all, read)
      else all = put(all, await openFile({ file: await textOfAll(file.name, read.pictures, options), companions: {} }, options))
    } catch (error) {
      options.signal.throwIfAborted()
      const text = error instanceof SourceProblem ? error.message : failureText(failureOf(error))
      throw new SourceProblem(files.length > 1 ? `${file.name}: ${text}` : text)
    }
  }
  if (allEntries(all).length > limits.keysPerOwner) throw new SourceProblem(failureText('too_many'))
  return all
}

function put({ formats, entries, exports }: Gathered, read: ReadTransfer): Gathered {
  return {
    formats: [...new Set([...formats, read.format])],
    entries: [...entries, ...read.entries],
    exports: collectParts(exports, read.parts),
  }
}

/** The links of the codes in a picture, one in a line. */
async function textIn(picture: File, { signal, readPicture }: ReadingOptions): Promise<File> {
  const decoded = await readPicture(picture)
  signal.throwIfAborted()
  if ('failure' in decoded) {
    throw new SourceProblem(
      {
        not_an_image: failureText('damaged'),
        other_picture: failureText('other_picture'),
        too_large: t`This image is too large. Please use one of at most 40 megapixels.`,
        failed: t`Failed to process image. Please try again.`,
      }[decoded.failure],
    )
  }
  if (decoded.texts.length === 0) throw new SourceProblem(t`No QR code found in the image. Please try a different image.`)
  return new File([`${decoded.texts.join('\n')}\n`], picture.name, { type: 'text/plain' })
}

/** The links of the codes in the pictures of a document, which may have others than codes. */
async function textOfAll(name: string, pictures: readonly Uint8Array<ArrayBuffer>[], options: ReadingOptions): Promise<File> {
  const texts: string[] = []
  for (const [done, picture] of pictures.entries()) {
    options.onProgress({ stage: 'picture', done, total: pictures.length })
    const decoded = await options.readPicture(new Blob([picture]))
    options.signal.throwIfAborted()
    if ('texts' in decoded) texts.push(...decoded.texts)
  }
  if (texts.length === 0) throw new SourceProblem(failureText('pictures_without_codes'))
  return new File([`${[...new Set(texts)].join('\n')}\n`], name, { type: 'text/plain' })
}

/** Asks for password and key file as often as it takes. A key file that was chosen with the database is tried with the password first. */
async function openFile(
  { file, companions }: Accompanied<File>,
  { signal, onProgress, askUnlocking }: ReadingOptions,
): Promise<ReadTransfer> {
  let [password, keyFile]: [string | undefined, File | undefined] = [undefined, companions.keyFile]
  for (;;) {
    try {
      // A database with a key file is tried only after an answer: deriving its key may take long.
      const tried = password === undefined ? undefined : keyFile
      return await readFile(file, { password, companions: { ...companions, keyFile: tried }, signal, onProgress })
    } catch (error) {
      const failure = error instanceof TransferError ? error.failure : undefined
      const isOfKeePass = failure === 'key_needed' || failure === 'key_wrong'
      if (!isOfKeePass && failure !== 'password_needed' && failure !== 'password_wrong') throw error
      const isWrong = failure === 'password_wrong' || failure === 'key_wrong'
      ;({ password, keyFile } = await askUnlocking({ fileName: file.name, isWrong, keyFile: isOfKeePass ? (keyFile ?? null) : undefined }))
    }
  }
}
