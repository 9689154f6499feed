import type { FastifyReply, FastifyRequest } from 'fastify'

export interface CookieNames {
  /** HttpOnly: the half of a browser's session that scripts cannot read. */
  session: string
  /** Readable: sent back in a header by our own pages, which other sites cannot do. */
  xsrf: string
  /** HttpOnly: by which a browser is known again when it signs in. Opens nothing. */
  device: string
}

export interface Cookies {
  names: CookieNames
  readSessionHalf(request: FastifyRequest): string | undefined
  /** `maxAge` in seconds; absent: until the browser closes. */
  setSessionHalf(reply: FastifyReply, value: string, maxAge?: number): void
  clearSessionHalf(reply: FastifyReply): void
  readXsrf(request: FastifyRequest): string | undefined
  setXsrf(reply: FastifyReply, value: string): void
  readDevice(request: FastifyRequest): string | undefined
  setDevice(reply: FastifyReply, value: string): void
}

/** Seconds that a browser keeps its mark: longer than anybody remembers it. */
const deviceMaxAge = 400 * 24 * 60 * 60

/** The `__Host-` prefix, which keeps other hosts of the domain from setting the cookie, needs Secure. */
export function createCookies(secure: boolean): Cookies {
  const prefix = secure ? '__Host-' : ''
  const names: CookieNames = { session: `${prefix}twofold_session`, device: `${prefix}twofold_device`, xsrf: 'XSRF-TOKEN' }
  const common = { path: '/', secure, sameSite: 'strict' } as const
  return {
    names,
    readSessionHalf: (request) => request.cookies[names.session],
    setSessionHalf(reply, value, maxAge) {
      reply.setCookie(names.session, value, { ...common, httpOnly: true, ...(maxAge === undefined ? {} : { maxAge }) })
    },
    clearSessionHalf(reply) {
      reply.clearCookie(names.session, { ...common, httpOnly: true })
    },
    readXsrf: (request) => request.cookies[names.xsrf],
    setXsrf(reply, value) {
      reply.setCookie(names.xsrf, value, { ...common, httpOnly: false })
    },
    readDevice: (request) => request.cookies[names.device],
    setDevice(reply, value) {
      reply.setCookie(names.device, value, { ...common, httpOnly: true, maxAge: deviceMaxAge })
    },
  }
}
