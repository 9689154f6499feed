import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands between browser and application, as an operator does who deploys a newer version, or whose server is away for a while. */
export type VersionProxy = {
  /** Origin, without a trailing slash. */
  url: string
  passTo(applicationUrl: string): void
  /** From now on the service worker is another one, that says it is of `version` and knows no script named `without`. */
  deploy(version: string, without?: string): void
  /** Answers `path` only after the returned function is called. */
  hold(path: string): () => void
  /** Every request is refused until `comeBack`. */
  goAway(): void
  comeBack(): void
  stop(): Promise<void>
}

export async function startVersionProxy(): Promise<VersionProxy> {
  let target = ''
  let version: string | undefined
  let missing: string | undefined
  let isAway = false
  const held = new Map<string, Promise<void>>()

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const path = incoming.url ?? '/'
    await held.get(path)
    if (isAway) {
      incoming.socket.destroy()
      return
    }
    const headers = { ...incoming.headers }
    // The whole script, as text.
    if (path === '/sw.js') for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name]
    const onward = forward(target + path, { method: incoming.method, headers }, (answer) => {
      void answerWith(path, answer, outgoing)
    })
    onward.on('error', () => incoming.socket.destroy())
    incoming.pipe(onward)
  }

  async function answerWith(path: string, answer: IncomingMessage, outgoing: ServerResponse) {
    if (path !== '/sw.js' || version === undefined || answer.statusCode !== 200) {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      return
    }
    const script = (await answer.setEncoding('utf8').toArray()).join('')
    const named = script.replace(/"version":"\w+"/, `"version":"${version}"`)
    const changed = missing === undefined ? named : named.replace(new RegExp(`"/assets/${missing}-[^"]+",`), '')
    if (changed === script) throw new Error('The service worker names no version.')
    const { 'content-length': _, etag: __, 'last-modified': ___, ...headers } = answer.headers
    outgoing.writeHead(200, headers).end(changed)
  }

  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    passTo: (applicationUrl) => (target = applicationUrl),
    deploy(next, without) {
      version = next
      missing = without
    },
    hold(path) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(path, promise)
      return () => {
        held.delete(path)
        resolve()
      }
    },
    goAway() {
      isAway = true
      server.closeAllConnections()
    },
    comeBack: () => (isAway = false),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
