import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { constantTimeEqual } from '../crypto/token.ts'
import { isDatabaseReadOnly } from '../database-unavailable.ts'
import { fail } from '../fail.ts'
import { asPerson } from '../person.ts'
import { answerNotFound } from './problem.ts'

export interface HealthOptions {
  /** Rejects when the database does not answer in time. */
  checkDatabase: () => Promise<void>
  /** True from the moment the process was asked to stop. */
  isStopping: () => boolean
  /** Without a token there are no metrics. */
  metricsToken: string | undefined
  /** Content of `/metrics`. */
  scrape: () => Promise<string>
}

/** `/livez`: the process runs. `/readyz`: it can serve. `/metrics`: Prometheus figures, for who has the token. */
export function serveHealth(server: FastifyInstance, options: HealthOptions): void {
  const hidden = { schema: { hide: true } }
  // Load balancers ask with HEAD, too; without a route of its own that would get the page.
  const check = (url: string, handler: RouteHandlerMethod) => server.route({ ...hidden, method: ['GET', 'HEAD'], url, handler })
  check('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  check('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (options.isStopping()) return reply.code(503).send({ status: 'stopping' })
    try {
      // Counts as a person of its own, so that it comes next when connections are short: a flood must not take the node out of service.
      await asPerson({ key: 'readiness', isOver: false }, options.checkDatabase)
      return { status: 'ok' }
    } catch (error) {
      return reply.code(503).send({ status: isDatabaseReadOnly(error) ? 'database read-only' : 'database unavailable' })
    }
  })

  const { metricsToken } = options
  if (metricsToken === undefined) {
    server.get('/metrics', hidden, answerNotFound)
    return
  }
  server.get('/metrics', hidden, async (request, reply) => {
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!constantTimeEqual(given, metricsToken)) throw fail('auth.forbidden')
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(await options.scrape())
  })
}
