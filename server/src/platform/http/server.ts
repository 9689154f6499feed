import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { fastify, type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { answerCompiler } from './write-answer.ts'
import type { Log } from '../log.ts'
import { createLateLogger } from './late-logger.ts'
import { answerBrokenRequest, answerError } from './problem.ts'
import { readBodies } from './read-body.ts'
import { createRefusals } from './refusals.ts'
import { createUndeclared } from './undeclared.ts'
import { createProxyCheck, createRequestIds } from './request-id.ts'
import { addSecurityHeaders, contentSecurityPolicy } from './security-headers.ts'
import { traceRequests } from './trace-requests.ts'
import type { Tracer } from '../tracing/tracing.ts'

export interface HttpServerOptions {
  log: Log
  /** Forwarded addresses count only in requests from these. */
  trustedProxies: string[]
  /** HSTS and upgraded requests only make sense where the address is https. */
  isHttps: () => boolean
  /** Undefined: requests are not traced. */
  tracer?: Tracer | undefined
}

/**
 * Validation is ours (validate.ts): one answer names every wrong field. Without these, Fastify would load Ajv and a compiler of serializers for
 * nothing. Its types know only those.
 */
const compilersFactory: object = { buildValidator: () => () => () => true, buildSerializer: () => answerCompiler }

/** A Fastify server with everything that is the same for every route, and no routes yet. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  // By its general type: the server would otherwise carry pino's through every signature.
  const loggerInstance: FastifyBaseLogger = options.log
  const isFromProxy = createProxyCheck(options.trustedProxies)
  const server: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    trustProxy: options.trustedProxies.length === 0 ? false : options.trustedProxies,
    genReqId: createRequestIds(isFromProxy),
    childLoggerFactory: (logger, bindings, settings) => createLateLogger(() => logger.child(bindings, settings)),
    exposeHeadRoutes: false,
    schemaController: { compilersFactory },
    requestTimeout: 30_000,
    // Longer than any address can be: a parameter that is too long is a wrong one (422), which validation says.
    routerOptions: { maxParamLength: 65_536 },
    // An address that cannot be read: no hook has run that would have set the headers of every other answer.
    frameworkErrors: (error, request, reply) => {
      reply
        .header('x-request-id', request.id)
        .header('content-security-policy', contentSecurityPolicy)
        .header('x-content-type-options', 'nosniff')
      answerError(error, request, reply)
    },
    clientErrorHandler: answerBrokenRequest,
  })
  server.decorateRequest('identity', undefined)
  server.decorateRequest('principal', undefined)
  server.decorateRequest('admittedAt', 0)
  server.decorateRequest('credentials', undefined)
  server.decorateRequest('found', undefined)
  server.decorate('refusals', createRefusals(loggerInstance))
  server.decorate('undeclared', createUndeclared(loggerInstance))
  server.setErrorHandler(answerError)
  // Validation is ours (validate.ts): one answer names every wrong field of path, query and body.
  server.setValidatorCompiler(() => () => true)
  server.setSerializerCompiler(answerCompiler)
  addSecurityHeaders(server, options.isHttps)
  if (options.tracer !== undefined) traceRequests(server, options.tracer, isFromProxy)
  readBodies(server)
  await server.register(cookie)
  await server.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } })
  server.addHook('onResponse', (request, reply, done) => {
    if (options.log.isLevelEnabled('debug')) {
      const { method, routeOptions } = request
      request.log.debug({ method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request')
    }
    done()
  })
  return server
}
