import * as z from 'zod/mini'
import type { catalogue } from './error-catalogue.ts'
import type { ErrorEntry } from './errors/entries.ts'

export type ErrorCode = keyof typeof catalogue

/** Field → messages. Nested fields are written `a.b`. */
export type FieldErrors = Record<string, string[]>

/** The body of every answer that is not a success. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  /** Only for calls below `/oauth`: the name of the error in RFC 6749. */
  error: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  parameters: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})

export type ErrorBody = z.infer<typeof errorBody>

/** The message of a catalogue entry, with `{name}` filled. */
export function fillMessage({ message, one }: Omit<ErrorEntry, 'status'>, parameters: Record<string, string | number> = {}): string {
  const pattern = one !== undefined && parameters[one.by] === 1 ? one.message : message
  return pattern.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole))
}
