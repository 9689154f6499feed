import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Cookies {
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

/** HttpOnly: the half of a browser's session that scripts cannot read. */
const sessionName = 'twofold_session'
/** HttpOnly: by which a browser is known again when it signs in. Opens nothing. */
const deviceName = 'twofold_device'
/** Readable: sent back in a header by our own pages, which other sites cannot do. */
const xsrfName = 'XSRF-TOKEN'

/** The `__Host-` prefix, which keeps other hosts of the domain from setting the cookie, needs Secure. Asked each time: the address may change. */
export function createCookies(isSecure: () => boolean): Cookies {
  const named = (name: string) => (isSecure() ? `__Host-${name}` : name)
  const common = () => ({ path: '/', secure: isSecure(), sameSite: 'strict' }) as const
  return {
    readSessionHalf: (request) => request.cookies[named(sessionName)],
    setSessionHalf(reply, value, maxAge) {
      reply.setCookie(named(sessionName), value, { ...common(), httpOnly: true, ...(maxAge === undefined ? {} : { maxAge }) })
    },
    clearSessionHalf(reply) {
      reply.clearCookie(named(sessionName), { ...common(), httpOnly: true })
    },
    readXsrf: (request) => request.cookies[xsrfName],
    setXsrf(reply, value) {
      reply.setCookie(xsrfName, value, { ...common(), httpOnly: false })
    },
    readDevice: (request) => request.cookies[named(deviceName)],
    setDevice(reply, value) {
      reply.setCookie(named(deviceName), value, { ...common(), httpOnly: true, maxAge: deviceMaxAge })
    },
  }
}
