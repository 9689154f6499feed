import type { CallAnswer, CallParts, Endpoint } from '@twofold/contract/endpoint'
import { rateLimits } from '@twofold/contract/limits'
import type { RateLimit, RateLimitName } from '@twofold/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hashToken, newToken } from '../crypto/token.ts'
import { fail } from '../fail.ts'
import type { AuditTrail } from '../audit.ts'
import { requireOpen } from '../maintenance.ts'
import type { Closure } from '../maintenance.ts'
import { canonicalAddress } from './client-address.ts'
import type { Clock } from '../clock.ts'
import type { Cookies } from './cookies.ts'
import { Download } from './download.ts'
import type { Idempotency } from './idempotency.ts'
import { requireStage, requireUnlocked } from './identity.ts'
import type { Client, Credentials, Identity, Stage } from './identity.ts'
import type { RateLimiter } from './rate-limit.ts'
import { ensureXsrfCookie, isBrowser, requireSameSite } from './same-site.ts'
import { validate } from './validate.ts'

/** What tells somebody at the screen from the screen itself: what it asks for by itself, and whether it only reads. */
export interface RequestKind {
  isPoll: boolean
  isRead: boolean
}

/** Finds out who a request comes from; undefined when its session is not good. */
export type Authenticate = (credentials: Credentials, options: RequestKind) => Promise<Identity | undefined>

/** What routes need of the server they are put on. */
export interface App {
  fastify: FastifyInstance
  appUrl: string
  cookies: Cookies
  limiter: RateLimiter
  idempotency: Idempotency
  audit: Pick<AuditTrail, 'during'>
  authenticate: Authenticate
  /** The maintenance that is under way. */
  findClosure: () => Promise<Closure | null>
  clock: Clock
}

/**
 * Who may call. `checked by the handler`: the handler gets the credentials and authenticates in its own statement, to spare a
 * round trip; it must throw 401 and call `requireOpen`, `requireStage` and `requireUnlocked` itself.
 */
export type RouteRole = 'public' | 'user' | 'admin' | 'checked by the handler'

export interface RouteOptions<Role extends RouteRole, Answer> {
  role: Role
  /** How often; of several, the first one's state is told in the headers. */
  limit: RateLimitName | readonly RateLimitName[]
  /** How far a sign-in must have come; only `full` unless said otherwise. */
  stages?: readonly Stage[]
  /** May be called while the vault is locked. */
  whileLocked?: boolean
  /**
   * May be called during maintenance by others than administrators, too: to sign in, since an administrator is not known before that, and
   * only administrators get a session; and to leave.
   */
  duringMaintenance?: true
  /** The PIN was right in this session, within the last minutes: for what leaves the vault. Checked once the request is known to be valid. */
  needsPin?: boolean
  /** Only for administrators' calls that change nothing, or only how they themselves see things: not written down. */
  isAudited?: false
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
  /** Counts against a limit whose key only the handler knows. Throws 429 `rate.limited`. */
  countAgainst(name: RateLimitName, key: string): Promise<void>
}

type Caller<Role extends RouteRole> = Role extends 'user' | 'admin' ? { user: Identity } : unknown

export type Handler<E extends Endpoint, Role extends RouteRole> = (
  request: CallParts<E> & Caller<Role> & RequestContext,
) => Promise<CallAnswer<E> | Download>

/** Puts one call of the contract on the server: who may, how often, validation, answer. Nothing else decides these. */
export function route<const E extends Endpoint, const Role extends RouteRole>(
  app: App,
  endpoint: E,
  options: RouteOptions<Role, CallAnswer<E>>,
  handler: Handler<E, Role>,
): void {
  const names: readonly RateLimitName[] = typeof options.limit === 'string' ? [options.limit] : options.limit
  const [first] = names
  const consume = async (name: RateLimitName, key: string, reply: FastifyReply) =>
    app.limiter.consume(name, key, reply, { isQuiet: name !== first })
  const early = (...kinds: RateLimit['per'][]) => names.filter((name) => kinds.includes(rateLimits[name].per) && !isCountedLate(name))

  app.fastify.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    bodyLimit: endpoint.bodyLimit,
    schema: describe(endpoint, options.role),
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      requireSameSite(request, app.cookies, app.appUrl)
      if (isBrowser(request)) ensureXsrfCookie(request, reply, app.cookies)
      for (const name of early('address', 'session')) await consume(name, keyOf(name, request, app.cookies), reply)
      if (options.role === 'public' && options.duringMaintenance !== true) requireOpen(await app.findClosure(), undefined, app.clock.now())
      if (options.role === 'public' || options.role === 'checked by the handler') return
      const identity = await app.authenticate(readCredentials(request, app.cookies), {
        isPoll: options.isPoll ?? false,
        isRead: endpoint.method === 'GET',
      })
      if (identity === undefined) {
        await app.limiter.consume('unauthenticated', canonicalAddress(request.ip), reply)
        throw fail('auth.unauthenticated')
      }
      if (options.duringMaintenance !== true) requireOpen(identity.closure, identity.role, app.clock.now())
      requireStage(identity.stage, options.stages)
      if (options.whileLocked !== true) requireUnlocked(identity.isLocked)
      if (options.role === 'admin' && identity.role !== 'admin') throw fail('auth.forbidden')
      request.identity = identity
      for (const name of early('user')) await consume(name, identity.id, reply)
    },
    handler: async (request, reply) => {
      const parts = validate(endpoint, request)
      if (options.needsPin === true && typeof request.identity?.pinUntil !== 'number') throw fail('pin.required')
      const late = names.filter(isCountedLate).map((name) => ({ name, key: keyOf(name, request, app.cookies, parts.body) }))
      for (const { name, key } of late) await consume(name, key, reply)
      const work = () =>
        handler({
          ...parts,
          user: request.identity,
          client: readClient(request, reply, app.cookies),
          credentials: readCredentials(request, app.cookies),
          countAgainst: (name: RateLimitName, key: string) => consume(name, key, reply),
          setSessionHalf: (value: string | undefined, maxAge?: number) =>
            value === undefined ? app.cookies.clearSessionHalf(reply) : app.cookies.setSessionHalf(reply, value, maxAge),
        } as unknown as Parameters<Handler<E, Role>>[0])
      const answer = await runOnce(app, endpoint, request, parts.body, audited(app, endpoint, options, request, parts, work), options.keep)
      for (const { name, key } of late) await forgive(app.limiter, name, key)
      void reply.code(endpoint.status)
      if (!(answer instanceof Download)) return answer
      void reply.type(answer.type).header('content-disposition', `attachment; filename="${answer.name}"`)
      return reply.send(answer.content)
    },
  })
}

