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
  const bearer = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer?.startsWith(programTokenMark) === true)
    return { bearer, browserHalf: undefined, program: kindOfProgramToken(bearer) ?? 'broken' }
  return { bearer, browserHalf: cookies.readSessionHalf(request) }
}

const emailOf = (body: unknown): string => normalizeEmail(String((body as { email?: unknown }).email))
