import { limits } from '@twofold/contract/limits'
import { transferLimits } from '@twofold/contract/transfer-limits'
import { isOpenPgp, openOpenPgp } from './containers/openpgp.ts'
import { readPagePictures } from './containers/page-pictures.ts'
import { isPdf, readPdfPictures } from './containers/pdf.ts'
import { type Companions, groupCompanions } from './entries/companions.ts'
import { isZip, readZip, type UnpackedBytes, type ZipFile } from './containers/zip.ts'
import { type FormatName, importFormats } from './formats/formats.ts'
import { hasPasswords } from './formats/password-tables.ts'
import { findLateRefusal, findRefusal } from './known-refusals.ts'
import type { MigrationPart } from './entries/otpauth-migration.ts'
import type { ReadEntry } from './entries/read-entry.ts'
import { onStretching } from './opening/stretching.ts'
import { type FormatReading, type ImportFormat, SourceFile } from './entries/source-file.ts'
import { TransferError, type TransferFailure } from './opening/transfer-failure.ts'

export type TransferFormat = FormatName

export interface ReadTransfer {
  format: TransferFormat
  entries: ReadEntry[]
  /** Parts of Google Authenticator's exports, which may take several links; their accounts are not among `entries`. */
  parts: MigrationPart[]
  /** Pictures of a document, whose codes are read next: it has no entries of its own. */
  pictures: Uint8Array<ArrayBuffer>[]
}

export interface ReadTransferOptions {
  /** Name of the file: the only sign of some formats. */
  name?: string
  password?: string | undefined
  companions?: Companions
  /** Hears how much of the list is done. */
  onProgress?: (done: number, total: number) => void
  /** Hears how many milliseconds it takes to derive a key from the password, where that takes a while. */
  onStretching?: (milliseconds: number) => void
}

/** Number of entries between progress reports. */
const reportEvery = 100

/** Reads the export of any application that we know. Throws a TransferError, and never gives a part of what it could not read whole. */
export async function readTransfer(bytes: Uint8Array, options: ReadTransferOptions = {}): Promise<ReadTransfer> {
  onStretching(options.onStretching)
  if (bytes.length > transferLimits.importBytes) throw new TransferError('too_large')
  if (bytes.length === 0) throw new TransferError('empty')
  const opened = unsealed(bytes, options)
  // First: a PDF that an archive stores as it is has its mark near the beginning of the archive too.
  if (isZip(opened)) return readArchive(opened, options)
  const pictures = isPdf(opened) ? readPdfPictures(opened) : readPagePictures(opened)
  if (pictures?.length === 0) throw new TransferError('pictures_without_codes')
  if (pictures) return { format: 'links', entries: [], parts: [], pictures }
  return readOne(new SourceFile(options.name ?? '', opened, options.companions), options)
}

/** OpenPGP wraps an export of any application. */
const unsealed = (bytes: Uint8Array, { password }: ReadTransferOptions) =>
  isOpenPgp(bytes) ? openOpenPgp(bytes, password || undefined) : bytes

export function failureOf(error: unknown): TransferFailure {
  return error instanceof TransferError ? error.failure : 'damaged'
}

/** Files that accompany the keys in archives. Bitwarden puts attachments into a folder. Names may begin with `./`. */
const isAside = (name: string) =>
  /(?:^|\/)(?:__MACOSX\/|attachments\/|\.(?!\.?\/))|\.(?:png|jpe?g|gif|webp|svg|icns|ico|pdf|html?)$/i.test(name)
/** Screenshots of codes, when there is nothing else. */
const isPicture = (name: string) => !/(?:^|\/)(?:__MACOSX\/|\.(?!\.?\/))/.test(name) && /\.(?:png|jpe?g|gif|webp)$/i.test(name)
const mostPictures = 100
/** Mail programs and phones wrap an archive in another one. */
const deepest = 1

interface Outside {
  unpacked: UnpackedBytes
  /** Nesting depth of archives. */
  depth: number
}

/** An archive is read whole: each file in it that is one of our formats, and nothing when one of these cannot be read. */
async function readArchive(
  bytes: Uint8Array,
  options: ReadTransferOptions,
  { unpacked, depth }: Outside = { unpacked: { count: 0 }, depth: 0 },
): Promise<ReadTransfer> {
  const read: ReadTransfer[] = []
  const all = readZip(bytes, unpacked)
  const files = all.filter(({ name }) => !isAside(name))
  let refusal: TransferFailure = files.length === 0 ? 'empty' : 'unknown_format'
  const open = (file: ZipFile) => unsealed(file.open(options.password || undefined), options)
  for (const { file, companions } of groupCompanions(files)) {
    if (file.size > transferLimits.importBytes) continue
    const content = open(file)
    if (isZip(content)) {
      if (depth < deepest) read.push(...(await readInner(content, options, { unpacked, depth: depth + 1 })))
      continue
    }
    const source = new SourceFile(file.name, content, {
      keyFile: options.companions?.keyFile ?? (companions.keyFile && open(companions.keyFile)),
      log: companions.log && open(companions.log),
    })
    const known = findRefusal(source)
    if (known === undefined && findFormat(source)) read.push(await readOne(source, options))
    else refusal = known ?? findLateRefusal(source) ?? refusal
  }
  const [first] = read
  if (!first) {
    const pictures = all.filter(({ name }) => isPicture(name)).slice(0, mostPictures)
    if (depth > 0 || pictures.length === 0 || (files.length > 0 && refusal !== 'unknown_format')) throw new TransferError(refusal)
    return { format: 'links', entries: [], parts: [], pictures: pictures.map((picture) => Uint8Array.from(open(picture))) }
  }
  const entries = read.flatMap((one) => one.entries)
  if (entries.length > limits.keysPerOwner) throw new TransferError('too_many')
  return { format: first.format, entries, parts: read.flatMap(({ parts }) => parts), pictures: [] }
}

/** Nothing when it is something else: an attachment, or a document, which are archives too. */
async function readInner(bytes: Uint8Array, options: ReadTransferOptions, outside: Outside): Promise<ReadTransfer[]> {
  try {
    return [await readArchive(bytes, options, outside)]
  } catch (error) {
    if (error instanceof TransferError && (error.failure === 'unknown_format' || error.failure === 'empty')) return []
    throw error
  }
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
    // Before they are added: a call takes no more arguments than its stack holds.
    if (entries.length + batch.length > limits.keysPerOwner) throw new TransferError('too_many')
    entries.push(...batch)
    done += 1
    if (done % reportEvery === 0 || done === source.size) onProgress(done, source.size)
  }
  if (entries.length === 0 && parts.length === 0) throw new TransferError('empty')
  return { format: entries.length === 0 ? 'Google Authenticator' : format.name, entries, parts, pictures: [] }
}

/** Explains a file that no format matches. */
function whyUnknown(file: SourceFile): TransferFailure {
  const { text, json } = file
  const known = findLateRefusal(file)
  if (known) return known
  if (text === undefined) return 'unknown_format'
  if (hasPasswords(file)) return 'no_codes_in_table'
  if (text.trim() === '' || (Array.isArray(json) && json.length === 0)) return 'empty'
  return looksLikeJson(text) && json === undefined ? 'damaged' : 'unknown_format'
}

/** Settings of other programs have names in brackets. */
const looksLikeJson = (text: string) => /^\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[[{"\]]|$))/.test(text)
