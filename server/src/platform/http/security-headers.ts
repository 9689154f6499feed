import type { FastifyInstance } from 'fastify'

/** The policy of everything the application serves; nothing inline gets in (docs/decisions/0016). */
const directives = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'media-src': ["'self'", 'blob:'],
  'frame-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  // The one policy that makes addresses of workers, and lets only our own through (web/src/lib/trusted-script.ts).
  'trusted-types': ['twofold'],
} as const

/** The Content-Security-Policy as one header. */
export const contentSecurityPolicy = Object.entries(directives)
  .map(([name, values]) => `${name} ${values.join(' ')}`)
  .join('; ')

/** Headers of every answer. */
const headers = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(self), clipboard-write=(self), publickey-credentials-get=(self), publickey-credentials-create=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
} as const

/**
 * Sets the headers through Fastify, so that Node.js writes them all at once: a header set directly on the raw answer, as helmet does, is checked and
 * stored separately, and so are all others after it. `isHttps` is evaluated each time, since the address may change while the application runs.
 */
export function addSecurityHeaders(server: FastifyInstance, isHttps: () => boolean): void {
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id)
    if (isHttps()) void reply.header('strict-transport-security', 'max-age=63072000')
    done()
  })
}
