import type { MessageDescriptor } from '@lingui/core'
import { type CsvTable, readCsv } from '../containers/csv.ts'
import type { Companions } from './companions.ts'
import { isSqlite, SqliteFile } from '../containers/sqlite.ts'
import { applyLog } from '../containers/sqlite-log.ts'
import { decodeText } from '../containers/text.ts'
import { readPreferences } from '../containers/xml.ts'
import type { EntrySource } from './entry-source.ts'
import { type Fields, fieldsOf, parseJson } from '../opening/json.ts'
import type { MigrationPart } from './otpauth-migration.ts'

/** A file that somebody chose, in each of the ways in which a format may look at it. Each is made when it is first asked for. */
export class SourceFile {
  /** Its name, without the folder. */
  readonly name: string
  readonly bytes: Uint8Array
  /** Key file of a database, in addition to or instead of a password. */
  readonly keyFile: Uint8Array | undefined
  /** The newest changes of a SQLite database, which are in a file of their own. */
  readonly log: Uint8Array | undefined
  readonly #made = new Map<string, unknown>()

  constructor(name: string, bytes: Uint8Array, { keyFile, log }: Companions = {}) {
    this.name = name.slice(name.lastIndexOf('/') + 1)
    this.bytes = bytes
    this.keyFile = keyFile
    this.log = log
  }

  /** Undefined when the bytes are no text. */
  get text(): string | undefined {
    return this.#once('text', () => decodeText(this.bytes))
  }

  /** Undefined when it is no JSON. */
  get json(): unknown {
    return this.#once('json', () => (this.text !== undefined && /^\s*[[{]/.test(this.text) ? parseJson(this.text) : undefined))
  }

  /** Fields of the file's JSON object; none if it is something else. */
  get fields(): Fields {
    return fieldsOf(this.json)
  }

  get list(): Fields[] | undefined {
    return this.#once('list', () => (Array.isArray(this.json) ? this.json.map(fieldsOf) : undefined))
  }

  /** Preferences of an Android application. */
  get preferences(): ReadonlyMap<string, string> | undefined {
    return this.#once('preferences', () => (this.text === undefined ? undefined : readPreferences(this.text)))
  }

  get csv(): CsvTable | undefined {
    return this.#once('csv', () => (this.text === undefined ? undefined : readCsv(this.text)))
  }

  get database(): SqliteFile | undefined {
    return this.#once('database', () =>
      isSqlite(this.bytes) ? new SqliteFile(this.log ? applyLog(this.bytes, this.log) : this.bytes) : undefined,
    )
  }

  #once<Made>(name: string, make: () => Made): Made {
    if (!this.#made.has(name)) this.#made.set(name, make())
    return this.#made.get(name) as Made
  }
}

export interface FormatReading {
  source: EntrySource
  /** Parts of Google Authenticator's exports, which may take several links. */
  parts?: MigrationPart[]
}

/** Recognizes and reads the export of an application. A new one takes a file beside the others, and its row in `formats.ts`. */
export interface ImportFormat<Name extends string = string> {
  name: Name
  /** How to export from the application; among formats of the same name, the first one has it. */
  help?: MessageDescriptor
  /** Whether the file has this format. The first matching format of the table reads it. */
  detects: (file: SourceFile) => boolean
  /** Elsewhere no password is the same as an empty one: applications do not encrypt with it, and some derivations refuse it. */
  takesEmptyPassword?: true
  /** Throws a TransferError; `password_needed` when there has to be one, and `password_wrong` when it is another. */
  reads: (file: SourceFile, password: string | undefined) => FormatReading | Promise<FormatReading>
}
