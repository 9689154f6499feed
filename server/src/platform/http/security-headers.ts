import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** The policy of everything the application serves but its pages, which add a nonce for styles (`pages.ts`). */
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

/** The Content-Security-Policy as one header; `nonce` lets the page's own style elements in. */
export function contentSecurityPolicy(nonce?: string): string {
  return Object.entries(directives)
    .map(([name, values]) => {
      const extra = name === 'style-src' && nonce !== undefined ? ` 'nonce-${nonce}'` : ''
      return `${name} ${values.join(' ')}${extra}`
    })
    .join('; ')
}

export async function addSecurityHeaders(server: FastifyInstance, isHttps: boolean): Promise<void> {
  const policy = contentSecurityPolicy()
  await server.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: isHttps ? { maxAge: 63_072_000, includeSubDomains: false } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', policy)
    reply.header(
      'permissions-policy',
      'camera=(self), clipboard-write=(self), publickey-credentials-get=(self), publickey-credentials-create=(self), geolocation=(), microphone=(), payment=(), usb=()',
    )
  })
}
