import type { TracingTarget } from '../config-tracing.ts'
import type { Log } from '../log.ts'
import { createConfiguredClient } from '../outbound/configured-client.ts'
import type { FinishedSpan } from './tracer.ts'
import { inSpan } from '../tracing/tracing.ts'

/** Spans: sent together, and kept at most while the collector does not take them. */
const [mostTogether, mostKept] = [512, 2048]
/** Milliseconds: for a request; for the last when the node stops. */
const [timeoutMs, goodbyeMs] = [10_000, 2_000]
/** Statuses of a collector that cannot accept spans for the moment. */
const isTemporary = (status: number) => [429, 502, 503, 504].includes(status)

const kinds = { server: 2, client: 3, consumer: 5 }

const nanoseconds = (milliseconds: number) => `${Math.round(milliseconds * 1000)}000`

function valueOf(value: string | number | boolean) {
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'string') return { stringValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

const listOf = (attributes: Readonly<Record<string, string | number | boolean | undefined>>) =>
  Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: valueOf(value) }]))

/** A span in OTLP's JSON, where ids are hexadecimal and 64-bit numbers are strings. */
function present({ context, parentId, name, kind, begunAt, endedAt, attributes, links, failure }: FinishedSpan) {
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parentId === undefined ? {} : { parentSpanId: parentId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(begunAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: listOf(failure === undefined ? attributes : { ...attributes, 'error.type': failure }),
    links: links.map(({ traceId, spanId }) => ({ traceId, spanId })),
    status: failure === undefined ? {} : { code: 2 },
  }
}

/** Exports spans by OTLP over HTTP. While the collector is down, the oldest spans are dropped; nothing waits for it. */
export function createOtlpExporter(target: TracingTarget, deps: { node: string; version: string; log: Pick<Log, 'warn'> }) {
  const client = createConfiguredClient(target.endpoint, [], { connect: timeoutMs, response: timeoutMs })
  const resource = {
    attributes: listOf({
      ...target.attributes,
      'service.name': target.service,
      'service.version': deps.version,
      'service.instance.id': deps.node,
    }),
  }
  const scope = { name: 'twofold', version: deps.version }
  let waiting: FinishedSpan[] = []
  let sending: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  function bodyOf(spans: readonly FinishedSpan[]) {
    return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(present) }] }] })
  }

  /** False: they are to be sent again. */
  async function post(spans: readonly FinishedSpan[], signal: AbortSignal): Promise<boolean> {
    const body = bodyOf(spans)
    try {
      const { status } = await client.exchange({
        url: new URL(target.endpoint),
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...target.headers },
        body,
        signal,
      })
      if (status >= 200 && status <= 299) isFailing = false
      else fail(`it answered ${status}`)
      return !isTemporary(status)
    } catch (error) {
      fail((error as Error).message)
      return false
    }
  }

  function fail(reason: string) {
    if (!isFailing) deps.log.warn({ reason }, 'traces cannot be delivered')
    isFailing = true
  }

  async function sendAll(signal: AbortSignal): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, mostTogether)
      if (await post(spans, signal)) continue
      waiting = [...spans, ...waiting].slice(-mostKept)
      return
    }
  }

  function send(signal: AbortSignal): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    // Outside of any span: sending spans is not traced itself.
    sending ??= inSpan(undefined, () => sendAll(signal)).finally(() => (sending = undefined))
    return sending
  }

  return {
    add(span: FinishedSpan): void {
      waiting.push(span)
      if (waiting.length > mostKept) waiting.shift()
      if (waiting.length >= mostTogether && !isFailing) void send(AbortSignal.timeout(timeoutMs))
      else timer ??= inSpan(undefined, () => setTimeout(() => void send(AbortSignal.timeout(timeoutMs)), target.sendEvery).unref())
    },
    async stop(): Promise<void> {
      const signal = AbortSignal.timeout(goodbyeMs)
      await Promise.race([sending, new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))])
      if (!signal.aborted) await send(signal)
      clearTimeout(timer)
      client.close()
    },
  }
}
