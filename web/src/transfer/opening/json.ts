import { TransferError } from './transfer-failure.ts'

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** One shared object: a list of a million numbers must not allocate a million objects. */
const noFields: Fields = Object.freeze({})

/** The object at a place, or an empty one: for untrusted files. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : noFields)

/** The list at a place, or an empty one. */
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
