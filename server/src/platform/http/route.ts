import type { CallAnswer, CallParts, Endpoint } from '@twofold/contract/endpoint'
import { rateLimits } from '@twofold/contract/limits'
import type { RateLimitName } from '@twofold/contract/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../fail.ts'
import { canonicalAddress } from './client-address.ts'
import type { Cookies } from './cookies.ts'
import type { Idempotency } from './idempotency.ts'
import type { Client, Credentials, Identity } from './identity.ts'
import type { RateLimiter } from './rate-limit.ts'
import { ensureXsrfCookie, isBrowser, requireSameSite } from './same-site.ts'
import { validate } from './validate.ts'

/** Finds out who a request comes from; undefined when its session is not good. */
export type Authenticate = (credentials: Credentials, options: { isPoll: boolean }) => Promise<Identity | undefined>

/** What routes need of the server they are put on. */
export interface App {
  fastify: FastifyInstance
  appUrl: string
  cookies: Cookies
  limiter: RateLimiter
  idempotency: Idempotency
  authenticate: Authenticate
}

/**
 * Who may call. `checked by the handler`: the handler gets the credentials and authenticates in its own statement, to spare a
 * round trip; it must throw 401 itself.
 */
export type RouteRole = 'public' | 'user' | 'admin' | 'checked by the handler'

export interface RouteOptions<Role extends RouteRole, Answer> {
  role: Role
  limit: RateLimitName
  /** A request that the page makes by itself: it does not keep an idle session alive. */
  isPoll?: boolean
  /** Drops from an answer what may be shown only once, before it is kept for a repeated `Idempotency-Key`. */
  keep?: (answer: Answer) => Answer
}

export interface RequestContext {
  client: Client
  credentials: Credentials
  /** Sets or clears the HttpOnly half of a browser's session. `maxAge` in seconds. */
  setSessionHalf(value: string | undefined, maxAge?: number): void
}

type Caller<Role extends RouteRole> = Role extends 'user' | 'admin' ? { user: Identity } : unknown

export type Handler<E extends Endpoint, Role extends RouteRole> = (
  request: CallParts<E> & Caller<Role> & RequestContext,
) => Promise<CallAnswer<E>>

/** Puts one call of the contract on the server: who may, how often, validation, answer. Nothing else decides these. */
export function route<const E extends Endpoint, const Role extends RouteRole>(
  app: App,
  endpoint: E,
  options: RouteOptions<Role, CallAnswer<E>>,
  handler: Handler<E, Role>,
): void {
  const limit = rateLimits[options.limit]
  app.fastify.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    bodyLimit: endpoint.bodyLimit,
    schema: describe(endpoint, options.role),
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      requireSameSite(request, app.cookies, app.appUrl)
      if (isBrowser(request)) ensureXsrfCookie(request, reply, app.cookies)
      if (limit.per === 'address') await app.limiter.consume(options.limit, canonicalAddress(request.ip), reply)
      if (limit.per === 'session') {
        const { bearer } = readCredentials(request, app.cookies)
        await app.limiter.consume(options.limit, bearer ?? canonicalAddress(request.ip), reply)
      }
      if (options.role === 'public' || options.role === 'checked by the handler') return
      const identity = await app.authenticate(readCredentials(request, app.cookies), { isPoll: options.isPoll ?? false })
      if (identity === undefined) throw fail('auth.unauthenticated')
      if (options.role === 'admin' && identity.role !== 'admin') throw fail('auth.forbidden')
      request.identity = identity
      if (limit.per === 'user') await app.limiter.consume(options.limit, identity.id, reply)
    },
    handler: async (request, reply) => {
      const parts = validate(endpoint, request)
      const accountKey = limit.per === 'account and address' ? accountAndAddress(parts.body, request) : undefined
      if (accountKey !== undefined) await app.limiter.consume(options.limit, accountKey, reply)
      const work = () =>
        handler({
          ...parts,
          user: request.identity,
          client: readClient(request),
          credentials: readCredentials(request, app.cookies),
          setSessionHalf: (value: string | undefined, maxAge?: number) =>
            value === undefined ? app.cookies.clearSessionHalf(reply) : app.cookies.setSessionHalf(reply, value, maxAge),
        } as unknown as Parameters<Handler<E, Role>>[0])
      const answer = await runOnce(app, endpoint, request, parts.body, work, options.keep)
      if (accountKey !== undefined) await app.limiter.clear(options.limit, accountKey)
      void reply.code(endpoint.status)
      return answer
    },
  })
}

async function runOnce<Answer>(
  app: App,
  endpoint: Endpoint,
  request: FastifyRequest,
  body: unknown,
  work: () => Promise<Answer>,
  keep: ((answer: Answer) => Answer) | undefined,
): Promise<Answer> {
  const key = request.headers['idempotency-key']
  if (!endpoint.idempotent || request.identity === undefined || typeof key !== 'string') return work()
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw fail('request.invalid', { errors: { 'Idempotency-Key': ['Use 1 to 200 visible ASCII characters.'] } })
  const call = `${endpoint.method} ${endpoint.path}`
  return app.idempotency.once(
    { userId: request.identity.id, call, key, body: { params: request.params, body } },
    work,
    keep ?? ((answer) => answer),
  )
}

export function readCredentials(request: FastifyRequest, cookies: Cookies): Credentials {
  const bearer = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  return { bearer, browserHalf: cookies.readSessionHalf(request) }
}

function readClient(request: FastifyRequest): Client {
  return { address: request.ip, userAgent: request.headers['user-agent']?.slice(0, 500), isBrowser: isBrowser(request) }
}

function accountAndAddress(body: unknown, request: FastifyRequest): string {
  const email = (body as { email?: unknown }).email
  return `${String(email).normalize('NFC').toLowerCase()} ${canonicalAddress(request.ip)}`
}

function describe(endpoint: Endpoint, role: RouteRole) {
  return {
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...(role === 'public' ? { security: [] } : {}),
    ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
    ...(endpoint.query === undefined ? {} : { querystring: endpoint.query }),
    ...(endpoint.body === undefined ? {} : { body: endpoint.body }),
    response: { [endpoint.status]: endpoint.response },
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | undefined
  }
}
