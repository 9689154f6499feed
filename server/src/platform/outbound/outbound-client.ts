import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request as startRequest } from 'node:https'
import { isIP } from 'node:net'
import { getBuiltinModule } from 'node:process'
import type { TLSSocket } from 'node:tls'
import { speak } from '../spoken.ts'
import { asPart, currentTraceparent } from '../tracing/tracing.ts'
import type { PinnedHosts } from './pinned-host.ts'

/** Milliseconds. */
export interface OutboundTimeouts {
  connect: number
  response: number
}

const defaultTimeouts: OutboundTimeouts = { connect: 5_000, response: 30_000 }
/** An idle connection is given up before servers use to, so that a request hardly ever meets one that is just being closed. */
const idleMilliseconds = 4_000
const largestResponse = 256 * 1024 // bytes

export interface OutboundRequest {
  url: URL
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Bytes that the answer may have; 256 KiB unless said otherwise. */
  largest?: number
  /** Whether the trace context is sent to the other side. */
  propagatesTrace?: boolean
  signal: AbortSignal
}

export interface OutboundResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** No complete answer came. `wasSent`: the other side may have got the request. */
export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly code: string
  readonly wasSent: boolean

  constructor(message: string, code: string, wasSent: boolean, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.wasSent = wasSent
  }
}

export interface OutboundClient {
  /** One request, one answer, whatever its status; redirects are not followed. Throws an OutboundError. */
  exchange(request: OutboundRequest): Promise<OutboundResponse>
  close(): void
}

/**
 * Calls other servers: only by HTTPS, only checked hosts, bounded in time and size, without a proxy of the environment. `ca`: trusted instead of
 * the public ones. `plainOrigin`: the one origin that may be asked without TLS.
 */
export function createOutboundClient(deps: {
  hosts: PinnedHosts
  ca?: string
  timeouts?: OutboundTimeouts
  plainOrigin?: string
}): OutboundClient {
  const { hosts, timeouts = defaultTimeouts, plainOrigin } = deps
  const options = { keepAlive: true, timeout: idleMilliseconds, lookup: hosts.lookup }
  const agent = new Agent({ ...options, ...(deps.ca === undefined ? {} : { ca: deps.ca }) })
  // Not imported: an import reads every export, and one of them loads an HTTP client of 9 MB (docs/decisions/0100).
  const plain = plainOrigin === undefined ? undefined : getBuiltinModule('node:http')
  const plainAgent = plain && new plain.Agent(options)

  async function exchangeOnce({
    url,
    method,
    headers,
    body,
    signal,
    largest = largestResponse,
  }: OutboundRequest): Promise<OutboundResponse> {
    const isPlain = plain !== undefined && url.protocol === 'http:' && url.origin === plainOrigin
    if (url.protocol !== 'https:' && !isPlain) throw new OutboundError(speak('delivery.only_https'), 'EPROTOCOL', false)
    if (url.username !== '' || url.password !== '') throw new OutboundError('An address may not hold a password.', 'ECREDENTIALS', false)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // Agents look up names only, so an address is checked here.
    if (isIP(host) !== 0) await hosts.addressesOf(host).catch((error: unknown) => notConnected(error))

    let wasSent = false
    const { promise, resolve, reject } = Promise.withResolvers<OutboundResponse>()
    const fail = (message: string, code: string, cause?: unknown) => reject(new OutboundError(message, code, wasSent, { cause }))
    const start = isPlain ? plain.request : startRequest
    const request = start(url, { agent: isPlain ? plainAgent : agent, method, headers: { ...headers }, signal }, (response) => {
      const { statusCode: status = 0, headers: answered } = response
      // Complete with its headers. A body that some servers send anyway only breaks the connection.
      if (method === 'HEAD') resolve({ status, headers: answered, body: Buffer.alloc(0) })
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > largest) {
          fail(`${host} answered too much.`, 'ETOOLARGE')
          request.destroy()
        } else chunks.push(chunk)
      })
      response.once('error', (error: NodeJS.ErrnoException) => fail(error.message, error.code ?? 'ECONNRESET', error))
      response.once('end', () => resolve({ status, headers: answered, body: Buffer.concat(chunks) }))
    })

    let timer = setTimeout(stop, timeouts.connect, 'connection')
    function stop(missing: 'connection' | 'answer') {
      fail(`There was no ${missing} within the time allowed.`, 'ETIMEDOUT')
      request.destroy()
    }
    function connected() {
      wasSent = true // sent or about to be: from here on its effect at the other side is unknown
      clearTimeout(timer)
      timer = setTimeout(stop, timeouts.response, 'answer')
    }
    request.once('socket', (socket) => {
      if (request.reusedSocket) connected()
      else (socket as TLSSocket).once(isPlain ? 'connect' : 'secureConnect', connected)
    })
    request.once('error', (error: NodeJS.ErrnoException) => fail(error.message, error.code ?? error.name, error))
    request.end(body)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    exchange: (request) => traced(request, exchangeOnce),
    close() {
      agent.destroy()
      plainAgent?.destroy()
    },
  }
}

/** Paths, queries and headers are in no trace: they may hold what opens something. */
function traced(request: OutboundRequest, exchange: OutboundClient['exchange']): Promise<OutboundResponse> {
  const { method, url, headers } = request
  const attributes = { 'http.request.method': method, 'server.address': url.hostname }
  return asPart({ name: method, kind: 'client', attributes }, async (span) => {
    const traceparent = request.propagatesTrace === true ? currentTraceparent() : undefined
    const answer = await exchange(traceparent === undefined ? request : { ...request, headers: { ...headers, traceparent } })
    span?.set({ 'http.response.status_code': answer.status })
    if (answer.status >= 400) span?.fail(String(answer.status))
    return answer
  })
}

function notConnected(error: unknown): never {
  const { message, code } = error as NodeJS.ErrnoException
  throw new OutboundError(message, code ?? 'ENOTFOUND', false, { cause: error })
}
