import { operations } from './operations.generated.ts'
import type { ErrorCode, Operations } from './operations.generated.ts'

/** Codes of this client itself, for calls that the server did not answer. */
export type ClientErrorCode = 'client.unreachable' | 'client.redirected' | 'client.not_twofold'

/** Error of a failed call. `message` can be shown to people. */
export class TwofoldError extends Error {
  override readonly name = 'TwofoldError'
  readonly code: ErrorCode | ClientErrorCode
  /** Of the answer; 0: there was none. */
  readonly status: number
  /** Messages by field, with 422. */
  readonly errors: Record<string, string[]>
  /** Seconds after which another try is worthwhile. */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    code: ErrorCode | ClientErrorCode,
    status: number,
    more: { errors?: Record<string, string[]> | undefined; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.code = code
    this.status = status
    this.errors = more.errors ?? {}
    this.retryAfter = more.retryAfter
  }
}

export interface ClientOptions {
  /** Address of Twofold, as in the browser: `https://vault.example.com`. */
  url: string
  /** An access token, or a function that returns one for each call. */
  token?: string | (() => string | undefined)
  /** Retries of an idempotent call. */
  retries?: number
  /** Sent as `User-Agent` where the platform allows it. */
  userAgent?: string
  fetch?: typeof fetch
}

export interface CallOptions {
  signal?: AbortSignal
  /** For calls that create something: the same key and body within a day create nothing twice. Made by the client if absent. */
  idempotencyKey?: string
}

type Input<Name extends keyof Operations> = Operations[Name]['input']

/** Every call of the API, by its operation id. */
export type Client = {
  [Name in keyof Operations]: (
    ...input: object extends Input<Name> ? [input?: Input<Name>, options?: CallOptions] : [input: Input<Name>, options?: CallOptions]
  ) => Promise<Operations[Name]['answer']>
}

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

const longestWaitSeconds = 30
const passing = new Set([429, 502, 503, 504])

/** Throws a TypeError for an address that would send tokens in the clear. */
export function createClient(options: ClientOptions): Client {
  const base = new URL(options.url)
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(base.hostname)
  if (base.protocol !== 'https:' && !(base.protocol === 'http:' && isLocal))
    throw new TypeError(`${base.origin} is not safe for tokens. Use https://, or http:// on this machine.`)
  const methods: Record<string, unknown> = {}
  for (const line of operations.trim().split('\n')) {
    const [path = '', method = '', name = '', repeatable] = line.split(' ')
    methods[name] = async (input: Parts = {}, call: CallOptions = {}) => {
      const key = repeatable === undefined ? undefined : (call.idempotencyKey ?? crypto.randomUUID())
      const send = () => sendOnce(options, base, method, path, input, key, call.signal)
      return method === 'GET' || key !== undefined ? again(send, options.retries ?? 2, call.signal) : send()
    }
  }
  return methods as Client
}

async function again(send: () => Promise<unknown>, retries: number, signal: AbortSignal | undefined): Promise<unknown> {
  for (let tried = 0; ; tried++) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof TwofoldError) || tried >= retries || !(error.status === 0 || passing.has(error.status))) throw error
      // Callers that failed together do not come back together.
      const seconds = error.retryAfter ?? 2 ** tried / 2 + Math.random() / 2
      if (seconds > longestWaitSeconds || error.code === 'client.redirected') throw error
      await pause(seconds * 1000, signal)
    }
  }
}

async function sendOnce(
  { token, userAgent, fetch: by = fetch }: ClientOptions,
  base: URL,
  method: string,
  path: string,
  { params, query, body }: Parts,
  key: string | undefined,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const url = new URL(`${base.pathname.replace(/\/$/, '')}/api${place}`, base)
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.set(name, `${value as string | number | boolean}`)
  const bearer = typeof token === 'function' ? token() : token
  const headers = {
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
  }
  let answer: Response
  let text: string
  try {
    answer = await by(url, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    text = await answer.text()
  } catch (cause) {
    signal?.throwIfAborted()
    throw new TwofoldError(`${base.origin} cannot be reached.`, 'client.unreachable', 0, { cause })
  }
  if (answer.type === 'opaqueredirect' || (answer.status >= 300 && answer.status < 400))
    throw new TwofoldError(`${base.origin} sends elsewhere. Use the address it sends to.`, 'client.redirected', answer.status)
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  if (answer.ok) {
    if (isJson) return JSON.parse(text)
    // A page in place of an answer comes from something in front of Twofold, or from another server.
    if (answer.headers.get('content-type')?.includes('html') !== true) return text
  }
  const said = isJson ? (JSON.parse(text) as { message: string; code: ErrorCode; errors?: Record<string, string[]> }) : undefined
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN)
  throw new TwofoldError(
    said?.message ?? `${base.origin} did not answer as Twofold does (status ${answer.status}).`,
    said?.code ?? 'client.not_twofold',
    answer.status,
    { errors: said?.errors, retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined },
  )
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
