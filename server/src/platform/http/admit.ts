import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../fail.ts'
import { type Closure, requireOpen } from '../maintenance.ts'
import { canonicalAddress } from './counted-address.ts'
import { findPrincipal } from './find-principal.ts'
import { type Credentials, type FindSession, requireStage, requireUnlocked } from '../identity.ts'
import { keyOf, readCredentials } from './limit-keys.ts'
import { ownerIdOf, type Principal } from '../principal.ts'
import { requireDeclared, requireScope } from './programs.ts'
import type { Route } from './route.ts'
import { ensureXsrfCookie, isBrowser, isFromExtension, requireSameSite } from './same-site.ts'
import { readingTogether } from '../shared-reads.ts'
import { readQuery } from './validate.ts'

/** Milliseconds for which an admission counts. A client can send its body slowly, and rights end with the next call. */
const admittedFor = 1000

/** Calls without a session that were refused count against the address they come from. */
export const countsFailures = ({ endpoint, options }: Route): boolean => options.role === 'public' && endpoint.method !== 'GET'

/** The first stage, before the body is read: where the request comes from, how often, who asks, and whether they may. */
export async function admit(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { app } = route
  reply.header('cache-control', 'no-store')
  const credentials = readCredentials(request, app.cookies)
  await requireOrigin(route, credentials, request, reply)
  if (countsFailures(route)) await app.limiter.consume('public_failures', canonicalAddress(request.ip), reply, { isQuiet: true })
  await count(route, route.limits.inMemory, request, reply)
  const caller = app.turns.find(credentials, canonicalAddress(request.ip))
  if (caller.isKnown) await count(route, route.limits.ofSession, request, reply)
  await app.turns.during(caller, async () => {
    if (route.options.role === 'public') return admitAnybody(route, request, reply)
    await count(route, route.limits.inDatabase, request, reply)
    const principal = await admitCaller(route, credentials, request, reply)
    app.turns.remember(caller, ownerIdOf(principal))
    if (!caller.isKnown) await count(route, route.limits.ofSession, request, reply)
    const key = ownerIdOf(principal)
    const ofPrincipal = route.limits.ofPrincipal.map((name) => ({ name, key }))
    await route.limits.consume(app.limiter, ofPrincipal, reply)
  })
  caller.isOver = true
}

/** Once the body is there: the caller may have been signed out, demoted or deactivated since. */
export async function admitAgain(route: Route, credentials: Credentials, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.principal === undefined || route.app.clock.now() - request.admittedAt < admittedFor) return
  await admitCaller(route, credentials, request, reply)
}

/** Finds the caller, who has to be one that the call admits. */
async function admitCaller(route: Route, credentials: Credentials, request: FastifyRequest, reply: FastifyReply): Promise<Principal> {
  const admittedAt = route.app.clock.now()
  const { principal, closure } = await findCaller(route, credentials, request, reply)
  requireAdmitted(route, principal, closure)
  Object.assign(request, { principal, identity: principal.user, admittedAt })
  return principal
}

/** A browser has to be on our own page; a token has to be one that the call lets in. */
async function requireOrigin({ app, endpoint, options }: Route, { program }: Credentials, request: FastifyRequest, reply: FastifyReply) {
  if (program === undefined) {
    // Calls that take forms are those of OAuth: for programs, whatever a browser's session may do.
    if (!endpoint.takesForm || !isFromExtension(request)) requireSameSite(request, app.cookies, app.appUrl)
    if (isBrowser(request)) ensureXsrfCookie(request, reply, app.cookies)
  } else if (program === 'broken') {
    await app.limiter.consume('unauthenticated', canonicalAddress(request.ip), reply)
    throw fail('tokens.invalid')
  } else requireDeclared(program, options.programs)
}

async function count({ app, limits }: Route, names: Route['limits']['inMemory'], request: FastifyRequest, reply: FastifyReply) {
  const counts = names.map((name) => ({ name, key: keyOf(name, request, app.cookies) }))
  await limits.consume(app.limiter, counts, reply)
}

/** Counts and looks for maintenance in one round trip. */
async function admitAnybody(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { app, limits, options } = route
  const [, closure] = await readingTogether(() =>
    Promise.all([count(route, limits.inDatabase, request, reply), options.duringMaintenance === true ? null : app.findClosure()]),
  )
  requireOpen(closure, undefined, app.clock.now())
}

/** Finds the caller. The route's own read may travel with the session's. */
function findCaller({ app, endpoint, options }: Route, credentials: Credentials, request: FastifyRequest, reply: FastifyReply) {
  const { findSession } = options
  const find: FindSession | undefined =
    findSession && (async (hash, now, by) => (request.found = await findSession(hash, now, by, readQuery(endpoint, request))))
  return findPrincipal(app, request, reply, credentials, { isPoll: options.isPoll ?? false, isRead: endpoint.method === 'GET', find })
}

/** Whether the caller may call: during maintenance, at this stage of signing in, with this role and this scope. */
function requireAdmitted({ app, options }: Route, principal: Principal, closure: Closure | null): void {
  const { user } = principal
  if (options.duringMaintenance !== true) requireOpen(closure, user?.role, app.clock.now())
  if (user !== undefined) {
    requireStage(user.stage, options.stages)
    if (options.whileLocked !== true) requireUnlocked(user.isLocked)
  }
  if (options.role === 'admin' && user?.role !== 'admin') throw fail('auth.forbidden')
  requireScope(principal, options.programs)
}
