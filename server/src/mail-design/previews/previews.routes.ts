import { previewPath } from '@twofold/contract/mail-design/previews'
import { canonicalAddress } from '../../platform/http/counted-address.ts'
import type { App } from '../../platform/http/route.ts'
import { inScheme } from './fix-color-scheme.ts'
import { wordsFor } from '../languages/languages.ts'
import type { PreviewsService } from './previews.service.ts'

/**
 * A preview is inert: it runs nothing, loads nothing but embedded images, and has an opaque origin, so that it reaches neither the application nor
 * its storage, in a frame or in a tab of its own.
 */
const previewPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

/** Drawn by no page of ours, so in what the browser would like to read (decision 0111). */
function gone(languages: string | undefined): string {
  const { language, words } = wordsFor(languages)
  const { title, text } = words.previewGone
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head><body><p>${text}</p></body></html>`
}

export function previewsRoutes(app: App, previews: PreviewsService): void {
  app.fastify.get<{ Params: { token: string }; Querystring: { scheme?: unknown } }>(
    `${previewPath}/:token`,
    { schema: { hide: true }, onRequest: async (request, reply) => app.limiter.consume('public', canonicalAddress(request.ip), reply) },
    async (request, reply) => {
      const html = await previews.open(request.params.token, app.cookies.readSessionHalf(request))
      return (
        reply
          .code(html === undefined ? 404 : 200)
          .type('text/html; charset=utf-8')
          .header('content-security-policy', previewPolicy)
          .header('x-frame-options', 'SAMEORIGIN')
          // A document of no origin may not ask for a group of its own.
          .header('cross-origin-opener-policy', 'unsafe-none')
          .header('cache-control', 'no-store')
          .send(html === undefined ? gone(request.headers['accept-language']) : inScheme(html, request.query.scheme))
      )
    },
  )
}
