import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import { said } from './said.ts'

/** Methods the API uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type ObjectSchema = z.ZodMiniType<Record<string, unknown>, Record<string, unknown>>

/** One call of the API as both sides know it: path, input and answer. */
export interface Endpoint<
  Params extends ObjectSchema | undefined = ObjectSchema | undefined,
  Query extends ObjectSchema | undefined = ObjectSchema | undefined,
  Body extends ObjectSchema | undefined = ObjectSchema | undefined,
  Response extends z.ZodMiniType = z.ZodMiniType,
  Code extends ErrorCode = ErrorCode,
  Verb extends Method = Method,
> {
  readonly method: Verb
  /** Below `/api`, with parameters as `{name}`. */
  readonly path: string
  /** One line for the API documentation. */
  readonly summary: string
  /** Heading under which the documentation lists the call. */
  readonly tag: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly response: Response
  /**
   * Codes of the catalogue that the call answers, in addition to those that follow from its role, its limits and the shapes above. A code that is not
   * here fails the test in which it is answered.
   */
  readonly errors: readonly Code[]
  /** Status of a successful answer; 201 for a POST that creates something. */
  readonly status: number
  /** A POST that creates something: accepts an `Idempotency-Key` header. `by itself`: its service keeps the keys. */
  readonly idempotent: boolean | 'by itself'
  /** Answers 202, in the same shape, while what was asked for is not finished. */
  readonly mayBePending: boolean
  /** Media types of a successful answer that is a file or a stream; none: it is JSON. */
  readonly files: readonly FileType[]
  /** Accepts `application/x-www-form-urlencoded` as well as JSON: the standards for OAuth require it. */
  readonly takesForm: boolean
  /** Largest body in bytes; 64 KiB unless the call needs more. */
  readonly bodyLimit: number
  /** Limits on the parts of a body. They are counted while it arrives, before it is parsed and validated. */
  readonly bodyCounts: BodyCounts
}

type FileType = 'application/json' | 'application/zip' | 'text/csv' | 'text/event-stream'

/** Bytes a body may have where an endpoint says nothing else. */
export const defaultBodyLimit = 64 * 1024

/** Limits on the parts of a body; more is 413 `request.too_many_parts`. */
export interface BodyCounts {
  /** Values of any kind: objects, arrays, texts, numbers. */
  readonly values: number
  /** Fields of one object. */
  readonly fields: number
  /** Items of one array. Above the longest list that is valid, so that one which is slightly too long is named as a wrong field. */
  readonly items: number
  /** Objects and arrays inside each other. */
  readonly depth: number
  /** Bytes of one item of a list at the top of a body that is read in batches. */
  readonly itemBytes: number
}

/** Parts a body may have where an endpoint says nothing else. */
export const defaultBodyCounts: BodyCounts = {
  values: 3_000,
  fields: 200,
  items: 1_500,
  depth: 32,
  itemBytes: defaultBodyLimit,
}

/** The answer of an endpoint without a declared response. */
const defaultResponse = z.object(said)

interface Description<
  Params extends ObjectSchema | undefined,
  Query extends ObjectSchema | undefined,
  Body extends ObjectSchema | undefined,
  Response extends z.ZodMiniType,
  Code extends ErrorCode,
> {
  summary: string
  /** Its heading, if it differs from the default. */
  tag?: string
  params?: Params
  query?: Query
  body?: Body
  response?: Response
  errors?: readonly Code[]
  status?: number
  idempotent?: boolean | 'by itself'
  mayBePending?: boolean
  files?: readonly FileType[]
  takesForm?: boolean
  bodyLimit?: number
  bodyCounts?: Partial<BodyCounts>
}

/** Method and path, below `/api`: 'PATCH /keys/{id}'. */
type Place = `${Method} /${string}`

type VerbOf<At extends Place> = At extends `${infer Verb extends Method} ${string}` ? Verb : never

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

/** Default parameters of a path: ids. */
type Ids<Path extends string> = [Names<Path>] extends [never]
  ? undefined
  : z.ZodMiniObject<Record<Names<Path>, z.ZodMiniUUID>, z.core.$strict>

function idsOf(path: string) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return names.length === 0 ? undefined : z.strictObject(Object.fromEntries(names.map((name) => [name, z.uuid()])))
}

/**
 * Describes calls that the documentation lists under one heading. What the path of a call names is an id, and what it answers is a sentence, unless it
 * says otherwise. Request schemas are strict objects: an unknown field is refused (422), never ignored.
 */
export const taggedEndpoint =
  (tag: string) =>
  <
    const At extends Place,
    Response extends z.ZodMiniType = typeof defaultResponse,
    Params extends ObjectSchema | undefined = Ids<At>,
    Query extends ObjectSchema | undefined = undefined,
    Body extends ObjectSchema | undefined = undefined,
    const Code extends ErrorCode = never,
  >(
    place: At,
    description: Description<Params, Query, Body, Response, Code>,
  ): Endpoint<Params, Query, Body, Response, Code, VerbOf<At>> => {
    const [method, path] = place.split(' ') as [VerbOf<At>, string]
    return {
      method,
      path,
      summary: description.summary,
      tag: description.tag ?? tag,
      params: (description.params ?? idsOf(path)) as Params,
      query: description.query as Query,
      body: description.body as Body,
      response: (description.response ?? defaultResponse) as Response,
      errors: (description.errors ?? []).toSorted(),
      status: description.status ?? 200,
      idempotent: description.idempotent ?? false,
      mayBePending: description.mayBePending ?? false,
      files: description.files ?? [],
      takesForm: description.takesForm ?? false,
      bodyLimit: description.bodyLimit ?? defaultBodyLimit,
      bodyCounts: { ...defaultBodyCounts, ...description.bodyCounts },
    }
  }

type PartInput<Name extends string, Schema> = Schema extends z.ZodMiniType ? { [K in Name]: z.input<Schema> } : unknown
type PartOutput<Name extends string, Schema> = Schema extends z.ZodMiniType ? { [K in Name]: z.output<Schema> } : unknown

/** Input of a caller: `params`, `query` and `body`, each only if the call has one. */
export type CallInput<E extends Endpoint> = PartInput<'params', E['params']> & PartInput<'query', E['query']> & PartInput<'body', E['body']>

/** Input of a route's handler, with defaults filled in. */
export type CallParts<E extends Endpoint> = PartOutput<'params', E['params']> &
  PartOutput<'query', E['query']> &
  PartOutput<'body', E['body']>

/** Answer as the caller gets it. */
export type CallResponse<E extends Endpoint> = z.output<E['response']>

/** Result of a route's handler. Undeclared fields are stripped before sending. */
export type CallAnswer<E extends Endpoint> = z.input<E['response']>

/** The codes that a call declares. */
export type CallError<E extends Endpoint> = E['errors'][number]
