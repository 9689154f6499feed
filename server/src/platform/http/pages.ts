import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerNotFound } from './problem.ts'
import type { App } from './route.ts'
import { ensureXsrfCookie } from './same-site.ts'

const anyPage = 'index.html'

/**
 * Serves the built web application from `folder`: hashed files unchanged for a year, everything else that looks like a page as
 * `index.html`, whose router decides. A screen may have a page of its own, `admin/users.html` for `/admin/users`, that is the same but
 * names the scripts of that screen. Unknown paths below `/api`, and unknown files, stay 404. Of files with `.br` or `.gz` beside them
 * these are sent.
 */
export async function servePages(app: Pick<App, 'fastify' | 'cookies'>, folder: string): Promise<void> {
  if (!existsSync(join(folder, anyPage))) {
    app.fastify.setNotFoundHandler(answerNotFound)
    return
  }
  const { pages, files } = await findFiles(folder)

  await app.fastify.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', path.includes(`${folder}/assets/`) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })

  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    ensureXsrfCookie(request, reply, app.cookies)
    return reply.sendFile(pages.get(pathOf(request)) ?? anyPage)
  }

  app.fastify.get('/', { schema: { hide: true } }, sendPage)
  // One route for all files: a route per file would take a tenth of the start.
  app.fastify.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: (request, reply) => {
      const file = files.get(pathOf(request))
      return file === undefined ? reply.callNotFound() : reply.sendFile(file)
    },
  })
  app.fastify.setNotFoundHandler((request, reply) => {
    if (isPage(request)) sendPage(request, reply)
    else answerNotFound(request, reply)
  })
}

/** Files that may be sent, by URL path: a page for every screen that has one, and their assets. */
async function findFiles(folder: string): Promise<Record<'pages' | 'files', Map<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  const isPageFile = (name: string) => name.endsWith('.html')
  const isFile = (name: string) => !/\.(html|br|gz)$/.test(name)
  return {
    pages: new Map(names.filter(isPageFile).map((name) => [`/${name.slice(0, -'.html'.length)}`, name])),
    files: new Map(names.filter(isFile).map((name) => [`/${encodeURI(name)}`, name])),
  }
}

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? '/'

function isPage(request: FastifyRequest): boolean {
  const path = pathOf(request)
  const isFile = /\.[a-z0-9]+$/i.test(path)
  return (request.method === 'GET' || request.method === 'HEAD') && !path.startsWith('/api') && !path.startsWith('/assets/') && !isFile
}
