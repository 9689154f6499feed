import { waitingAnswer } from '@twofold/contract/admin/requests'
import type { Endpoint } from '@twofold/contract/endpoint'
import { catalogue } from '@twofold/contract/error-catalogue'
import type { ErrorCode } from '@twofold/contract/errors'
import type { FastifyContextConfig } from 'fastify'
import * as z from 'zod/mini'
import operations from '@twofold/contract/operations.json' with { type: 'json' }

/** Operation ids for client programs; they stay when a path changes. A test compares them with the contract. */
const operationIds: Readonly<Record<string, string>> = operations

/** Marks, in the documentation, a call that takes an `Idempotency-Key`. */
export const idempotentMark = 'x-idempotent'

/** The same with the codes of errors that a call can answer, by status. */
export const errorsMark = 'x-errors'
export type ErrorsByStatus = Record<number, ErrorCode[]>

/** The schema that a route is validated by and documented with. `mayWait`: its act may become a request, which answers 202. */
export function describeRoute(endpoint: Endpoint, role: 'public' | 'user' | 'admin' | 'principal', mayWait: boolean) {
  const operationId = operationIds[`${endpoint.method} ${endpoint.path}`]
  return {
    ...(operationId === undefined ? {} : { operationId }),
    ...(endpoint.idempotent !== false ? { [idempotentMark]: true } : {}),
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...(role === 'public' ? { security: [] } : {}),
    ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
    ...(endpoint.query === undefined ? {} : { querystring: endpoint.query }),
    ...(endpoint.body === undefined ? {} : { body: endpoint.body }),
    response: {
      [endpoint.status]:
        endpoint.files.length === 0 ? endpoint.response : { content: Object.fromEntries(endpoint.files.map(describeFile)) },
      ...(endpoint.mayBePending ? { 202: endpoint.response } : {}),
      ...(mayWait ? { 202: waitingAnswer } : {}),
    },
  }
}

/** The text of a file is a string of its own; what is within JSON and archives has no schema here. */
const describeFile = (type: string) => [type, { schema: type.startsWith('text/') ? z.string() : z.unknown() }] as const

/** Additions to the documented schema of a route. */
export function describeErrors({ answers, takesForm = false }: FastifyContextConfig = {}): { [errorsMark]?: ErrorsByStatus } {
  return answers === undefined ? {} : { [errorsMark]: byStatus(answers(), takesForm) }
}

function byStatus(answers: ReadonlySet<ErrorCode>, takesForm: boolean): ErrorsByStatus {
  const found: ErrorsByStatus = {}
  for (const code of [...answers].toSorted()) {
    const { status } = catalogue[code]
    // See `answerError`: clients of OAuth know no 422.
    ;(found[takesForm && status === 422 ? 400 : status] ??= []).push(code)
  }
  return found
}
