import type { CallAnswer, CallParts, Endpoint } from '@twofold/contract/endpoint'
import { catalogue } from '@twofold/contract/error-catalogue'
import { type ErrorCode, type FieldErrors, fillMessage } from '@twofold/contract/errors'
import * as z from 'zod/mini'
import { exampleOf, type Said } from './example.ts'
import { noteProblem } from './problems.ts'

/** Answer of `serve`: the relevant part of a success, or any `Response`, such as a `refusal`. */
type Answered<E extends Endpoint> = Said<CallAnswer<E>> | Response
type Handler<E extends Endpoint> = (parts: CallParts<E>) => Answered<E> | Promise<Answered<E>>

interface Served {
  endpoint: Endpoint
  handler: (parts: never) => unknown
  calls: unknown[]
}

const served = new Map<string, Served>()
/** Between two tests nobody is there: what a screen that is closed still asks for gets no answer. */
let isOpen = false
const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`

/**
 * Answers a call of the contract, until the test ends or says something else about it. What the answer leaves out is filled in (`example.ts`).
 * Returns the calls so far, each as the server's route would receive it.
 */
export function serve<E extends Endpoint>(endpoint: E, answer: Answered<E> | Handler<E>): readonly CallParts<E>[] {
  const handler: Handler<E> =
    typeof answer === 'function' ? (answer as Handler<E>) : () => (answer instanceof Response ? answer.clone() : answer)
  const entry: Served = { endpoint, handler, calls: [] }
  served.set(keyOf(endpoint), entry)
  isOpen = true
  return entry.calls as CallParts<E>[]
}

/** As `serve`, unless the test has said something about this call already. */
export function serveByDefault<E extends Endpoint>(endpoint: E, answer: Answered<E> | Handler<E>): void {
  if (!served.has(keyOf(endpoint))) serve(endpoint, answer)
}

/** As `serve`, with an answer that waits until `release` is called. */
export function serveLater<E extends Endpoint>(endpoint: E, answer: Answered<E>): { release: () => void } {
  const held = Promise.withResolvers<undefined>()
  serve(endpoint, async () => {
    await held.promise
    return answer
  })
  return { release: () => held.resolve(undefined) }
}

/** An error of the catalogue, as the server would send it. */
export function refusal(
  code: ErrorCode,
  parameters: Record<string, string | number> = {},
  { errors, headers = {} }: { errors?: FieldErrors; headers?: Record<string, string> } = {},
): Response {
  const entry = catalogue[code]
  return Response.json({ code, message: fillMessage(entry, parameters), parameters, errors }, { status: entry.status, headers })
}

/** An answer that no catalogue knows: something broke. */
export const breakdown = () => Response.json({}, { status: 500 })

/** Nobody answers at all, as without a network. */
export function unreachable(): never {
  throw new TypeError('Failed to fetch')
}

export function forgetServer(): void {
  served.clear()
  limits.clear()
  isOpen = false
}

const base = '/api'
const send = window.fetch.bind(window)

const limits = new Set<AbortController>()

/** The time of every call that is not answered is over. */
export function letTimeRunOut(): void {
  for (const limit of limits) limit.abort(new DOMException('', 'TimeoutError'))
  limits.clear()
}

/** Takes every call of the API away from the network. Its time is over when a test says so, however long the machine takes. */
export function interceptCalls(): void {
  AbortSignal.timeout = () => {
    const limit = new AbortController()
    limits.add(limit)
    return limit.signal
  }
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.origin !== window.location.origin || !url.pathname.startsWith(`${base}/`)) return send(input, init)
    return respond(request, url)
  }
}

async function respond(request: Request, url: URL): Promise<Response> {
  if (!isOpen) return new Promise(() => {})
  const path = url.pathname.slice(base.length)
  const found = [...served.values()].flatMap((entry) => {
    const params = entry.endpoint.method === request.method ? paramsOf(entry.endpoint.path, path) : undefined
    return params ? [{ entry, params }] : []
  })
  // `/keys/order` is meant before `/keys/{id}`.
  const [match] = found.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)
  if (!match) {
    noteProblem(`A call that the test does not serve: ${request.method} ${path}`)
    throw new TypeError('Failed to fetch')
  }
  const { endpoint, handler, calls } = match.entry
  const text = await request.text()
  const parts: Record<string, unknown> = {}
  const complaints: FieldErrors = {}
  for (const [part, sent] of [
    ['params', match.params],
    ['query', Object.fromEntries(url.searchParams)],
    ['body', text === '' ? undefined : (JSON.parse(text) as unknown)],
  ] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    const { data, error } = z.safeParse(schema, sent)
    parts[part] = data ?? sent
    for (const { path, message } of error?.issues ?? []) (complaints[path.join('.')] ??= []).push(message)
  }
  // As the server refuses it (validate.ts).
  if (Object.keys(complaints).length > 0) return refusal('request.invalid', {}, { errors: complaints })
  // A request aborted before it arrived, as by an effect that React runs twice, does not count.
  request.signal.throwIfAborted()
  calls.push(parts)
  const answer = await Promise.race([handler(parts as never), abortOf(request.signal)])
  if (answer instanceof Response) return answer
  return Response.json(answerOf(endpoint, answer), { status: endpoint.status })
}

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const values = new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path)?.slice(1)
  return values && Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]))
}

function answerOf(endpoint: Endpoint, said: unknown): unknown {
  const { data, error } = z.safeParse(endpoint.response, exampleOf(endpoint.response, said))
  if (error) noteProblem(`${keyOf(endpoint)}: the test answers what the contract refuses: ${z.prettifyError(error)}`)
  return data
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }))
}
