import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readTraceparent } from '../tracing/trace-context.ts'
import { inSpan, type Span, type Tracer } from '../tracing/tracing.ts'

/** Asked every few seconds by programs that only want to know whether it lives. */
const unseen = new Set(['/livez', '/readyz', '/metrics'])

/**
 * A span for each request. A proxy that is trusted may say of which trace it is; anybody else could have requests recorded, so to theirs there is
 * only a link. Addresses, queries and headers are in none: a route says what was asked for.
 */
export function traceRequests(server: FastifyInstance, tracer: Tracer, isFromProxy: (request: IncomingMessage) => boolean): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  server.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url
    if (route !== undefined && unseen.has(route)) return done()
    const given = readTraceparent(request.headers.traceparent)
    const isTrusted = isFromProxy(request.raw)
    const span = tracer.begin({
      name: route === undefined ? request.method : `${request.method} ${route}`,
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'url.scheme': request.protocol,
        'twofold.request': request.id,
      },
      ...(isTrusted ? { parent: given } : { links: given === undefined ? [] : [given] }),
    })
    spans.set(request, span)
    // Whichever way it ends: answered, given up by its client, or as a stream.
    reply.raw.once('close', () => {
      span.set({ 'http.response.status_code': reply.raw.statusCode })
      if (reply.raw.statusCode >= 500) span.fail(String(reply.raw.statusCode))
      else if (!reply.raw.writableFinished) span.fail('aborted')
      span.end()
    })
    inSpan(span, done)
  })
  // The body arrives by events of the connection, which know nothing of this request.
  server.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else inSpan(span, done)
  })
}
