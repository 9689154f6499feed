import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOutboundClient, type OutboundTimeouts } from '../outbound/outbound-client.ts'
import { createPinnedHosts } from '../outbound/pinned-host.ts'
import { sharedCertificate } from './make-certificate.ts'

export interface SunkRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** `drop`: breaks the connection after the request was read. `silent`: never answers. */
export type SinkAnswer = { status: number; headers?: Record<string, string>; body: unknown } | 'drop' | 'silent'

export type HttpsSink = Awaited<ReturnType<typeof startHttpsSink>>

/** An HTTPS server on the loopback interface with the given answers, which records requests. Close it when done. */
export async function startHttpsSink(answer: (request: SunkRequest) => SinkAnswer | Promise<SinkAnswer>) {
  const certificate = sharedCertificate()
  const requests: SunkRequest[] = []
  const server = createServer(certificate, (request, response) => void handle(request, response))
  server.on('tlsClientError', () => {}) // a client that does not trust us is a test's purpose

  async function handle(incoming: IncomingMessage, response: ServerResponse) {
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: await text(incoming),
    }
    requests.push(request)
    const said = await answer(request)
    if (said === 'drop') incoming.socket.destroy()
    else if (said !== 'silent') {
      const body = typeof said.body === 'string' ? said.body : JSON.stringify(said.body)
      response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers }).end(body)
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    origin: `https://localhost:${port}`,
    port,
    ca: certificate.cert,
    requests,
    /** A client that trusts this server and may reach it. Close it when done. */
    client: (timeouts?: OutboundTimeouts) =>
      createOutboundClient({
        hosts: createPinnedHosts({ allowed: ['localhost'] }),
        ca: certificate.cert,
        ...(timeouts === undefined ? {} : { timeouts }),
      }),
    async close() {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
