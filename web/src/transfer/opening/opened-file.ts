import type { Fields } from './json.ts'

/** The parts of a file that identify its application. */
export interface OpenedFile {
  name: string
  bytes: Uint8Array
  /** Undefined: it is no text. */
  text?: string | undefined
  /** Fields of a JSON object; empty: it is none. */
  fields: Fields
  /** Undefined: it is no database. */
  database?: object | undefined
}
