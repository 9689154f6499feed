import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import * as z from 'zod'

/* Schema of opentelemetry-proto's trace.proto in OTLP's JSON form: camel-case fields, hexadecimal ids, 64-bit numbers as strings. */

const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
  z.strictObject({ doubleValue: z.number() }),
])
const attributes = z.array(z.strictObject({ key: z.string().min(1), value }))
const traceId = z.string().regex(/^(?!0{32})[0-9a-f]{32}$/)
const spanId = z.string().regex(/^(?!0{16})[0-9a-f]{16}$/)
const time = z.string().regex(/^\d{19}$/)
const span = z.strictObject({
  traceId,
  spanId,
  parentSpanId: spanId.optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: time,
  endTimeUnixNano: time,
  attributes,
  links: z.array(z.strictObject({ traceId, spanId })),
  status: z.strictObject({ code: z.int().min(0).max(2).optional() }),
})
const request = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.string(), version: z.string() }), spans: z.array(span).nonempty() }),
      ),
    }),
  ),
})

const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']

const flatten = (list: z.infer<typeof attributes>) =>
  Object.fromEntries(list.map(({ key, value: held }) => [key, Object.values(held)[0] as string | number | boolean]))

export interface ReceivedSpan extends Omit<z.infer<typeof span>, 'attributes' | 'kind'> {
  kind: string
  attributes: Record<string, string | number | boolean>
  resource: Record<string, string | number | boolean>
}

/** A collector of traces for the running test: it takes OTLP over HTTP as JSON, and nothing that the protocol does not know. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const refused: string[] = []
  let status = 200
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('end', () => {
      if (status !== 200) return void response.writeHead(status).end()
      const body = Buffer.concat(pieces).toString('utf8')
      headers.push(incoming.headers)
      bodies.push(body)
      try {
        if (incoming.method !== 'POST' || incoming.url !== '/v1/traces' || incoming.headers['content-type'] !== 'application/json')
          throw new Error(`${incoming.method} ${incoming.url} ${incoming.headers['content-type']}`)
        for (const { resource, scopeSpans } of request.parse(JSON.parse(body)).resourceSpans)
          for (const one of scopeSpans.flatMap((scope) => scope.spans))
            spans.push({ ...one, kind: kinds[one.kind] ?? '', attributes: flatten(one.attributes), resource: flatten(resource.attributes) })
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}')
      } catch (error) {
        refused.push(String(error))
        response.writeHead(400).end()
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    if (refused.length > 0) throw new Error(`Not OTLP:\n${refused.join('\n')}`)
  })
  return {
    spans,
    bodies,
    headers,
    answer: (with_: number) => void (status = with_),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '20' },
  }
}
