import { type RateLimitName, rateLimits } from '@twofold/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { WaitingAnswer } from '../approval.ts'
import { asCause } from '../work-origin.ts'
import { fail } from '../fail.ts'
import { HeldAnswer } from '../held-answer.ts'
import { asJudged, HasToWait } from '../judge-again.ts'
import { admitAgain, countsFailures } from './admit.ts'
import { audited } from './audited.ts'
import { canonicalAddress } from './counted-address.ts'
import { Download } from './download.ts'
import { readClient } from './client.ts'
import type { Credentials } from '../identity.ts'
import { keyOf, readCredentials } from './limit-keys.ts'
import { ownerIdOf } from '../principal.ts'
import { requireBoundKey } from './programs.ts'
import type { RequestContext, Route } from './route.ts'
import { readIdempotencyKey, runOnce } from './run-once.ts'
import { sendAnswer } from './send-answer.ts'
import { validate } from './validate.ts'

interface Parts {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** The last stage, in the caller's turn: validates, does what the call does, once, and sends the answer. */
export async function handle(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { app } = route
  const credentials = readCredentials(request, app.cookies)
  const caller = app.turns.find(credentials, canonicalAddress(request.ip), request.principal && ownerIdOf(request.principal))
  let made = await app.turns.during(caller, () => asCause(request.id, () => make(route, request, reply, credentials)))
  if (made instanceof HeldAnswer) {
    const held = made
    // While it waits it has no turn, and holds no connection.
    if (await isGoneBefore(held, reply)) return reply.hijack()
    made = await app.turns.during(caller, () => asCause(request.id, held.answer))
  }
  if (countsFailures(route)) await app.limiter.giveBack('public_failures', canonicalAddress(request.ip))
  return sendAnswer(reply, made, { status: route.endpoint.status, caller })
}

/** Waits for the answer; true when the client went first. */
async function isGoneBefore(held: HeldAnswer<unknown>, reply: FastifyReply): Promise<boolean> {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  // The client may have gone while the answer was being made.
  if (reply.raw.destroyed) gone.abort()
  await held.until(gone.signal)
  return gone.signal.aborted
}

async function make(route: Route, request: FastifyRequest, reply: FastifyReply, credentials: Credentials): Promise<unknown> {
  const { app, limits } = route
  await admitAgain(route, credentials, request, reply)
  const checked = validate(route.endpoint, request, route.rulesFor(request.identity))
  const parts: Parts = checked instanceof Promise ? await checked : checked
  await requireRights(route, request, parts)
  const late = limits.late.map((name) => ({ name, key: keyOf(name, request, app.cookies, parts.body) }))
  await limits.consume(app.limiter, late, reply)
  let left = late
  const forgiveWith: RequestContext['forgiveWith'] = (tx) => {
    // A count in memory would stay forgiven if the commit failed.
    left = late.filter(({ name }) => !rateLimits[name].shared)
    const stored = late.filter((count) => !left.includes(count))
    tx.writeAtEnd(() => app.limiter.forgive(stored, tx.db))
  }
  const attempt = () => perform(route, request, parts, { ...contextOf(route, request, reply, credentials), forgiveWith })
  const done = await attempt().catch((error: unknown) => {
    // Nothing has happened yet: it is asked for instead.
    if (error instanceof HasToWait) return attempt()
    throw error
  })
  if (!(done instanceof WaitingAnswer)) await app.limiter.forgive(left)
  if (done instanceof Download) done.readWhile(() => admitAgain(route, credentials, request, reply))
  return done
}

/** Checks the principal's rights to these parts: bound keys, a closed account, the PIN, and the second factor of an approver. */
async function requireRights(
  { app, endpoint, options, isAgreement, whileClosed }: Route,
  request: FastifyRequest,
  parts: Parts,
): Promise<void> {
  const { principal, identity } = request
  const noteOutside = (tokenId: string) => app.noteOutsideOfKeys(tokenId, canonicalAddress(request.ip))
  if (principal?.token !== undefined) await requireBoundKey(principal, endpoint, parts.params, noteOutside)
  if (identity !== undefined) await app.requireOpen(identity, whileClosed)
  const needsPin = options.needsPin === true || isAgreement || (principal?.token !== undefined && options.programs?.needsPin === true)
  if (needsPin && typeof identity?.pinUntil !== 'number') throw fail('pin.required')
  if (isAgreement && typeof identity?.factorUntil !== 'number') throw fail('factors.proof_required')
}

/** The call asks its person for a proof first: the password, whose guesses are counted, or the PIN. */
const wantsProof = ({ limit, needsPin }: Route['options']): boolean => needsPin === true || [limit].flat().includes('own_password')

/**
 * The call does what would stay if the session or token had ended meanwhile: an administrator's act; what makes a way in, a token, or access for others;
 * and whatever its person has to prove themselves for, such as another address or a yes to a program.
 */
const lasts = ({ endpoint, options, whileClosed }: Route): boolean => {
  if (endpoint.method === 'GET' || options.locksCaller === true) return false
  if (options.role === 'admin') return true
  return options.role === 'user' && (whileClosed === 'makes a way in' || whileClosed === 'lets out' || wantsProof(options))
}

/** Does the call, or asks for it where it has to wait for somebody else's agreement. */
async function perform(route: Route, request: FastifyRequest, parts: Parts, context: RequestContext): Promise<unknown> {
  const { app, endpoint, options, name } = route
  const { identity, principal, found } = request
  const held = <T>(work: () => Promise<T>) => (principal?.user !== undefined && lasts(route) ? app.whileSignedIn(principal, work) : work())
  const audit = <T>(work: () => Promise<T>) => audited(app, endpoint, options, request, parts, () => held(work))
  const judged = identity && (await app.approvals.consider(name, parts, identity))
  if (identity && judged && 'act' in judged) {
    const ask = audit(() => app.approvals.ask(name, judged, identity, request.ip))
    return new WaitingAnswer(await ask())
  }
  const atOnce = judged && 'judgeAgain' in judged ? judged : undefined
  const act = () => route.handler({ ...parts, ...atOnce?.parts, user: identity, principal, found, ...context })
  const work = audit(async () => (route.mayWait ? asJudged(atOnce?.judgeAgain, act) : act()))
  return runOnce(app.idempotency, endpoint, request, parts.body, work, options.keep)
}

function contextOf(
  { app, endpoint, limits }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  credentials: Credentials,
): Omit<RequestContext, 'forgiveWith'> {
  return {
    client: readClient(request, reply, app.cookies, credentials),
    credentials,
    idempotencyKey: endpoint.idempotent === 'by itself' ? readIdempotencyKey(request) : undefined,
    countAgainst: (name: RateLimitName, key: string) => limits.consume(app.limiter, [{ name, key }], reply),
    setSessionHalf: (value, maxAge) =>
      value === undefined ? app.cookies.clearSessionHalf(reply) : app.cookies.setSessionHalf(reply, value, maxAge),
  }
}
