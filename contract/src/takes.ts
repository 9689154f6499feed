import * as z from 'zod/mini'
import { taggedEndpoint } from './endpoint.ts'
import { workloadRun } from './workload.ts'
import { limits } from './limits.ts'

const endpoint = taggedEndpoint('Exclusive codes')

export const takeLimits = {
  /** Longest wait of a take in the queue, and longest delay of one answer: proxies cut off at 60. */
  waitMaxSeconds: 900,
  holdSeconds: 50,
  /** A queued take without a poll for this long gives up its place. */
  unseenSeconds: 10,
  perKey: 50,
  perTaker: 10,
} as const

/**
 * `queued`: waits for its turn. `awaiting_approval`: waits for a person's approval. `handed`: has a code exclusively. The others are over:
 * `timed_out` at the deadline, `cancelled` by the taker, `abandoned` because it was no longer polled, `ended` with the taker's access, `unreadable`
 * because the secret cannot be decrypted, `denied` by a person.
 */
export const takeState = z.enum([
  'queued',
  'awaiting_approval',
  'handed',
  'timed_out',
  'cancelled',
  'abandoned',
  'ended',
  'unreadable',
  'denied',
])
export type TakeState = z.infer<typeof takeState>

/** Not over, and without a code. */
export const isLive = (state: TakeState): boolean => state === 'queued' || state === 'awaiting_approval'

/** Plain text in one line: it is shown to others. */
const plainText = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most), z.regex(/^[^\p{Cc}\p{Cf}]*$/u))

export const takeBody = z.strictObject({
  wait_seconds: z._default(z.int().check(z.minimum(0), z.maximum(takeLimits.waitMaxSeconds)), 60),
  /**
   * Longest delay of the answer while waiting for the code. 0 answers the place in the queue at once. The default is the maximum, and 0 while
   * it waits for approval, since the program has to show the number.
   */
  hold_seconds: z.optional(z.int().check(z.minimum(0), z.maximum(takeLimits.holdSeconds))),
  /** Minimum remaining validity of the code; less than the period. The default is 10, or half the period if that is less. */
  min_valid_seconds: z.optional(z.int().check(z.minimum(1), z.maximum(limits.periodMaxSeconds - 1))),
  reason: z.optional(plainText(200)),
  /** The caller's own statement about its run, unverified. */
  run: z.optional(
    z.strictObject({ url: z.optional(z.url({ protocol: /^https$/ }).check(z.maxLength(2000))), id: z.optional(plainText(200)) }),
  ),
})
export type TakeBody = z.output<typeof takeBody>

export const take = z.object({
  id: z.string(),
  key_id: z.string(),
  state: takeState,
  deadline: z.string(),
  /** Only while the code is valid, and only for the taker. */
  code: z.optional(z.string()),
  /** Window of the code, as RFC 6238 counts them. */
  window: z.optional(z.number()),
  counter: z.optional(z.number()),
  valid_until: z.optional(z.string()),
  valid_for_seconds: z.optional(z.number()),
  /** The place in the queue, from 1. */
  position: z.optional(z.number()),
  /** Expected time of the code, if nobody else takes or copies one meanwhile. */
  estimated_at: z.optional(z.string()),
  /** While it waits for approval: the page, and the number that the program shows and the person has to compare. */
  approval: z.optional(z.object({ url: z.string(), number: z.number() })),
  /** The taker's report whether the service accepted the code. */
  accepted: z.optional(z.boolean()),
})
export type Take = z.infer<typeof take>

/** `server_time`: by the database's clock, which decides about windows. */
const takeAnswer = z.object({ take, server_time: z.string() })

