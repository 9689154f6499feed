import { normalizeEmail } from '@twofold/contract/email-address'
import { type RateLimit, type RateLimitName, rateLimits } from '@twofold/contract/limits'
import type { FastifyRequest } from 'fastify'
import { bearerHashOf } from '../crypto/credential-hashes.ts'
import { kindOfProgramToken, programTokenMark } from '../crypto/program-token.ts'
import { canonicalAddress } from './counted-address.ts'
import type { Cookies } from './cookies.ts'
import type { Credentials } from '../identity.ts'
import { ownerIdOf } from '../principal.ts'

/** Counted when the fields are known, because the key or the verdict depends on them. */
export function isCountedLate(name: RateLimitName): boolean {
  const limit: RateLimit = rateLimits[name]
  return limit.per === 'account and address' || limit.per === 'recipient' || limit.afterSuccess !== undefined
}

export function keyOf(name: RateLimitName, request: FastifyRequest, cookies: Cookies, body?: unknown): string {
  const address = canonicalAddress(request.ip)
  const { per }: RateLimit = rateLimits[name]
  if (per === 'user') return request.principal === undefined ? address : ownerIdOf(request.principal)
  if (per === 'recipient') return emailOf(body)
  if (per === 'account and address') return `${emailOf(body)} ${address}`
  if (per === 'address') return address
  return bearerHashOf(readCredentials(request, cookies))?.toString('base64') ?? address
}

/** A token counts in this header and nowhere else, and beside it no cookie does. */
export function readCredentials(request: FastifyRequest, cookies: Cookies): Credentials {
  return (request.credentials ??= findCredentials(request, cookies))
}

function findCredentials(request: FastifyRequest, cookies: Cookies): Credentials {
  const sent = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  // Also one that was cut short: its program reads that the token is wrong, not that somebody has to sign in.
  if (sent?.startsWith(programTokenMark) === true)
    return { bearer: sent, browserHalf: undefined, program: kindOfProgramToken(sent) ?? 'broken' }
  const bearer = sent !== undefined && /^[\w-]{20,200}$/.test(sent) ? sent : undefined
  return { bearer, browserHalf: cookies.readSessionHalf(request) }
}

const emailOf = (body: unknown): string => normalizeEmail(String((body as { email?: unknown }).email))
