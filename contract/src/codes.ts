import * as z from 'zod/mini'
import { taggedEndpoint } from './endpoint.ts'

const endpoint = taggedEndpoint('Codes')

/** Stands for a code that cannot be shown: counter-based keys until asked, keys whose codes are only taken, and keys whose secret cannot be read. */
export const noCode = '------'

/** Who reserved a code for themselves: that of the time from `from` until `until`. */
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
  /** Who else copied this very code, last: many services refuse a code that was used. Absent when nobody did. */
  taken_by: z.optional(z.string()),
  taken_at: z.optional(z.string()),
  /** Turns that are not over. Absent when nobody reserved one. */
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
    /** When the window of the code begins and ends. */
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
    /** Which of the two codes that the page had; the server knows the time. */
    code: z._default(z.enum(['current', 'next']), 'current'),
  }),
  errors: ['keys.exclusive', 'keys.not_found'],
  response: z.object({
    copied_at: z.string(),
    /** Who else copied this very code before, last: it may be refused. Absent when nobody did. */
    taken_by: z.optional(z.string()),
    taken_at: z.optional(z.string()),
    /** Whose turn this code is, where nobody else copied it. */
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
