import { newPasswordField } from '@twofold/contract/accounts'
import type { CallAnswer, CallParts, Endpoint } from '@twofold/contract/endpoint'
import type { ErrorCode } from '@twofold/contract/errors'
import { rateLimits } from '@twofold/contract/limits'
import type { RateLimit, RateLimitName } from '@twofold/contract/limits'
import type { ProgramKind } from '@twofold/contract/tokens'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asCause } from '../cause.ts'
import { type AppError, checkAll, fail } from '../fail.ts'
import { answersOf } from './answers.ts'
import type { AuditTrail } from '../audit.ts'
import { requireOpen } from '../maintenance.ts'
import type { Closure } from '../maintenance.ts'
import { WaitingAnswer } from '../approval.ts'
import type { ApprovalGate } from '../approval.ts'
import { canonicalAddress } from './client-address.ts'
import { audited } from './audited.ts'
import { readClient } from './client.ts'
import type { Clock } from '../clock.ts'
import type { Cookies } from './cookies.ts'
import { describeRoute } from './describe-route.ts'
import { findPrincipal } from './find-principal.ts'
import { HeldAnswer } from '../held-answer.ts'
import type { Idempotency } from './idempotency.ts'
import { requireStage, requireUnlocked } from './identity.ts'
import type { Authentication, Client, Credentials, FindSession, Identity, SessionRow, Stage } from './identity.ts'
import { forgive, isCountedLate, keyOf, readCredentials } from './limit-keys.ts'
import { ownerIdOf } from './principal.ts'
import type { PersonPrincipal, Principal, ProgramCaller, Programs, TokenAuthentication } from './principal.ts'
import { requireBoundKey, requireDeclared, requireScope } from './programs.ts'
import type { RateLimiter } from './rate-limit.ts'
import { ensureXsrfCookie, isBrowser, isFromExtension, requireSameSite } from './same-site.ts'
import { readIdempotencyKey, runOnce } from './run-once.ts'
import type { Special } from './run-once.ts'
import { sendAnswer } from './send-answer.ts'
import type { Turns } from './turns.ts'
import { unattended } from './unattended.ts'
import { fieldsThatAre, type Rules, validate } from './validate.ts'

/** Finds out who a request comes from; undefined when its session is not good. */
export type Authenticate = (credentials: Credentials, options: Authentication) => Promise<Identity | undefined>

/** What routes need of the server they are put on. */
export interface App {
  fastify: FastifyInstance
  appUrl: string
  cookies: Cookies
  limiter: RateLimiter
  turns: Turns
  idempotency: Idempotency
  audit: Pick<AuditTrail, 'during'>
  approvals: ApprovalGate
  authenticate: Authenticate
  /** The same for a token that looks whole; or why it opens nothing: 401 `tokens.*`, 403 `tokens.network`. */
  authenticateProgram: (token: string, options: TokenAuthentication) => Promise<ProgramCaller | AppError>
  /** Records a call for a key that the token is not limited to. */
  noteOutsideOfKeys: (tokenId: string, address: string) => Promise<void>
  requireOpen: (user: Pick<Identity, 'id' | 'closed'>, endpoint: Pick<Endpoint, 'method' | 'path'>) => Promise<void>
  /** The code of that refusal; undefined for a call that stays open. */
  whenClosed: (endpoint: Pick<Endpoint, 'method' | 'path'>) => ErrorCode | undefined
  /** The 401 for credentials that open nothing. */
  explainEnd: (credentials: Credentials) => Promise<AppError>
  /** Of every field that is a new password, whatever its call. */
  requirePasswordLength: (password: string, field: string) => void
  /** The maintenance that is under way. */
  findClosure: () => Promise<Closure | null>
  clock: Clock
}

/** Who may call. `principal`: people, and the service accounts that `programs` lets in. */
export type RouteRole = 'public' | 'user' | 'admin' | 'principal'

export interface RouteOptions<Role extends RouteRole, Answer, Body = unknown, Params = unknown, Found extends SessionRow = SessionRow> {
  role: Role
  /** How often; of several, the first one's state is told in the headers. */
  limit: RateLimitName | readonly RateLimitName[]
  /** Which tokens may call, and what they need; absent: none. */
  programs?: Programs<Role extends 'principal' ? ProgramKind : 'pat' | 'cli'>
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
  /** Reads what the call answers in the statement that finds the session, which spares a round trip. The session is checked as for every call. */
  findSession?: FindSession<Found>
  /**
   * The rules of the service about fields of the body. Where other fields are malformed, these are asked as well, so that one answer names
   * every wrong field. Whether a password is right is none of them: each such question counts as a try.
   */
  rules?: (fields: Partial<Body>, request: Caller<Role, SessionRow> & { params: Partial<Params> }) => unknown
  /** Drops from an answer what may be shown only once, before it is kept for a repeated `Idempotency-Key`. */
  keep?: (answer: Answer) => Answer
}

