import type { Fields } from './json.ts'

/** As much of a file as tells whose it is. */
export interface OpenedFile {
  name: string
  bytes: Uint8Array
  /** Undefined: it is no text. */
  text?: string | undefined
  /** Of a JSON object; empty: it is none. */
  fields: Fields
  /** Undefined: it is no database. */
  database?: object | undefined
}
