import { fastify, type FastifyInstance, type RouteOptions } from 'fastify'
import { createJsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod'
import { fail } from '../fail.ts'
import { completeDocument } from './complete-document.ts'
import { writePatternsWhole } from './document-patterns.ts'
import { describeErrors } from './describe-route.ts'

/** The documentation's page starts itself with an inline script and brings styles of its own. Nothing of a request gets into it. */
const documentationPolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** OpenAPI 3.1 at `/api/openapi.json`, made from the contract when somebody first asks for it. Before the routes, which it collects. */
export function serveDocumentation(server: FastifyInstance, about: { name: string; version: string }): void {
  const routes: RouteOptions[] = []
  server.addHook('onRoute', ({ method, url, schema, config }) => {
    if (schema !== undefined && schema.hide !== true) routes.push({ method, url, schema, config: config ?? {}, handler: () => {} })
  })
  let described: Promise<object> | undefined
  const documentOf = () => (described ??= describe(routes, about))
  const hidden = { schema: { hide: true } }
  server.get('/api/openapi.json', hidden, async (_request, reply) => reply.header('cache-control', 'no-cache').send(await documentOf()))

  let page: Promise<FastifyInstance> | undefined
  const makePage = async () => createDocumentationPage(await documentOf())
  const servePage = async (url: string) => (await (page ??= makePage())).inject({ method: 'GET', url })
  for (const url of ['/api/docs', '/api/docs/*']) {
    server.get(url, hidden, async (request, reply) => {
      const answer = await servePage(request.url)
      if (answer.statusCode === 404) throw fail('request.not_found')
      const type = answer.headers['content-type']
      return reply
        .code(answer.statusCode)
        .header('content-security-policy', documentationPolicy)
        .header('cache-control', 'no-cache')
        .headers(answer.headers.location === undefined ? {} : { location: answer.headers.location })
        .type(typeof type === 'string' ? type : 'text/plain')
        .send(answer.rawPayload)
    })
  }
}

/** Uses a server of its own that never listens: the real one would otherwise load the library at every start. */
async function describe(routes: readonly RouteOptions[], about: { name: string; version: string }): Promise<object> {
  const { default: swagger } = await import('@fastify/swagger')
  const server = fastify({ routerOptions: { maxParamLength: 65_536 } })
  server.setValidatorCompiler(() => () => true)
  server.setSerializerCompiler(serializerCompiler)
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${about.name} API`,
        version: about.version,
        description: 'Every call of the application. Errors carry `code`, `message` and, for 422, `errors` by field.',
      },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', description: 'The access_token of a sign-in.' } } },
      security: [{ session: [] }],
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { override: writePatternsWhole } }),
  })
  for (const { schema, config, ...route } of routes) server.route({ ...route, schema: { ...schema, ...describeErrors(config) } })
  await server.ready()
  return completeDocument(server.swagger())
}

async function createDocumentationPage(document: object): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const server = fastify()
  await server.register(scalar, {
    routePrefix: '/api/docs',
    configuration: {
      content: document,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  await server.ready()
  return server
}
