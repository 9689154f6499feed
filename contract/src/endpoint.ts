import type * as z from 'zod/mini'

/** Methods the API uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type ObjectSchema = z.ZodMiniType<Record<string, unknown>, Record<string, unknown>>

/** One call of the API as both sides know it: where it is, what it takes, what it answers. */
export interface Endpoint<
  Params extends ObjectSchema | undefined = ObjectSchema | undefined,
  Query extends ObjectSchema | undefined = ObjectSchema | undefined,
  Body extends ObjectSchema | undefined = ObjectSchema | undefined,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: Method
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
  /** Status of a successful answer; 201 for a POST that creates something. */
  readonly status: number
  /** A POST that creates something: accepts an `Idempotency-Key` header. */
  readonly idempotent: boolean
  /** Largest body in bytes; 64 KiB unless the call needs more. */
  readonly bodyLimit: number
}

/** Bytes a body may have where an endpoint says nothing else. */
export const defaultBodyLimit = 64 * 1024

interface Description<
  Params extends ObjectSchema | undefined,
  Query extends ObjectSchema | undefined,
  Body extends ObjectSchema | undefined,
  Response extends z.ZodMiniType,
> {
  method: Method
  path: `/${string}`
  summary: string
  tag: string
  params?: Params
  query?: Query
  body?: Body
  response: Response
  status?: number
  idempotent?: boolean
  bodyLimit?: number
}

/** Describes one call. Request schemas are strict objects: an unknown field is refused (422), never ignored. */
export function endpoint<
  Response extends z.ZodMiniType,
  Params extends ObjectSchema | undefined = undefined,
  Query extends ObjectSchema | undefined = undefined,
  Body extends ObjectSchema | undefined = undefined,
>(description: Description<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return {
    method: description.method,
    path: description.path,
    summary: description.summary,
    tag: description.tag,
    params: description.params as Params,
    query: description.query as Query,
    body: description.body as Body,
    response: description.response,
    status: description.status ?? 200,
    idempotent: description.idempotent ?? false,
    bodyLimit: description.bodyLimit ?? defaultBodyLimit,
  }
}

type PartInput<Name extends string, Schema> = Schema extends z.ZodMiniType ? { [K in Name]: z.input<Schema> } : unknown
type PartOutput<Name extends string, Schema> = Schema extends z.ZodMiniType ? { [K in Name]: z.output<Schema> } : unknown

/** What a caller passes: `params`, `query` and `body`, each only where the call has one. */
export type CallInput<E extends Endpoint> = PartInput<'params', E['params']> & PartInput<'query', E['query']> & PartInput<'body', E['body']>

/** What a route's handler receives, defaults filled in. */
export type CallParts<E extends Endpoint> = PartOutput<'params', E['params']> &
  PartOutput<'query', E['query']> &
  PartOutput<'body', E['body']>

/** What a caller gets back. */
export type CallResponse<E extends Endpoint> = z.output<E['response']>

/** What a route's handler returns. Undeclared fields are stripped before they are sent. */
export type CallAnswer<E extends Endpoint> = z.input<E['response']>
