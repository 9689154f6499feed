import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken } from '../crypto/token.ts'
import { answerNotFound } from './problem.ts'
import type { App } from './route.ts'
import { ensureXsrfCookie } from './same-site.ts'
import { contentSecurityPolicy } from './security-headers.ts'

/** What the build writes where a nonce belongs; replaced at each request. */
const noncePlaceholder = '__CSP_NONCE__'

/**
 * Serves the built web application from `folder`: hashed files unchanged for a year, everything else that looks like a page
 * as `index.html`, whose router decides. Unknown paths below `/api`, and unknown files, stay 404.
 */
export async function servePages(app: Pick<App, 'fastify' | 'cookies'>, folder: string): Promise<void> {
  const indexFile = join(folder, 'index.html')
  if (!existsSync(indexFile)) {
    app.fastify.setNotFoundHandler(answerNotFound)
    return
  }
  const index = await readFile(indexFile, 'utf8')

  await app.fastify.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    globIgnore: ['**/index.html', '**/*.{br,gz}'],
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', path.includes(`${folder}/assets/`) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })

  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = newToken(16)
    ensureXsrfCookie(request, reply, app.cookies)
    void reply
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(index.replaceAll(noncePlaceholder, nonce))
  }

  app.fastify.get('/', { schema: { hide: true } }, sendPage)
  app.fastify.setNotFoundHandler((request, reply) => {
    if (isPage(request)) sendPage(request, reply)
    else answerNotFound(request, reply)
  })
}

function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '/'
  const isFile = /\.[a-z0-9]+$/i.test(path)
  return (request.method === 'GET' || request.method === 'HEAD') && !path.startsWith('/api') && !path.startsWith('/assets/') && !isFile
}
