import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { keyId } from './keys.ts'

const tag = 'Codes'

/** Stands for a code that cannot be shown: counter-based keys until asked, and keys whose secret cannot be read. */
export const noCode = '------'

export const generatedCode = z.object({
  id: z.string(),
  code: z.string(),
  /** The code of the window after this one, so that the screen changes without waiting. */
  next_code: z.nullable(z.string()),
  /** Seconds; null for counter-based keys. */
  period: z.nullable(z.number()),
  /** Whole seconds left of this key's own window, 1 to `period`. */
  time_remaining: z.nullable(z.number()),
})
export type GeneratedCode = z.infer<typeof generatedCode>

export const generateCodes = endpoint({
  method: 'GET',
  path: '/keys/generate-codes',
  tag,
  summary: 'The live code of every key the person can see',
  response: z.object({
    codes: z.array(generatedCode),
    /** Whole seconds left of the common 30-second window. */
    time_remaining: z.number(),
    /** ISO 8601 with milliseconds: the countdown is computed from it. */
    server_time: z.string(),
  }),
})

export const nextCode = endpoint({
  method: 'POST',
  path: '/keys/{id}/next-code',
  tag,
  summary: 'Count a counter-based key up by one and show its code',
  params: keyId,
  response: z.object({ id: z.string(), code: z.string(), counter: z.number() }),
})
