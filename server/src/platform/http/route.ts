import { newPasswordField } from '@twofold/contract/accounts'
import type { CallAnswer, CallParts, Endpoint } from '@twofold/contract/endpoint'
import type { ErrorCode } from '@twofold/contract/errors'
import type { RateLimitName } from '@twofold/contract/limits'
import type { ProgramKind } from '@twofold/contract/tokens'
import type { FastifyInstance } from 'fastify'
import type { Approval, ApprovalGate, CallerParts } from '../approval.ts'
import type { AuditTrail } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { type AppError, checkAll } from '../fail.ts'
import type { Closure } from '../maintenance.ts'
import { admit } from './admit.ts'
import { answersOf } from './answers.ts'
import type { Cookies } from './cookies.ts'
import { describeRoute } from './describe-route.ts'
import { handle } from './handle.ts'
import type { Idempotency } from './idempotency.ts'
import type { Authentication, Client, Credentials, Identity, Opened, SessionRow, Stage } from '../identity.ts'
import type { PersonPrincipal, Principal, ProgramCaller, Programs, TokenAuthentication } from '../principal.ts'
import type { RateLimiter } from './rate-limit.ts'
import { readingTogether } from '../shared-reads.ts'
import { limitsOf, type RouteLimits } from './route-limits.ts'
import type { Special } from './run-once.ts'
import type { Tx } from '../transaction.ts'
import type { Turns } from './turns.ts'
import { unattended } from './unattended.ts'
import { refusalOf, type WhileClosed } from '../while-closed.ts'
import { fieldsThatAre, type Rules } from './validate.ts'

/** Finds out who a request comes from; undefined when its session is not good. */
export type Authenticate = (credentials: Credentials, options: Authentication) => Promise<Identity | undefined>

/** `FindSession` for a call with parameters in its address. `query`: undefined where they are not valid, which the call is refused for later. */
type FindSessionFor<Query, Found extends SessionRow = SessionRow> = (
  tokenHash: Buffer,
  now: Date,
  by: Opened | undefined,
  query: Query | undefined,
) => Promise<Found | undefined>

/** Services that routes need from their server. */
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
  /** The same for a well-formed token; or the error: 401 `tokens.*`, 403 `tokens.network`. */
  authenticateProgram: (token: string, options: TokenAuthentication) => Promise<ProgramCaller | AppError>
  /** Records a call for a key that the token is not limited to. */
  noteOutsideOfKeys: (tokenId: string, address: string) => Promise<void>
  /** Throws where the account is closed to calls of this kind. */
  requireOpen: (user: Pick<Identity, 'id' | 'closed'>, whileClosed: WhileClosed) => Promise<void>
  /** Refuses the transactions of `work` once the session or the token has ended. */
  whileSignedIn: <T>(person: PersonPrincipal, work: () => Promise<T>) => Promise<T>
  /** The 401 for credentials that open nothing. */
  explainEnd: (credentials: Credentials) => Promise<AppError>
  /** Applies to every field with a new password, in whatever call. */
  requirePasswordLength: (password: string, field: string) => void
  /** The maintenance that is under way. */
  findClosure: () => Promise<Closure | null>
  clock: Clock
}

/** Callers. `principal`: people, and the service accounts that `programs` lets in. */
export type RouteRole = 'public' | 'user' | 'admin' | 'principal'

export interface RouteOptions<
  Role extends RouteRole,
  Answer,
  Body = unknown,
  Params = unknown,
  Found extends SessionRow = SessionRow,
  Query = unknown,
> {
  role: Role
  /** Rate limits. With several, the headers report the first. */
  limit: RateLimitName | readonly RateLimitName[]
  /** Tokens that may call, and the scope they need; absent: none. */
  programs?: Programs<Role extends 'principal' ? ProgramKind : 'pat' | 'cli'>
  /** Required stages of the sign-in; by default only `full`. */
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
  /** Only for administrators' calls that change nothing, such as previews, or only their own display: not audited. */
  isAudited?: false
  /** The service locks the caller itself, in an order of its own: the session is not held. */
  locksCaller?: true
  /** A request that the page makes by itself: it does not keep an idle session alive. */
  isPoll?: boolean
  /** Reads what the call answers in the statement that finds the session, which spares a round trip. The session is checked as for every call. */
  findSession?: FindSessionFor<Query, Found>
  /** The call reads a few things that are quick to answer and do not depend on each other: they share a connection and a round trip. */
  readsTogether?: true
  /**
   * The service's rules about fields of the body. They also run if other fields are malformed, so that one answer names every invalid field. Checking
   * a password is not such a rule: each check counts as an attempt.
   */
  rules?: (fields: Partial<Body>, request: Caller<Role, SessionRow> & { params: Partial<Params> }) => unknown
  /** Drops from an answer what may be shown only once, before it is kept for a repeated `Idempotency-Key`. */
  keep?: (answer: Answer) => Answer
}

/**
 * Options without a safe default: what the call lets out of a closed account, unless it is public, and whether an administrator's act waits for a
 * second administrator.
 */
type Guarded<E extends Endpoint, Role extends RouteRole> = Role extends 'public'
  ? unknown
  : { whileClosed: WhileClosed } & (Role extends 'admin' ? (E['method'] extends 'GET' ? unknown : { approval: Approval }) : unknown)

