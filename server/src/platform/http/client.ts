import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken } from '../crypto/token.ts'
import { canonicalAddress } from './counted-address.ts'
import type { Cookies } from './cookies.ts'
import type { Client, Credentials } from '../identity.ts'
import { isBrowser } from './same-site.ts'

/** A token makes a program of whatever sends it, also of a page: it gets no cookies. */
export function readClient(request: FastifyRequest, reply: FastifyReply, cookies: Cookies, { program }: Credentials): Client {
  let device = cookies.readDevice(request)
  const inBrowser = program === undefined && isBrowser(request)
  return {
    address: request.ip,
    network: canonicalAddress(request.ip),
    userAgent: request.headers['user-agent']?.slice(0, 500),
    languages: request.headers['accept-language'],
    isBrowser: inBrowser,
    device() {
      if (!inBrowser) return undefined
      if (device === undefined || !/^[\w-]{43}$/.test(device)) device = newToken()
      cookies.setDevice(reply, device)
      return device
    },
  }
}
