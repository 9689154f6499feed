import * as z from 'zod/mini'
import { limits } from './limits.ts'

/**
 * Fields of a key that are stored encrypted, under the name of their column. This list is authoritative, as that of `key-fields.ts`: whatever stands here is in no
 * list, shown with full control only, and sealed for the next owner, exported and imported. `max`: characters.
 */
export const sealedFields = {
  note: { max: limits.noteMax },
} satisfies Record<string, { max: number }>

export type SealedField = keyof typeof sealedFields

/** A text for each of them; empty: nothing is written there. */
export type SealedTexts = Record<SealedField, string>

export const sealedNames = Object.keys(sealedFields) as SealedField[]

export const mapSealed = <Value>(of: (field: SealedField) => Value): Record<SealedField, Value> =>
  Object.fromEntries(sealedNames.map((field) => [field, of(field)])) as Record<SealedField, Value>

/** Fields of a request: omitted ones stay as they are. */
export const sentSealed = mapSealed((field) => z.optional(z.string().check(z.maxLength(sealedFields[field].max))))

/** Fields of a key that was opened: null for those who may only view codes. */
export const shownSealed = mapSealed(() => z.nullable(z.string()))

/** The fields in which something is written. */
export const writtenSealed = (texts: SealedTexts): Partial<SealedTexts> =>
  Object.fromEntries(sealedNames.filter((field) => texts[field] !== '').map((field) => [field, texts[field]]))
