import * as z from 'zod/mini'
import { taggedEndpoint } from './endpoint.ts'

const endpoint = taggedEndpoint('Codes')

/**
 * Placeholder for a code that cannot be shown: of counter-based keys until requested, of keys whose codes are only taken, and of keys with an
 * unreadable secret.
 */
export const noCode = '------'

/** A reserved code: its person and its window from `from` until `until`. */
export const turn = z.object({ by: z.string(), is_own: z.boolean(), from: z.string(), until: z.string() })
export type Turn = z.infer<typeof turn>

export const generatedCode = z.object({
  id: z.string(),
  code: z.string(),
  /** The code of the window after this one, so that the screen changes without waiting. */
  next_code: z.nullable(z.string()),
  /** Seconds; null for counter-based keys. */
  period: z.nullable(z.number()),
  /** Whole seconds left of this key's own window, 1 to `period`. */
  time_remaining: z.nullable(z.number()),
  /** The last other person who copied this very code: many services refuse a used code. Absent: nobody did. */
  taken_by: z.optional(z.string()),
  taken_at: z.optional(z.string()),
  /** Current reservations. Absent: none. */
  turns: z.optional(z.array(turn)),
})
export type GeneratedCode = z.infer<typeof generatedCode>

export const generateCodes = endpoint('GET /keys/generate-codes', {
  summary: 'List the current code of every key that the user can see',
  response: z.object({
    codes: z.array(generatedCode),
    /** Whole seconds left of the common 30-second window. */
    time_remaining: z.number(),
    /** ISO 8601 with milliseconds: the countdown is computed from it. */
    server_time: z.string(),
  }),
})

export const showCode = endpoint('GET /keys/{id}/code', {
  summary: 'Get the current code of a key',
  errors: ['keys.code_on_demand', 'keys.exclusive', 'keys.not_found', 'keys.unreadable'],
  response: z.object({
    id: z.string(),
    code: z.string(),
    /** Seconds. */
    period: z.number(),
    /** Beginning and end of the code's window. */
    window: z.object({ from: z.string(), until: z.string() }),
    /** Whole seconds left, 1 to `period`. */
    valid_for_seconds: z.number(),
    server_time: z.string(),
  }),
})

export const nextCode = endpoint('POST /keys/{id}/next-code', {
  summary: 'Advance the counter of an HOTP key by one and get its code',
  errors: ['keys.counter_exhausted', 'keys.not_counter_based', 'keys.not_found'],
  response: z.object({ id: z.string(), code: z.string(), counter: z.number() }),
})

export const copiedCode = endpoint('POST /keys/{id}/copied', {
  summary: 'Record that a code was copied, so that others with the key see that it is taken',
  body: z.strictObject({
    /** Which of the page's two codes; the server knows the time. */
    code: z._default(z.enum(['current', 'next']), 'current'),
  }),
  errors: ['keys.exclusive', 'keys.not_found'],
  response: z.object({
    copied_at: z.string(),
    /** The last other person who copied this very code: it may be refused. Absent: nobody did. */
    taken_by: z.optional(z.string()),
    taken_at: z.optional(z.string()),
    /** The person who reserved this code, unless somebody else copied it. */
    reserved_by: z.optional(z.string()),
  }),
})

export const takeTurn = endpoint('POST /keys/{id}/turn', {
  summary: 'Reserve the next code of a key, visible to others with the key; repeating it returns the same reservation',
  errors: ['keys.counter_based', 'keys.exclusive', 'keys.not_found', 'keys.turn_taken'],
  response: z.object({ turn }),
})

export const giveTurnBack = endpoint('DELETE /keys/{id}/turn', {
  summary: 'Release reservations whose code has not started',
  errors: ['keys.counter_based', 'keys.exclusive', 'keys.not_found'],
  response: z.object({ given_back: z.boolean() }),
})
