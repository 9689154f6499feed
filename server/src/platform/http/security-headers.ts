import helmet from '@fastify/helmet'
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

export async function addSecurityHeaders(server: FastifyInstance, isHttps: () => boolean): Promise<void> {
  await server.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: false, // below, since the address may change while the application runs
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', contentSecurityPolicy)
    if (isHttps()) reply.header('strict-transport-security', 'max-age=63072000')
    reply.header(
      'permissions-policy',
      'camera=(self), clipboard-write=(self), publickey-credentials-get=(self), publickey-credentials-create=(self), geolocation=(), microphone=(), payment=(), usb=()',
    )
  })
}
