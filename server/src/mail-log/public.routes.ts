import { randomBytes } from 'node:crypto'
import { mailPaths, webhookPaths } from '@twofold/contract/mail-design/mail-paths'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { canonicalAddress } from '../platform/http/counted-address.ts'
import type { App } from '../platform/http/route.ts'
import type { Fetcher, TrackingService } from './feedback/tracking.service.ts'
import type { WebhooksService } from './feedback/webhooks.service.ts'

/** Larger than any batch of events that a provider posts. */
const largestBody = 512 * 1024

/** Input of a page outside the application: the browser's languages, and the nonce for the page's style. */
interface AskedPage {
  languages: string | undefined
  nonce: string
}

interface UnsubscribePages {
  unsubscribePage: (token: string, asked: AskedPage) => string
  /** Answers what makes the page that says so. */
  unsubscribe: (token: string) => Promise<(asked: AskedPage) => string>
}

interface TokenParams {
  Params: { token: string }
}

/**
 * Endpoints for others than our own pages: providers' webhooks, and links in e-mails. The contract leaves them out, because others define them; they
 * are registered apart so that only here every content type is accepted, as bytes.
 */
export async function publicEmailRoutes(
  app: App,
  email: { webhooks: WebhooksService; tracking: TrackingService; preferences: UnsubscribePages },
): Promise<void> {
  await app.fastify.register(async (server) => {
    server.removeAllContentTypeParsers()
    server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBody }, (_request, body, done) => done(null, body))
    server.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      await app.limiter.consume('mail_feedback', canonicalAddress(request.ip), reply)
    })
    const inTurn = <T>(request: FastifyRequest, work: () => Promise<T>) =>
      app.turns.during(app.turns.find(nobody, canonicalAddress(request.ip)), work)
    webhooks(server, email.webhooks, inTurn)
    trackedMail(server, email.tracking, inTurn)
    unsubscribing(server, email.preferences, inTurn)
  })
}

/** Everybody here counts by their address. */
const nobody = { bearer: undefined, browserHalf: undefined }

/** Runs what asks the database when it is the client's turn. */
type InTurn = <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>

/** Documented for people who set up a provider; the provider defines the body. A signature replaces the session. */
const webhook = (summary: string) => ({ schema: { tags: ['E-mail webhooks'], summary, security: [] }, bodyLimit: largestBody })

const hidden = { schema: { hide: true }, bodyLimit: largestBody }

function webhooks(server: FastifyInstance, service: WebhooksService, inTurn: InTurn): void {
  server.post(webhookPaths.ses, webhook('What Amazon SES says of mail, posted and signed by Amazon SNS'), async (request, reply) => {
    await inTurn(request, () => service.takeSes(textOf(request)))
    return reply.type('text/plain').send('ok')
  })
  server.post(webhookPaths.zeptomail, webhook('What ZeptoMail says of mail, with its `producer-signature`'), async (request, reply) => {
    const signature = request.headers['producer-signature']
    await inTurn(request, () => service.takeZeptomail(textOf(request), typeof signature === 'string' ? signature : undefined))
    return reply.type('text/plain').send('ok')
  })
}

function trackedMail(server: FastifyInstance, service: TrackingService, inTurn: InTurn): void {
  const method = ['GET', 'HEAD']
  server.route<TokenParams>({
    method,
    url: `${mailPaths.open}/:token`,
    ...hidden,
    handler: async (request, reply) => {
      await inTurn(request, () => service.open(request.params.token, fetcherOf(request)))
      // Mail programs embed it in foreign pages.
      return reply.type('image/gif').header('cross-origin-resource-policy', 'cross-origin').send(service.pixel)
    },
  })
  server.route<TokenParams>({
    method,
    url: `${mailPaths.click}/:token`,
    ...hidden,
    handler: async (request, reply) =>
      reply.redirect(await inTurn(request, () => service.click(request.params.token, fetcherOf(request))), 302),
  })
}

function unsubscribing(server: FastifyInstance, service: UnsubscribePages, inTurn: InTurn): void {
  // A GET changes nothing, since scanners follow every link of an e-mail. The button, or the mail program on the person's behalf, posts.
  server.get<TokenParams>(`${mailPaths.unsubscribe}/:token`, hidden, async (request, reply) =>
    sendPage(request, reply, (asked) => service.unsubscribePage(request.params.token, asked)),
  )
  server.post<TokenParams>(`${mailPaths.unsubscribe}/:token`, hidden, async (request, reply) => {
    const page = await inTurn(request, () => service.unsubscribe(request.params.token))
    return sendPage(request, reply, page)
  })
}

/** In the language of the browser: the page reveals nothing about the recipient of the e-mail. */
function sendPage({ headers }: FastifyRequest, reply: FastifyReply, page: (asked: AskedPage) => string) {
  const nonce = randomBytes(16).toString('base64')
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('vary', 'accept-language')
    .send(page({ languages: headers['accept-language'], nonce }))
}

const textOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body.toString('utf8') : '')

function fetcherOf({ method, headers }: FastifyRequest): Fetcher {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-purpose']
  return { method, userAgent: headers['user-agent'], purpose: typeof purpose === 'string' ? purpose : undefined }
}
