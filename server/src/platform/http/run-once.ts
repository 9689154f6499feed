import type { Endpoint } from '@twofold/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { complain } from '../complaint.ts'
import { fail } from '../fail.ts'
import { Download } from './download.ts'
import { EventStream } from './event-stream.ts'
import { HeldAnswer, PendingAnswer } from '../held-answer.ts'
import type { Idempotency } from './idempotency.ts'

/** Special results of a handler, in addition to the plain answer. */
export type Special<Answer> = Download | EventStream | HeldAnswer<Answer> | PendingAnswer<Answer>

/** The answer of a repeated `Idempotency-Key` is the first one. */
export async function runOnce<Answer>(
  idempotency: Idempotency,
  endpoint: Endpoint,
  request: FastifyRequest,
  body: unknown,
  work: () => Promise<Answer | Special<Answer>>,
  keep: ((answer: Answer) => Answer) | undefined,
): Promise<Answer | Special<Answer>> {
  if (endpoint.idempotent !== true || request.identity === undefined) return work()
  const key = readIdempotencyKey(request)
  if (key === undefined) return work()
  const call = `${endpoint.method} ${endpoint.path}`
  return idempotency.once({ userId: request.identity.id, call, key, body: { params: request.params, body } }, work, (answer) =>
    keep === undefined || isSpecial(answer) ? answer : keep(answer),
  )
}

const isSpecial = <Answer>(answer: Answer | Special<Answer>): answer is Special<Answer> =>
  [Download, EventStream, HeldAnswer, PendingAnswer].some((kind) => answer instanceof kind)

export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return undefined
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw fail('request.invalid', { errors: { 'Idempotency-Key': [complain('complaint.idempotency_key')] } })
  return key
}
