import type { FastifyReply, FastifyRequest } from 'fastify'
import { constantTimeEqual, newToken } from '../crypto/token.ts'
import { fail } from '../fail.ts'
import type { Cookies } from './cookies.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Only browsers send these headers; a program that sends them is treated as a browser. */
export function isBrowser(request: FastifyRequest): boolean {
  return request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined
}

/** Browsers let no page say this of itself. */
export const isFromExtension = ({ headers }: FastifyRequest): boolean => /^(chrome|moz)-extension:\/\//.test(headers.origin ?? '')

/**
 * Refuses writes that a browser makes for another site: by `Sec-Fetch-Site` where it is sent, else by `Origin`, and by the
 * cookie and header pair, which only our own pages can match. Programs send none of these and are not asked.
 */
export function requireSameSite(request: FastifyRequest, cookies: Cookies, appUrl: string): void {
  if (safeMethods.has(request.method) || !isBrowser(request)) return
  const site = request.headers['sec-fetch-site']
  const fromOwnPage = site === undefined ? isOwnOrigin(request, appUrl) : site === 'same-origin'
  if (!fromOwnPage) throw fail('request.cross_site')
  const cookie = cookies.readXsrf(request)
  const header = request.headers['x-xsrf-token']
  if (cookie === undefined || typeof header !== 'string' || !constantTimeEqual(cookie, header)) throw fail('request.xsrf')
}

function isOwnOrigin(request: FastifyRequest, appUrl: string): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return false
  return origin === appUrl || origin === `${request.protocol}://${host ?? ''}`
}

/** Gives a browser its half of the pair with the first page or answer it loads. */
export function ensureXsrfCookie(request: FastifyRequest, reply: FastifyReply, cookies: Cookies): void {
  if (request.method === 'GET' && cookies.readXsrf(request) === undefined) cookies.setXsrf(reply, newToken(24))
}