export interface RequestContext {
  client: Client
  credentials: Credentials
  /** For a call whose service stores them itself. */
  idempotencyKey: string | undefined
  /** Sets or clears the HttpOnly half of a browser's session. `maxAge` in seconds. */
  setSessionHalf(value: string | undefined, maxAge?: number): void
  /** Counts against a limit whose key only the handler knows. */
  countAgainst(name: RateLimitName, key: string): Promise<void>
  /** Has what the call was counted by forgiven with what the transaction commits, which is the call's success; otherwise that follows by itself. */
  forgiveWith(tx: Pick<Tx, 'db' | 'writeAtEnd'>): void
}

type BodyOf<E extends Endpoint> = CallParts<E> extends { body: infer Body } ? Body : unknown

type QueryOf<E extends Endpoint> = CallParts<E> extends { query: infer Query } ? Query : unknown

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

/** One call and its route's declarations, for the stages of a request. */
export interface Route {
  app: App
  endpoint: Endpoint
  /** 'PUT /admin/users/{id}/role' */
  name: string
  options: AnyOptions
  limits: RouteLimits
  /** The call approves another administrator's act. */
  isAgreement: boolean
  /** A judge says whether it waits for a second administrator. */
  mayWait: boolean
  whileClosed: WhileClosed
  rulesFor: (user: Identity | undefined) => Rules
  handler: (request: object) => Promise<unknown>
}

type AnyOptions = Omit<RouteOptions<RouteRole, unknown>, 'keep' | 'rules' | 'programs' | 'findSession'> & {
  programs?: Programs | undefined
  findSession?: FindSessionFor<unknown> | undefined
  keep?: ((answer: unknown) => unknown) | undefined
  whileClosed?: WhileClosed
  approval?: Approval
}

/** Puts one call of the contract on the server: who may, how often, validation, answer. Nothing else decides these. */
export function route<const E extends Endpoint, const Role extends RouteRole, Found extends SessionRow = SessionRow>(
  app: App,
  endpoint: E,
  options: RouteOptions<Role, CallAnswer<E>, BodyOf<E>, ParamsOf<E>, Found, QueryOf<E>> & Guarded<E, Role>,
  handler: Handler<E, Role, Found>,
): void {
  const name = `${endpoint.method} ${endpoint.path}`
  const {
    role,
    whileClosed = role === 'public' ? 'open' : 'lets out',
    approval = withoutApproval(endpoint, role),
  } = options as unknown as AnyOptions
  const isAgreement = approval === 'given'
  const mayWait = typeof approval === 'function'
  const passwords = fieldsThatAre(newPasswordField, endpoint.body)
  const setsPassword = passwords.length > 0
  let answers: ReadonlySet<ErrorCode> | undefined
  const findAnswers = () => answersOf(endpoint, options, { isAgreement, mayWait, whenClosed: refusalOf(whileClosed), setsPassword })
  const given = handler as unknown as Route['handler']
  const declared: Route = {
    app,
    endpoint,
    name,
    options: options as unknown as AnyOptions,
    limits: limitsOf(options.limit),
    isAgreement,
    mayWait,
    whileClosed,
    rulesFor: rulesOf(app, passwords, options.rules as Asked | undefined),
    handler: options.readsTogether === true ? (request) => readingTogether(() => given(request)) : given,
  }
  app.approvals.register(name, {
    whileClosed,
    approval,
    perform: (user, address, parts) => declared.handler(unattendedRequest(user, address, parts)),
  })
  app.fastify.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    bodyLimit: endpoint.bodyLimit,
    config: { bodyCounts: endpoint.bodyCounts, takesForm: endpoint.takesForm, call: name, answers: () => (answers ??= findAnswers()) },
    schema: describeRoute(endpoint, role, mayWait),
    onRequest: (request, reply) => admit(declared, request, reply),
    handler: (request, reply) => handle(declared, request, reply),
  })
}

/** For a route that declares no approval. An act of administrators must: a wrong type would otherwise let it happen at once. */
function withoutApproval({ method, path }: Endpoint, role: RouteRole): Approval {
  if (role === 'admin' && method !== 'GET') throw new Error(`${method} ${path} does not say whether it waits for a second administrator`)
  return 'none'
}

type Asked = (fields: object, request: object) => unknown

/** The rules about fields that schemas do not know: the service's own, and that of every new password. */
function rulesOf(app: App, passwords: readonly string[], rules: Asked | undefined): Route['rulesFor'] {
  return (user) => (fields, params) =>
    checkAll(
      // Each of them has passed its own schema.
      () => rules?.(fields, { user, params }),
      ...passwords.map((name) => () => typeof fields[name] === 'string' && app.requirePasswordLength(fields[name], name)),
    )
}

/** The request that a handler gets when a call is carried out for an absent user who made it earlier. */
const unattendedRequest = (user: Identity, address: string, parts: CallerParts) => ({
  ...parts,
  user,
  principal: { kind: 'session', user },
  client: unattended(address),
  countAgainst: () => Promise.resolve(),
  forgiveWith: () => {},
})

declare module 'fastify' {
  interface FastifyRequest {
    /** The person: at a screen, or behind a token. */
    identity: Identity | undefined
    principal: Principal | undefined
    /** Time at which they were found, in milliseconds since 1970. */
    admittedAt: number
    /** Read when first asked for (`limit-keys.ts`). */
    credentials: Credentials | undefined
    /** Result of the route's `findSession`. */
    found: SessionRow | undefined
  }
}
