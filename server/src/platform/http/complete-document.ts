import { catalogue } from '@twofold/contract/error-catalogue'
import { errorBody } from '@twofold/contract/errors'
import * as z from 'zod/mini'
import { idempotentMark } from './describe-route.ts'

interface Operation {
  security?: object[]
  parameters?: { in: string }[]
  requestBody?: object
  responses?: Record<string, object>
}

interface Document {
  paths?: Record<string, Record<string, unknown> | undefined>
  components?: Record<string, unknown>
}

/** When a call answers with an error, by status. */
const refusals: Record<string, { description: string; concerns: (operation: Operation, method: string) => boolean }> = {
  400: { description: 'The body is not valid JSON.', concerns: ({ requestBody }) => requestBody !== undefined },
  401: { description: 'No valid session.', concerns: ({ security }) => security?.length !== 0 },
  403: { description: 'Not allowed, or not before something else has happened.', concerns: () => true },
  404: { description: 'Not there, or not yours.', concerns: ({ parameters }) => parameters?.some((one) => one.in === 'path') ?? false },
  409: { description: 'Conflicts with what is stored.', concerns: (_, method) => method !== 'get' },
  413: { description: 'The body is too large.', concerns: ({ requestBody }) => requestBody !== undefined },
  415: { description: 'The body is not JSON.', concerns: ({ requestBody }) => requestBody !== undefined },
  422: {
    description: 'Invalid fields or parameters; `errors` names each of them.',
    concerns: ({ requestBody, parameters }) => requestBody !== undefined || parameters !== undefined,
  },
  429: { description: 'Too many requests; `retry-after` says in how many seconds to come back.', concerns: () => true },
  503: { description: 'Maintenance, or the database cannot be reached; see `retry-after`.', concerns: () => true },
}

/** Adds what no route declares for itself: the answers that are errors, and the header for calls that may be repeated. */
export function completeDocument(document: object): object {
  const { paths = {}, components = {}, ...rest } = document as Document
  const idempotencyKey = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key and body within 24 hours get the first answer again.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
  }
  for (const operations of Object.values(paths)) {
    for (const [method, found] of Object.entries(operations ?? {})) {
      const operation = found as Operation & Record<string, unknown>
      const statuses = Object.keys(refusals).filter((status) => refusals[status]?.concerns(operation, method))
      for (const status of statuses) (operation.responses ??= {})[status] ??= { $ref: `#/components/responses/${status}` }
      if (operation[idempotentMark] === true) operation.parameters = [...(operation.parameters ?? []), idempotencyKey]
      delete operation[idempotentMark]
    }
  }
  const schema = z.toJSONSchema(errorBody) as { properties: Record<string, object>; $schema?: string }
  delete schema.$schema
  schema.properties['code'] = { type: 'string', enum: Object.keys(catalogue) }
  const responses = Object.fromEntries(
    Object.entries(refusals).map(([status, { description }]) => [
      status,
      { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    ]),
  )
  return { ...rest, paths, components: { ...components, schemas: { Error: schema }, responses } }
}
