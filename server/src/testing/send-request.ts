import { buffer } from 'node:stream/consumers'
import { Agent, type IncomingMessage, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** Connections are kept, as a browser keeps them; an idle one keeps no worker from ending. */
const agent = new Agent({ keepAlive: true })

/** Default headers of `fetch`, without accept-encoding: a test about that sets it. */
const ownHeaders = { accept: '*/*', 'accept-language': '*', 'user-agent': 'node' }

export interface SentRequest {
  headers?: Record<string, string>
  body?: string | undefined
  signal?: AbortSignal | undefined
}

/**
 * A cheaper `fetch` without redirects, at a third of its processor time: tests send a hundred thousand requests. The text of an endless stream is
 * empty.
 */
export async function sendRequest(method: string, url: string, { headers = {}, body, signal }: SentRequest = {}) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const sent = request(url, {
      agent,
      method,
      headers: { ...ownHeaders, ...length, ...headers },
      ...(signal === undefined ? {} : { signal }),
    })
    sent.once('response', resolve)
    // Also after the answer, which then breaks off and says so itself.
    sent.on('error', reject)
    sent.end(body)
  })
  const { rawHeaders, statusCode = 0 } = answer
  const received = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) received.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  if (received.get('content-type') === 'text/event-stream') {
    answer.destroy()
    return { status: statusCode, headers: received, text: '' }
  }
  return { status: statusCode, headers: received, text: decode(await buffer(answer), received.get('content-encoding')).toString() }
}

function decode(bytes: Buffer, encoding: string | null): Buffer {
  if (bytes.length === 0) return bytes
  if (encoding === 'br') return brotliDecompressSync(bytes)
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes
}
