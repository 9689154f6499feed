import { t } from '@lingui/core/macro'
import type { CallInput, CallResponse, Endpoint } from '@twofold/contract/endpoint'
import type { ErrorBody, FieldErrors } from '@twofold/contract/errors'
import { ApiError, type RateLimit } from './api-error.ts'
import { readAuthToken } from './auth-token.ts'
import { callHeaders, takeEarlyAnswer } from './early-answers.ts'
import { translateAnswer, translateComplaint, translateError } from './server-texts.ts'
import { askForPin } from './pin-gate.ts'
import { readRateLimit, readRetryAfter } from './rate-limit.ts'
import { noteMaintenance } from './maintenance.ts'
import { timeText } from './exact-time.ts'
import { noteVaultLocked } from './vault-lock.ts'
import { endSession, reasonOf } from './session-end.ts'
import { readXsrfToken } from './xsrf.ts'

const base = '/api'
const unfinished = new Set([
  'auth.second_factor_required',
  'auth.password_change_required',
  'auth.account_stopped',
  'auth.enrolment_required',
])

export interface CallOptions {
  signal?: AbortSignal
  /** Milliseconds until it is given up: by default 30 s for a read, 60 s for a write, which may wait for a hash or an e-mail server. */
  limitMs?: number
}

export interface Answer<Data> {
  data: Data
  rateLimit: RateLimit | undefined
}

/** `input` may be left out where the call takes none. */
export type Arguments<E extends Endpoint> =
  unknown extends CallInput<E> ? [input?: undefined, options?: CallOptions] : [input: CallInput<E>, options?: CallOptions]

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

let sessionEnded = () => {}

/** Handles an expired session: the stored token has been removed already. Set once, in the router. */
export function onSessionEnded(handler: () => void): void {
  sessionEnded = handler
}

let requestMade: (message: string, id: string) => void = () => {}

/** Handles an act that waits for another administrator. Set once, in the router. */
export function onRequestMade(handler: (message: string, id: string) => void): void {
  requestMade = handler
}

let stepRequired = () => {}

/** Handles a sign-in that must be completed first. Set once, in the router. */
export function onStepRequired(handler: () => void): void {
  stepRequired = handler
}

export type Carry = (address: string, init: RequestInit) => Promise<Response>

/** `fetch`, whose answer has arrived to its last byte: what is cut half-way fails here and not later in its reader. */
export async function fetchWhole(address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, init)
  return new Response(await response.arrayBuffer(), response)
}

let carry: Carry = fetchWhole

/** Replaces `fetchWhole`. Set once, in `posts-once.ts`. */
export function carryBy(other: Carry): void {
  carry = other
}

/**
 * Makes a call of the contract and returns its answer. Throws an ApiError, whose message may be shown. If the server requires the PIN, the page asks
 * for it and repeats the call; `pin.required` is thrown only if it was not entered.
 */
export async function call<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<CallResponse<E>> {
  const { data } = await callWithRateLimit(endpoint, ...rest)
  return data
}

/** Like `call`, with the server's rate limit for the call. */
export async function callWithRateLimit<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<Answer<CallResponse<E>>> {
  const [input, options = {}] = rest
  const response = await answerOf(endpoint, input ?? {}, options)
  // Such as the page of a captive portal, which says 200.
  const data = (await response.json().catch(() => failureOf(response).then((failure) => Promise.reject(failure)))) as CallResponse<E>
  return { data: translateAnswer(data), rateLimit: readRateLimit(response.headers) }
}

/** A successful answer as it came: for what is no JSON (call-for-file.ts). */
export async function answerOf(endpoint: Endpoint, parts: Parts, options: CallOptions): Promise<Response> {
  const writes = endpoint.method !== 'GET'
  if (writes && readXsrfToken() === undefined) await fetchXsrfCookie()

  let response = await send(endpoint, parts, options)
  if (writes && (await refusalOf(response)) === 'request.xsrf') {
    await fetchXsrfCookie()
    response = await send(endpoint, parts, options)
  }
  const refusal = await refusalOf(response)
  if (refusal === 'request.xsrf' && readXsrfToken() === undefined)
    throw new ApiError(t`Your browser blocks cookies here. Allow them for this address, then try again.`, { status: 403, code: refusal })
  if (refusal === 'vault.locked') noteVaultLocked()
  if (refusal === 'pin.required' && (await askForPin(endpoint))) response = await send(endpoint, parts, options)
  if (unfinished.has(refusal ?? '')) stepRequired()
  if (response.status === 202) await throwWaiting(response)
  if (!response.ok) throw await failureOf(response)
  return response
}

