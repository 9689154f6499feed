import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../fail.ts'
import { canonicalAddress } from './counted-address.ts'
import type { Authentication, Credentials } from '../identity.ts'
import type { App } from './route.ts'

/** Finds the principal of a request, and the maintenance under way. An invalid credential counts against its address. */
export async function findPrincipal(
  app: Pick<App, 'limiter' | 'authenticate' | 'authenticateProgram' | 'explainEnd'>,
  request: FastifyRequest,
  reply: FastifyReply,
  credentials: Credentials,
  kind: Authentication,
) {
  const countRefusal = () => app.limiter.consume('unauthenticated', canonicalAddress(request.ip), reply)
  if (credentials.program !== undefined && credentials.program !== 'broken') {
    const found = await app.authenticateProgram(credentials.bearer, { ...kind, kind: credentials.program, address: request.ip })
    if (!(found instanceof AppError)) return found
    if (found.status === 401) await countRefusal()
    throw found
  }
  const user = await app.authenticate(credentials, kind)
  if (user !== undefined) return { principal: { kind: 'session', user } as const, closure: user.closure }
  await countRefusal()
  throw await app.explainEnd(credentials)
}