export interface RequestContext {
  client: Client
  credentials: Credentials
  /** Of a call whose service keeps them itself. */
  idempotencyKey: string | undefined
  /** Sets or clears the HttpOnly half of a browser's session. `maxAge` in seconds. */
  setSessionHalf(value: string | undefined, maxAge?: number): void
  /** Counts against a limit whose key only the handler knows. */
  countAgainst(name: RateLimitName, key: string): Promise<void>
}

type BodyOf<E extends Endpoint> = CallParts<E> extends { body: infer Body } ? Body : unknown

type ParamsOf<E extends Endpoint> = CallParts<E> extends { params: infer Params } ? Params : unknown

type Caller<Role extends RouteRole, Found> = Role extends 'user' | 'admin'
  ? { user: Identity; principal: PersonPrincipal; found: Found }
  : Role extends 'principal'
    ? { principal: Principal; found: Found | undefined }
    : unknown

/** `found`: what `findSession` found. */
export type Handler<E extends Endpoint, Role extends RouteRole, Found = SessionRow> = (
  request: CallParts<E> & Caller<Role, Found> & RequestContext,
) => Promise<CallAnswer<E> | Special<CallAnswer<E>>>

/** Puts one call of the contract on the server: who may, how often, validation, answer. Nothing else decides these. */
export function route<const E extends Endpoint, const Role extends RouteRole, Found extends SessionRow = SessionRow>(
  app: App,
  endpoint: E,
  options: RouteOptions<Role, CallAnswer<E>, BodyOf<E>, ParamsOf<E>, Found>,
  handler: Handler<E, Role, Found>,
): void {
  const names: readonly RateLimitName[] = typeof options.limit === 'string' ? [options.limit] : options.limit
  const [first] = names
  const consume = async (name: RateLimitName, key: string, reply: FastifyReply) =>
    app.limiter.consume(name, key, reply, { isQuiet: name !== first })
  const early = (...kinds: RateLimit['per'][]) => names.filter((name) => kinds.includes(rateLimits[name].per) && !isCountedLate(name))
  const ofClient = early('address', 'session')
  const [inDatabase, inMemory] = [ofClient.filter((name) => rateLimits[name].shared), ofClient.filter((name) => !rateLimits[name].shared)]
  const name = `${endpoint.method} ${endpoint.path}`
  app.approvals.register(name, (user, address, parts) =>
    handler({
      ...parts,
      user,
      principal: { kind: 'session', user },
      client: unattended(address),
      countAgainst: () => Promise.resolve(),
    } as unknown as Parameters<Handler<E, Role, Found>>[0]),
  )
  const isAgreement = app.approvals.agrees(name)
  const countsFailures = options.role === 'public' && endpoint.method !== 'GET'

  const passwords = fieldsThatAre(newPasswordField, endpoint.body)
  const rulesFor =
    (user: Identity | undefined): Rules =>
    (fields, params) =>
      checkAll(
        // Each of them has passed its own schema.
        () =>
          options.rules?.(
            fields as Partial<BodyOf<E>>,
            { user, params } as unknown as Caller<Role, SessionRow> & { params: Partial<ParamsOf<E>> },
          ),
        ...passwords.map((name) => () => typeof fields[name] === 'string' && app.requirePasswordLength(fields[name], name)),
      )

  const answers = answersOf(endpoint, options, {
    isAgreement,
    mayWait: app.approvals.concerns(name),
    whenClosed: app.whenClosed(endpoint),
    setsPassword: passwords.length > 0,
  })

  app.fastify.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    bodyLimit: endpoint.bodyLimit,
    config: { bodyCounts: endpoint.bodyCounts, takesForm: endpoint.takesForm, call: name, answers },
    schema: describeRoute(endpoint, options.role, app.approvals.concerns(name), answers),
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const credentials = readCredentials(request, app.cookies)
      const { program } = credentials
      if (program === undefined) {
        // Calls that take forms are those of OAuth: for programs, whatever a browser's session may do.
        if (!endpoint.takesForm || !isFromExtension(request)) requireSameSite(request, app.cookies, app.appUrl)
        if (isBrowser(request)) ensureXsrfCookie(request, reply, app.cookies)
      } else if (program === 'broken') {
        await app.limiter.consume('unauthenticated', canonicalAddress(request.ip), reply)
        throw fail('tokens.invalid')
      } else requireDeclared(program, options.programs)
      if (countsFailures) await app.limiter.consume('public_failures', canonicalAddress(request.ip), reply, { isQuiet: true })
      for (const name of inMemory) await consume(name, keyOf(name, request, app.cookies), reply)
      const caller = app.turns.find(credentials, canonicalAddress(request.ip))
      await app.turns.during(caller, async () => {
        for (const name of inDatabase) await consume(name, keyOf(name, request, app.cookies), reply)
        if (options.role === 'public') {
          if (options.duringMaintenance !== true) requireOpen(await app.findClosure(), undefined, app.clock.now())
          return
        }
        const find: FindSession | undefined =
          options.findSession && (async (...session) => (request.found = await options.findSession?.(...session)))
        const kind = { isPoll: options.isPoll ?? false, isRead: endpoint.method === 'GET', find }
        const { principal, closure } = await findPrincipal(app, request, reply, credentials, kind)
        const { user } = principal
        app.turns.remember(caller, ownerIdOf(principal))
        if (options.duringMaintenance !== true) requireOpen(closure, user?.role, app.clock.now())
        if (user !== undefined) {
          requireStage(user.stage, options.stages)
          if (options.whileLocked !== true) requireUnlocked(user.isLocked)
        }
        if (options.role === 'admin' && user?.role !== 'admin') throw fail('auth.forbidden')
        requireScope(principal, options.programs)
        request.principal = principal
        request.identity = user
        for (const name of early('user')) await consume(name, ownerIdOf(principal), reply)
      })
      caller.isOver = true
    },
    handler: async (request, reply) => {
      const credentials = readCredentials(request, app.cookies)
      const caller = app.turns.find(credentials, canonicalAddress(request.ip), request.principal && ownerIdOf(request.principal))
      let answer = await app.turns.during(caller, () => asCause(request.id, () => handle(request, reply, credentials)))
      if (answer instanceof HeldAnswer) {
        const held = answer
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort())
        // The client may have gone while the answer was being made.
        if (reply.raw.destroyed) gone.abort()
        // It has no turn while it waits, and holds no connection.
        await held.until(gone.signal)
        if (gone.signal.aborted) return reply.hijack()
        answer = await app.turns.during(caller, () => asCause(request.id, held.answer))
      }
      if (countsFailures) await app.limiter.giveBack('public_failures', canonicalAddress(request.ip))
      return sendAnswer(reply, answer, { status: endpoint.status, caller })
    },
  })

  async function handle(request: FastifyRequest, reply: FastifyReply, credentials: Credentials) {
    const checked = validate(endpoint, request, rulesFor(request.identity))
    const parts = checked instanceof Promise ? await checked : checked
    const noteOutside = (tokenId: string) => app.noteOutsideOfKeys(tokenId, canonicalAddress(request.ip))
    if (request.principal?.token !== undefined) await requireBoundKey(request.principal, endpoint, parts.params, noteOutside)
    if (request.identity !== undefined) await app.requireOpen(request.identity, endpoint)
    const needsPin =
      options.needsPin === true || isAgreement || (request.principal?.token !== undefined && options.programs?.needsPin === true)
    if (needsPin && typeof request.identity?.pinUntil !== 'number') throw fail('pin.required')
    if (isAgreement && typeof request.identity?.factorUntil !== 'number') throw fail('factors.proof_required')
    const late = names.filter(isCountedLate).map((name) => ({ name, key: keyOf(name, request, app.cookies, parts.body) }))
    for (const { name, key } of late) await consume(name, key, reply)
    const work = () =>
      handler({
        ...parts,
        user: request.identity,
        principal: request.principal,
        found: request.found,
        client: readClient(request, reply, app.cookies, credentials),
        credentials,
        idempotencyKey: endpoint.idempotent === 'by itself' ? readIdempotencyKey(request) : undefined,
        countAgainst: (name: RateLimitName, key: string) => consume(name, key, reply),
        setSessionHalf: (value: string | undefined, maxAge?: number) =>
          value === undefined ? app.cookies.clearSessionHalf(reply) : app.cookies.setSessionHalf(reply, value, maxAge),
      } as unknown as Parameters<Handler<E, Role, Found>>[0])
    const waiting = request.identity && (await app.approvals.consider(name, parts, request.identity))
    if (request.identity && waiting) {
      const { identity, ip } = request
      const ask = audited(app, endpoint, options, request, parts, () => app.approvals.ask(name, waiting, identity, ip))
      return new WaitingAnswer(await ask())
    }
    const answer = await runOnce(
      app.idempotency,
      endpoint,
      request,
      parts.body,
      audited(app, endpoint, options, request, parts, work),
      options.keep,
    )
    for (const { name, key } of late) await forgive(app.limiter, name, key)
    return answer
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The person: at a screen, or behind a token. */
    identity: Identity | undefined
    principal: Principal | undefined
    /** What the route's `findSession` found. */
    found: SessionRow | undefined
  }
}
