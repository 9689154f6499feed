import { TransferError } from './transfer-failure.ts'

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** One for all: a list of a million numbers is no million objects. */
const noFields: Fields = Object.freeze({})

/** What stands at a name, or nothing: for a file that may hold anything. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : noFields)

/** The list that stands somewhere, or none. */
export const anyList = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** Throws `damaged` when the file has something else in the place of its entries. */
export function listOf(value: unknown): Fields[] {
  if (!Array.isArray(value)) throw new TransferError('damaged')
  return value.map(fieldsOf)
}

/** Undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
