import type { Clock } from '../clock.ts'
import type { TracingTarget } from '../config-tracing.ts'
import type { Log } from '../log.ts'
import { createOtlpExporter } from './otlp-exporter.ts'
import { newSpanId, newTraceId, type TraceContext } from '../tracing/trace-context.ts'
import {
  type Attributes,
  beginTracing,
  type RootOptions,
  type Span,
  type SpanKind,
  type SpanOptions,
  type Tracer,
} from '../tracing/tracing.ts'

/** A span that is over, in milliseconds since 1970. */
export interface FinishedSpan {
  context: TraceContext
  parentId: string | undefined
  name: string
  kind: SpanKind
  begunAt: number
  endedAt: number
  attributes: Attributes
  links: readonly TraceContext[]
  /** Undefined: it did not fail. */
  failure: string | undefined
}

/** Whether a trace is recorded. `ratio` decides by its id, so that every node decides alike. */
function isChosen({ ratio, followsParent }: TracingTarget['sampler'], traceId: string, parent: TraceContext | undefined): boolean {
  if (followsParent && parent !== undefined) return parent.isSampled
  return Number.parseInt(traceId.slice(-12), 16) < ratio * 2 ** 48
}

/** Sends spans to a collector by OTLP, some at a time. */
export function createTracer(target: TracingTarget, deps: { node: string; version: string; clock: Clock; log: Pick<Log, 'warn'> }): Tracer {
  const exporter = createOtlpExporter(target, deps)
  beginTracing()

  function begin({ name, kind, attributes = {}, parent, links = [] }: RootOptions): Span {
    const traceId = parent?.traceId ?? newTraceId()
    const isSampled = isChosen(target.sampler, traceId, parent)
    // The wall clock may be adjusted while a span runs, so durations come from the monotonic clock.
    const epoch = deps.clock.now() - performance.now()
    return spanOf({ traceId, spanId: newSpanId(), isSampled }, { name, kind, attributes }, parent?.spanId, links, epoch)
  }

  function spanOf(
    context: TraceContext,
    { name, kind, attributes: given = {} }: SpanOptions,
    parentId: string | undefined,
    links: readonly TraceContext[],
    epoch: number,
  ): Span {
    let attributes = given
    let failure: string | undefined
    let isOver = false
    const begunAt = epoch + performance.now()
    return {
      ...context,
      set(more) {
        if (context.isSampled) attributes = { ...attributes, ...more }
      },
      fail: (type) => void (failure = type),
      end() {
        if (isOver || !context.isSampled) return
        isOver = true
        exporter.add({ context, parentId, name, kind, begunAt, endedAt: epoch + performance.now(), attributes, links, failure })
      },
      begin: (options) => spanOf({ ...context, spanId: newSpanId() }, options, context.spanId, [], epoch),
    }
  }

  return { begin, stop: () => exporter.stop() }
}