export const takeCode = endpoint('POST /keys/{id}/take', {
  summary: 'Take a code that nobody else gets; waits for one, and answers 202 while it is still waiting',
  body: takeBody,
  errors: [
    'idempotency.mismatch',
    'keys.counter_exhausted',
    'keys.not_found',
    'keys.unreadable',
    'takes.code_gone',
    'takes.denied',
    'takes.limit',
    'takes.margin_too_long',
    'takes.not_found',
    'takes.queue_full',
    'takes.timed_out',
    'takes.too_long',
  ],
  response: takeAnswer,
  idempotent: 'by itself',
  mayBePending: true,
})

export const showQueue = endpoint('GET /keys/{id}/queue', {
  summary: 'Get who took the last code of a key, how many are waiting, and when a new request would get one',
  errors: ['keys.not_found', 'takes.margin_too_long'],
  response: z.object({
    waiting: z.number(),
    next_at: z.string(),
    last_taken: z.nullable(z.object({ by: z.string(), is_own: z.boolean(), at: z.string() })),
    server_time: z.string(),
  }),
})

export const listTakes = endpoint('GET /takes', {
  summary: 'List the caller’s latest takes, newest first, without their codes',
  response: z.object({ data: z.array(take) }),
})

export const getTake = endpoint('GET /takes/{id}', {
  summary: 'Continue waiting for a take, or get its code again while it is valid',
  query: z.strictObject({ hold_seconds: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(takeLimits.holdSeconds)), 0) }),
  errors: [
    'keys.counter_exhausted',
    'keys.not_found',
    'keys.unreadable',
    'takes.code_gone',
    'takes.denied',
    'takes.not_found',
    'takes.timed_out',
  ],
  response: takeAnswer,
  mayBePending: true,
})

export const cancelTake = endpoint('DELETE /takes/{id}', {
  summary: 'Stop waiting for a code',
  errors: ['keys.counter_exhausted', 'keys.not_found', 'keys.unreadable', 'takes.handed', 'takes.not_found'],
  response: takeAnswer,
})

export const reportTake = endpoint('POST /takes/{id}/result', {
  summary: 'Record whether the service accepted the code',
  body: z.strictObject({ accepted: z.boolean() }),
  errors: ['takes.not_found', 'takes.not_handed'],
  response: takeAnswer,
})

/** A take that waits for a person's yes. */
export const awaitingTake = z.object({
  id: z.string(),
  key: z.object({ id: z.string(), name: z.string() }),
  /** The service account, or the person whose token it is. */
  asked_by: z.string(),
  is_service_account: z.boolean(),
  token_name: z.string(),
  last_four: z.string(),
  /** Verified claims of the issuer. */
  verified_run: z.nullable(workloadRun),
  /** The caller's own statement, unverified. */
  stated_run: z.nullable(z.object({ url: z.optional(z.string()), id: z.optional(z.string()) })),
  reason: z.nullable(z.string()),
  address: z.nullable(z.string()),
  number: z.number(),
  /** False: four eyes are wanted, and the reader made the token. */
  may_decide: z.boolean(),
  asked_at: z.string(),
  deadline: z.string(),
})
export type AwaitingTake = z.infer<typeof awaitingTake>

export const listApprovals = endpoint('GET /takes/approvals', {
  summary: 'List takes that wait for approval by you, as owner or with full control of the key',
  response: z.object({ data: z.array(awaitingTake), server_time: z.string() }),
})

export const approveTake = endpoint('POST /takes/{id}/approve', {
  summary: 'Approve a take. Needs the PIN',
  body: z.strictObject({ number: z.int().check(z.minimum(10), z.maximum(99)) }),
  errors: [
    'keys.counter_exhausted',
    'keys.not_found',
    'keys.unreadable',
    'keys.view_only',
    'takes.decided',
    'takes.four_eyes',
    'takes.not_found',
    'takes.wrong_number',
  ],
})

export const denyTake = endpoint('POST /takes/{id}/deny', {
  summary: 'Deny a take; three denials in an hour block the program',
  errors: ['keys.counter_exhausted', 'keys.not_found', 'keys.unreadable', 'keys.view_only', 'takes.decided', 'takes.not_found'],
})
