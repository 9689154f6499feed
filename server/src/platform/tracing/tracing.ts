import { AsyncLocalStorage } from 'node:async_hooks'
import { readTraceparent, type TraceContext, writeTraceparent } from './trace-context.ts'

/*
 * Traces of requests, statements and jobs. Nothing is exported here: without a tracer (tracer.ts, loaded when configured) the functions below only
 * run the work they are given.
 */

export type SpanKind = 'server' | 'client' | 'consumer'

/** No secret, code, address of a person or value of a statement belongs into one. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface Span extends TraceContext {
  set(attributes: Attributes): void
  /** Marks the operation as failed. `type`: a name or a code, never a message, which may repeat values. */
  fail(type: string): void
  end(): void
  begin(options: SpanOptions): Span
}

export interface SpanOptions {
  name: string
  kind: SpanKind
  attributes?: Attributes
}

export interface RootOptions extends SpanOptions {
  parent?: TraceContext | undefined
  /** Related traces that it is not a part of. */
  links?: readonly TraceContext[]
}

export interface Tracer {
  begin(options: RootOptions): Span
  /** Sends what is left, within two seconds. */
  stop(): Promise<void>
}

const current = new AsyncLocalStorage<Span | undefined>()
let isTracing = false

/** Whatever runs in a span looks for it from now on. */
export const beginTracing = (): void => void (isTracing = true)

export const currentSpan = (): Span | undefined => (isTracing ? current.getStore() : undefined)

export const inSpan = <T>(span: Span | undefined, work: () => T): T => current.run(span, work)

/** Trace context to pass on to jobs and messages. */
export function currentTraceparent(): string | undefined {
  const span = currentSpan()
  return span && writeTraceparent(span)
}

/** Runs `work` as a part of the current span, if there is one that is recorded. */
export async function asPart<T>(options: SpanOptions, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  const span = currentSpan()
  return span?.isSampled === true ? during(span.begin(options), work) : work(undefined)
}

/** Runs `work` in a span of its own that follows from `traceparents`: of one it is a part, of several a link to each. */
export async function asFollowing<T>(
  tracer: Tracer | undefined,
  traceparents: readonly (string | null | undefined)[],
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (tracer === undefined) return work(undefined)
  const before = [...new Set(traceparents)].map(readTraceparent)
  const links = before.filter((context) => context !== undefined)
  return during(tracer.begin({ ...options, ...(before.length === 1 ? { parent: links[0] } : { links }) }), work)
}

async function during<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await inSpan(span, () => work(span))
  } catch (error) {
    span.fail(errorType(error))
    throw error
  } finally {
    span.end()
  }
}

export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'error'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