/** The act was not carried out, so the caller must not continue as if it had been. */
async function throwWaiting(response: Response): Promise<void> {
  const body: (ErrorBody & { request?: { id?: unknown } }) | undefined = await bodyOf(response.clone())
  if (typeof body?.request?.id !== 'string') return
  const { message } = translateAnswer(body)
  requestMade(message, body.request.id)
  throw new ApiError(message, { status: 202, code: 'requests.waiting' })
}

async function send(endpoint: Endpoint, { params = {}, query = {}, body }: Parts, options: CallOptions): Promise<Response> {
  const token = readAuthToken()
  const headers = callHeaders(token)
  const init: RequestInit = { method: endpoint.method, headers }
  if (body !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(body)
  }
  const address = `${base}${fillPath(endpoint.path, params)}${searchOf(query)}`
  const early = endpoint.method === 'GET' ? await takeEarlyAnswer(address)?.catch(() => undefined) : undefined
  const response = early ?? (await reach(address, init, options))
  // A sign-in in another tab may have stored a newer token meanwhile; that one is still good.
  if (response.status === 401) {
    const reason = reasonOf((await bodyOf(response.clone()))?.code)
    if (readAuthToken() === token) {
      endSession(reason)
      sessionEnded()
    }
  }
  return response
}

async function reach(address: string, init: RequestInit, { signal, limitMs }: CallOptions = {}): Promise<Response> {
  const limit = AbortSignal.timeout(limitMs ?? (init.method === 'GET' ? 30_000 : 60_000))
  try {
    return await carry(address, { ...init, signal: AbortSignal.any(signal ? [signal, limit] : [limit]) })
  } catch (error) {
    if (signal?.aborted || error instanceof ApiError) throw error
    throw new ApiError(t`The server cannot be reached. Check your connection and try again.`, { status: 0, code: 'network' })
  }
}

/** Any answer to a browser sets the XSRF cookie; this is the cheapest one. */
async function fetchXsrfCookie(): Promise<void> {
  await reach(`${base}/installation`, { method: 'GET' })
}

function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function searchOf(query: Record<string, unknown>): string {
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  return present.length === 0 ? '' : `?${new URLSearchParams(present.map(([name, value]) => [name, String(value)]))}`
}

async function failureOf(response: Response): Promise<ApiError> {
  const body = await bodyOf(response)
  const rest = {
    status: response.status,
    rateLimit: readRateLimit(response.headers),
    retryAfter: readRetryAfter(response.headers, Date.now()),
  }
  if (!body) return new ApiError(t`The server gave an answer that cannot be read. Please try again.`, { ...rest, code: 'unreadable' })
  if (body.code === 'maintenance.active') noteMaintenance(body.parameters ?? {})
  const parameters = { ...(rest.retryAfter === undefined ? {} : { seconds: rest.retryAfter }), ...body.parameters }
  const message = inLocalTime(translateError(body.code, body.message, parameters))
  return new ApiError(message, {
    ...rest,
    code: body.code,
    errors: translated(body.errors ?? {}, body.message, message),
  })
}

/** The server names times in its own words, in UTC. */
function inLocalTime(message: string): string {
  return message.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (time) => timeText(time))
}

/** A complaint that is the answer's own message, with its parameters, reads as that does. */
function translated(errors: FieldErrors, original: string, message: string): FieldErrors {
  const inWords = (sentence: string) => (sentence === original ? message : translateComplaint(sentence))
  return Object.fromEntries(Object.entries(errors).map(([field, sentences]) => [field, sentences.map(inWords)]))
}

/** The code of a 403. */
async function refusalOf(response: Response): Promise<string | undefined> {
  return response.status === 403 ? (await bodyOf(response.clone()))?.code : undefined
}

/** Undefined when a proxy or something else answered instead of the API. */
async function bodyOf(response: Response): Promise<ErrorBody | undefined> {
  try {
    const body = (await response.json()) as Partial<ErrorBody> | null
    return typeof body?.message === 'string' ? { ...body, message: body.message, code: body.code ?? 'unknown' } : undefined
  } catch {
    return undefined
  }
}
