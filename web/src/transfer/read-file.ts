import { limits } from '@twofold/contract/limits'
import { isPdf, readPdfPictures } from './containers/pdf.ts'
import { type Companions, groupCompanions } from './companions.ts'
import { isZip, readZip, type ZipFile } from './containers/zip.ts'
import { type FormatName, importFormats } from './formats/formats.ts'
import { findRefusal, isSealedDatabase } from './known-refusals.ts'
import type { MigrationPart } from './otpauth-migration.ts'
import type { ReadEntry } from './read-entry.ts'
import { onStretching } from './stretching.ts'
import { type FormatReading, type ImportFormat, SourceFile } from './source-file.ts'
import { TransferError, type TransferFailure } from './transfer-failure.ts'

export type TransferFormat = FormatName

export interface ReadTransfer {
  format: TransferFormat
  entries: ReadEntry[]
  /** Of Google Authenticator's exports, which take several links each; their accounts are not among `entries`. */
  parts: MigrationPart[]
  /** Of a document, whose codes are read next: it has no entries of its own. */
  pictures: Uint8Array<ArrayBuffer>[]
}

export interface ReadTransferOptions {
  /** What the file is called: some formats are known by nothing else. */
  name?: string
  password?: string | undefined
  companions?: Companions
  /** Hears how much of the list is done. */
  onProgress?: (done: number, total: number) => void
  /** Hears how many milliseconds it takes to derive a key from the password, where that takes a while. */
  onStretching?: (milliseconds: number) => void
}

/** Told so often, in entries, how far it is. */
const toldEvery = 100

/** Reads the export of any application that we know. Throws a TransferError, and never gives a part of what it could not read whole. */
export async function readTransfer(bytes: Uint8Array, options: ReadTransferOptions = {}): Promise<ReadTransfer> {
  onStretching(options.onStretching)
  if (bytes.length > limits.importBytes) throw new TransferError('too_large')
  if (bytes.length === 0) throw new TransferError('empty')
  if (isPdf(bytes)) return { format: 'links', entries: [], parts: [], pictures: picturesOf(bytes) }
  return isZip(bytes) ? readArchive(bytes, options) : readOne(new SourceFile(options.name ?? '', bytes, options.companions), options)
}

function picturesOf(bytes: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const pictures = readPdfPictures(bytes)
  if (pictures.length === 0) throw new TransferError('pdf_without_codes')
  return pictures
}

export function failureOf(error: unknown): TransferFailure {
  return error instanceof TransferError ? error.failure : 'damaged'
}

/** What archives have beside the file with the keys. */
const isAside = (name: string) => /(?:^|\/)(?:__MACOSX\/|\.)|\.(?:png|jpe?g|gif|webp|svg|icns|ico|pdf|html?)$/i.test(name)

/** An archive is read whole: each file in it that is one of our formats, and nothing when one of these cannot be read. */
async function readArchive(bytes: Uint8Array, options: ReadTransferOptions): Promise<ReadTransfer> {
  const read: ReadTransfer[] = []
  const files = readZip(bytes).filter(({ name }) => !isAside(name))
  let refusal: TransferFailure = files.length === 0 ? 'empty' : 'unknown_format'
  const open = (file: ZipFile) => file.open(options.password || undefined)
  for (const { file, companions } of groupCompanions(files)) {
    if (file.size > limits.importBytes) continue
    const source = new SourceFile(file.name, open(file), {
      keyFile: options.companions?.keyFile ?? (companions.keyFile && open(companions.keyFile)),
      log: companions.log && open(companions.log),
    })
    refusal = findRefusal(source) ?? refusal
    if (findRefusal(source) === undefined && findFormat(source)) read.push(await readOne(source, options))
  }
  const [first] = read
  if (!first) throw new TransferError(refusal)
  const entries = read.flatMap((one) => one.entries)
  if (entries.length > limits.keysPerOwner) throw new TransferError('too_many')
  return { format: first.format, entries, parts: read.flatMap(({ parts }) => parts), pictures: [] }
}

const findFormat = (file: SourceFile): ImportFormat<FormatName> | undefined => importFormats.find(({ detects }) => detects(file))

async function readOne(file: SourceFile, { password, onProgress = () => undefined }: ReadTransferOptions): Promise<ReadTransfer> {
  const refusal = findRefusal(file)
  if (refusal) throw new TransferError(refusal)
  const format = findFormat(file)
  if (!format) throw new TransferError(whyUnknown(file))
  const { source, parts = [] }: FormatReading = await format.reads(file, format.takesEmptyPassword ? password : password || undefined)
  const entries: ReadEntry[] = []
  let done = 0
  for (const batch of source.batches) {
    entries.push(...batch)
    done += 1
    if (done % toldEvery === 0 || done === source.size) onProgress(done, source.size)
    if (entries.length > limits.keysPerOwner) throw new TransferError('too_many')
  }
  if (entries.length === 0 && parts.length === 0) throw new TransferError('empty')
  return { format: entries.length === 0 ? 'Google Authenticator' : format.name, entries, parts, pictures: [] }
}

/** Of a file that no format knows. */
function whyUnknown(file: SourceFile): TransferFailure {
  const { text, json } = file
  if (text === undefined) return isSealedDatabase(file) && file.database === undefined ? 'sqlcipher' : 'unknown_format'
  if (text.trim() === '' || (Array.isArray(json) && json.length === 0)) return 'empty'
  return /^\s*[[{]/.test(text) && json === undefined ? 'damaged' : 'unknown_format'
}
