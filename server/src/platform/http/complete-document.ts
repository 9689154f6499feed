import { catalogue } from '@twofold/contract/error-catalogue'
import { errorBody, type ErrorCode } from '@twofold/contract/errors'
import * as z from 'zod/mini'
import { type ErrorsByStatus, errorsMark, idempotentMark } from './describe-route.ts'
import { errorExample, exampleOf, type JsonSchema } from './document-examples.ts'

interface Content {
  content?: Record<string, { schema?: JsonSchema; example?: unknown }>
}

interface Operation {
  parameters?: object[]
  requestBody?: Content
  responses?: Record<string, Content | { $ref: string }>
}

interface Document {
  paths?: Record<string, Record<string, unknown> | undefined>
  components?: Record<string, unknown>
}

/** Meaning of each error status, independent of its code. */
const meanings: Record<number, string> = {
  400: 'The body is not valid JSON.',
  401: 'No valid session or token.',
  403: 'Not allowed, or not before something else has happened.',
  404: 'Not there, or not yours.',
  409: 'Conflicts with what is stored.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'Invalid fields or parameters; `errors` names each of them.',
  429: 'Too many requests; `retry-after` says in how many seconds to come back.',
  500: 'A fault of the server, which is in its log.',
  503: 'Maintenance, or the database cannot be reached; see `retry-after`.',
}

/** Adds what no route describes itself: the errors that it answers, examples, and the header for calls that may be repeated. */
export function completeDocument(document: object): object {
  const { paths = {}, components = {}, ...rest } = document as Document
  const idempotencyKey = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key and body within 24 hours get the first answer again.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
  }
  const errors = createErrorResponses()
  for (const operations of Object.values(paths)) {
    for (const found of Object.values(operations ?? {})) {
      const operation = found as Operation & Record<string, unknown>
      for (const content of [operation.requestBody, ...Object.values(operation.responses ?? {})]) addExample(content)
      for (const [status, codes] of Object.entries((operation[errorsMark] ?? {}) as ErrorsByStatus))
        (operation.responses ??= {})[status] = errors.reference(Number(status), codes)
      if (operation[idempotentMark] === true) operation.parameters = [...(operation.parameters ?? []), idempotencyKey]
      delete operation[idempotentMark]
      delete operation[errorsMark]
    }
  }
  return { ...rest, paths, components: { ...components, ...errors.components() } }
}

function addExample(content: Content | { $ref: string } | undefined): void {
  if (content === undefined || !('content' in content)) return
  for (const media of Object.values(content.content ?? {})) if (media.schema !== undefined) media.example = exampleOf(media.schema)
}

/** Calls that answer the same codes with a status share one response of the document. */
function createErrorResponses() {
  const names = new Map<string, string>()
  const responses: Record<string, object> = {}
  const examples: Record<string, object> = {}
  return {
    reference(status: number, codes: readonly ErrorCode[]): { $ref: string } {
      const key = codes.join(' ')
      const name = names.get(key) ?? `${status}-${names.size + 1}`
      if (!names.has(key)) responses[name] = describe(status, codes)
      names.set(key, name)
      for (const code of codes) examples[code] ??= { summary: catalogue[code].message, value: errorExample(code) }
      return { $ref: `#/components/responses/${name}` }
    },
    components() {
      const schema = z.toJSONSchema(errorBody) as { properties: Record<string, object>; $schema?: string }
      delete schema.$schema
      schema.properties['code'] = { type: 'string', enum: Object.keys(catalogue) }
      return { schemas: { Error: schema }, responses, examples }
    },
  }
}

function describe(status: number, codes: readonly ErrorCode[]) {
  const lines = codes.map((code) => `- \`${code}\`: ${catalogue[code].message}`)
  return {
    description: [meanings[status], '', ...lines].join('\n').trim(),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}
