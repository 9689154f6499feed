import { Agent, request as startRequest } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { PinnedHosts } from './pinned-host.ts'

/** Milliseconds. */
export interface HttpsTimeouts {
  connect: number
  response: number
}

const defaultTimeouts: HttpsTimeouts = { connect: 5_000, response: 30_000 }
/** An idle connection is given up before servers use to, so that a request hardly ever meets one that is just being closed. */
const idleMilliseconds = 4_000
const largestResponse = 256 * 1024

export interface HttpsRequest {
  url: URL
  method: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  signal: AbortSignal
}

export interface HttpsResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** No complete answer came. `wasSent`: the other side may have got the request. */
export class HttpsError extends Error {
  override name = 'HttpsError'
  readonly code: string
  readonly wasSent: boolean

  constructor(message: string, code: string, wasSent: boolean, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.wasSent = wasSent
  }
}

export interface HttpsClient {
  /** One request, one answer, whatever its status; redirects are not followed. Throws an HttpsError. */
  exchange(request: HttpsRequest): Promise<HttpsResponse>
  close(): void
}

/** Calls other servers: only by HTTPS, only checked hosts, bounded in time and size. `ca`: trusted instead of the public ones. */
export function createHttpsClient(deps: { hosts: PinnedHosts; ca?: string; timeouts?: HttpsTimeouts }): HttpsClient {
  const { hosts, timeouts = defaultTimeouts } = deps
  const agent = new Agent({
    keepAlive: true,
    timeout: idleMilliseconds,
    lookup: hosts.lookup,
    ...(deps.ca === undefined ? {} : { ca: deps.ca }),
  })

  async function exchange({ url, method, headers, body, signal }: HttpsRequest): Promise<HttpsResponse> {
    if (url.protocol !== 'https:') throw new HttpsError('Only HTTPS is used.', 'EPROTOCOL', false)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // Agents look up names only, so an address is checked here.
    if (isIP(host) !== 0) await hosts.addressesOf(host).catch((error: unknown) => notConnected(error))

    let wasSent = false
    const { promise, resolve, reject } = Promise.withResolvers<HttpsResponse>()
    const fail = (message: string, code: string, cause?: unknown) => reject(new HttpsError(message, code, wasSent, { cause }))
    const request = startRequest(url, { agent, method, headers: { ...headers }, signal }, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > largestResponse) {
          fail(`${host} answered too much.`, 'ETOOLARGE')
          request.destroy()
        } else chunks.push(chunk)
      })
      response.once('error', (error: NodeJS.ErrnoException) => fail(error.message, error.code ?? 'ECONNRESET', error))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }))
    })

    let timer = setTimeout(stop, timeouts.connect, 'connection')
    function stop(missing: 'connection' | 'answer') {
      fail(`There was no ${missing} within the time allowed.`, 'ETIMEDOUT')
      request.destroy()
    }
    function connected() {
      wasSent = true // or about to be: from here on nobody knows what the other side has
      clearTimeout(timer)
      timer = setTimeout(stop, timeouts.response, 'answer')
    }
    request.once('socket', (socket) => {
      if (request.reusedSocket) connected()
      else (socket as TLSSocket).once('secureConnect', connected)
    })
    request.once('error', (error: NodeJS.ErrnoException) => fail(error.message, error.code ?? error.name, error))
    request.end(body)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
  }

  return { exchange, close: () => agent.destroy() }
}

function notConnected(error: unknown): never {
  const { message, code } = error as NodeJS.ErrnoException
  throw new HttpsError(message, code ?? 'ENOTFOUND', false, { cause: error })
}
