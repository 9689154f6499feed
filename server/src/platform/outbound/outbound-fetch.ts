import type { OutboundClient } from './outbound-client.ts'

interface FetchOptions {
  method?: string | undefined
  headers?: Record<string, string> | undefined
  body?: unknown
  signal?: AbortSignal | undefined
}

/** Statuses whose answer must not have a body. */
const isBodiless = (status: number) => status === 204 || status === 205 || status === 304

/** An outbound client in the shape of `fetch`, for libraries that take one. Like `fetch`, it rejects with a TypeError when there is no answer. */
export function createOutboundFetch(client: OutboundClient, timeoutMs: number) {
  return async (address: string, { method = 'GET', headers = {}, body, signal }: FetchOptions = {}): Promise<Response> => {
    const content = body instanceof URLSearchParams ? body.toString() : body
    if (method !== 'GET' && method !== 'POST') throw new TypeError(`${method} is not used.`)
    if (content !== undefined && content !== null && typeof content !== 'string') throw new TypeError('Only text is sent.')
    const limit = AbortSignal.timeout(timeoutMs)
    const answer = await client
      .exchange({
        url: new URL(address),
        method,
        headers: content ? { 'content-length': String(Buffer.byteLength(content)), ...headers } : headers,
        ...(content ? { body: content } : {}),
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      })
      .catch((error: unknown) => {
        throw new TypeError(error instanceof Error ? error.message : 'There was no answer.', { cause: error })
      })
    const { 'set-cookie': _, ...shown } = answer.headers
    const named = Object.entries(shown).map(([name, value]): [string, string] => [name, String(value)])
    return new Response(isBodiless(answer.status) ? null : new Uint8Array(answer.body), { status: answer.status, headers: named })
  }
}

export type OutboundFetch = ReturnType<typeof createOutboundFetch>