/** What an administrator does leaves a trace, whatever its service says about it. A preview changes nothing, as its name says. */
function audited<T>(
  app: App,
  endpoint: Endpoint,
  options: { role: RouteRole; isAudited?: false },
  request: FastifyRequest,
  parts: { params?: unknown; body?: unknown },
  work: () => Promise<T>,
): () => Promise<T> {
  const { identity } = request
  if (options.role !== 'admin' || identity === undefined) return work
  const target = (parts.params as Record<string, unknown> | undefined)?.['id']
  const act = {
    actor: identity,
    address: request.ip,
    call: `${endpoint.method} ${endpoint.path}`,
    targetId: typeof target === 'string' ? target : undefined,
    fields: Object.keys((parts.body as object | undefined) ?? {}),
    changes: endpoint.method !== 'GET' && options.isAudited !== false && !endpoint.path.endsWith('/preview'),
  }
  return () => app.audit.during(act, work)
}

/** Counted when the fields are known, because the key or the verdict depends on them. */
function isCountedLate(name: RateLimitName): boolean {
  const limit: RateLimit = rateLimits[name]
  return limit.per === 'account and address' || limit.per === 'recipient' || limit.afterSuccess !== undefined
}

async function forgive(limiter: RateLimiter, name: RateLimitName, key: string): Promise<void> {
  const { afterSuccess }: RateLimit = rateLimits[name]
  if (afterSuccess === 'clear') await limiter.clear(name, key)
  if (afterSuccess === 'give back') await limiter.giveBack(name, key)
}

function keyOf(name: RateLimitName, request: FastifyRequest, cookies: Cookies, body?: unknown): string {
  const address = canonicalAddress(request.ip)
  const { per }: RateLimit = rateLimits[name]
  if (per === 'user') return request.identity?.id ?? address
  if (per === 'recipient') return emailOf(body)
  if (per === 'account and address') return `${emailOf(body)} ${address}`
  if (per === 'address') return address
  const { bearer } = readCredentials(request, cookies)
  return bearer === undefined ? address : hashToken(bearer).toString('base64')
}

async function runOnce<Answer>(
  app: App,
  endpoint: Endpoint,
  request: FastifyRequest,
  body: unknown,
  work: () => Promise<Answer | Download>,
  keep: ((answer: Answer) => Answer) | undefined,
): Promise<Answer | Download> {
  const key = request.headers['idempotency-key']
  if (!endpoint.idempotent || request.identity === undefined || typeof key !== 'string') return work()
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw fail('request.invalid', { errors: { 'Idempotency-Key': ['Use 1 to 200 visible ASCII characters.'] } })
  const call = `${endpoint.method} ${endpoint.path}`
  return app.idempotency.once({ userId: request.identity.id, call, key, body: { params: request.params, body } }, work, (answer) =>
    keep === undefined || answer instanceof Download ? answer : keep(answer),
  )
}

function readCredentials(request: FastifyRequest, cookies: Cookies): Credentials {
  const bearer = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  return { bearer, browserHalf: cookies.readSessionHalf(request) }
}

function readClient(request: FastifyRequest, reply: FastifyReply, cookies: Cookies): Client {
  let device = cookies.readDevice(request)
  return {
    address: request.ip,
    network: canonicalAddress(request.ip),
    userAgent: request.headers['user-agent']?.slice(0, 500),
    languages: request.headers['accept-language'],
    isBrowser: isBrowser(request),
    device() {
      if (!isBrowser(request)) return undefined
      if (device === undefined || !/^[\w-]{43}$/.test(device)) device = newToken()
      cookies.setDevice(reply, device)
      return device
    },
  }
}

function emailOf(body: unknown): string {
  return String((body as { email?: unknown }).email)
    .trim()
    .normalize('NFC')
    .toLowerCase()
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
