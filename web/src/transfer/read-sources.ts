import { t } from '@lingui/core/macro'
import { limits } from '@twofold/contract/limits'
import { type CollectedParts, collectParts, entriesOf, isComplete } from './migration-parts.ts'
import type { ReadEntry } from './read-entry.ts'
import { failureOf, type ReadTransfer, type TransferFormat } from './read-file.ts'
import { TransferError } from './transfer-failure.ts'
import { type FileProgress, readFile } from './transfer-jobs.ts'
import { failureText } from './transfer-texts.ts'

/** Finds the QR codes in a picture. */
export type ReadPicture = (picture: Blob) => Promise<{ texts: string[] } | { failure: 'not_an_image' | 'too_large' | 'failed' }>

/** What was found so far in files, pictures and texts. */
export interface Gathered {
  formats: readonly TransferFormat[]
  entries: readonly ReadEntry[]
  /** Exports of Google Authenticator, whole or not yet. */
  exports: readonly CollectedParts[]
}

/** An export whose other codes are looked for, and all that is there besides. */
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

interface ReadingOptions {
  signal: AbortSignal
  readPicture: ReadPicture
  onProgress: (progress: ReadingProgress) => void
  /** Rejects when nobody enters one. */
  askPassword: (fileName: string, isWrong: boolean) => Promise<string>
}

const isPicture = ({ type }: Blob) => type.startsWith('image/')

/**
 * Puts what is in `files` to what was gathered before: all of it or nothing. Throws a SourceProblem, and an AbortError when `signal` is aborted.
 */
export async function readSources(gathered: Gathered, files: readonly File[], options: ReadingOptions): Promise<Gathered> {
  let all = gathered
  const pictures = files.filter(isPicture).length
  let picturesDone = 0
  for (const file of files) {
    try {
      if (isPicture(file)) options.onProgress({ stage: 'picture', done: picturesDone++, total: pictures })
      const source = isPicture(file) ? await textIn(file, options) : file
      const read = await openFile(source, options)
      all = put(all, read.pictures.length === 0 ? read : await openFile(await textOfAll(file.name, read.pictures, options), options))
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
        not_an_image: t`Please select an image file`,
        too_large: t`This image is too large. Please use one of at most 40 megapixels.`,
        failed: t`Failed to process image. Please try again.`,
      }[decoded.failure],
    )
  }
  if (decoded.texts.length === 0) throw new SourceProblem(t`No QR code found in the image. Please try a different image.`)
  return new File([decoded.texts.join('\n')], picture.name, { type: 'text/plain' })
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
  if (texts.length === 0) throw new SourceProblem(failureText('pdf_without_codes'))
  return new File([[...new Set(texts)].join('\n')], name, { type: 'text/plain' })
}

/** Asks for the password as often as it takes. */
async function openFile(file: File, { signal, onProgress, askPassword }: ReadingOptions): Promise<ReadTransfer> {
  for (let password: string | undefined; ;) {
    try {
      return await readFile(file, { password, signal, onProgress })
    } catch (error) {
      const failure = error instanceof TransferError ? error.failure : undefined
      if (failure !== 'password_needed' && failure !== 'password_wrong') throw error
      password = await askPassword(file.name, failure === 'password_wrong')
    }
  }
}
