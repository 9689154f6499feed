import { readAuthToken } from './auth-token.ts'
import { browserStorage } from './browser-storage.ts'
import { readXsrfToken } from './xsrf.ts'

/** An answer that was asked for before there was anything to ask with. Moments in milliseconds of the local clock. */
export interface EarlyAnswer {
  token: string
  sentAt: number
  /** Undefined while it is on its way. */
  receivedAt: number | undefined
  response: Promise<Response>
}

declare global {
  interface Window {
    /** By address. The first script and the application are built separately, and share nothing but the page. */
    earlyAnswers?: Map<string, EarlyAnswer>
  }
}

/** Milliseconds. A page that slept that long before its scripts came asks again, as does one that was left without an answer for so long. */
const longest = 10_000

export function callHeaders(token: string | null): Headers {
  const headers = new Headers({ accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  const xsrf = readXsrfToken()
  if (xsrf !== undefined) headers.set('x-xsrf-token', xsrf)
  // A language chosen here overrides the browser's: a new account's e-mails use it.
  const language = browserStorage.getItem('language')
  if (language) headers.set('accept-language', language)
  return headers
}

/** Asks for what the screen will ask for first, while its scripts are still on their way. */
export function askEarly(addresses: readonly string[]): void {
  const token = readAuthToken()
  if (token === null) return
  window.earlyAnswers = new Map(
    addresses.map((address) => {
      const early: EarlyAnswer = {
        token,
        sentAt: Date.now(),
        receivedAt: undefined,
        response: fetch(address, { headers: callHeaders(token), signal: AbortSignal.timeout(longest) }).then((response) => {
          early.receivedAt = Date.now()
          return response
        }),
      }
      // The consumer handles the error.
      early.response.catch(() => {})
      return [address, early]
    }),
  )
}

/** The early answer from `address` that `takeEarlyAnswer` would take. */
export function findEarlyAnswer(address: string): EarlyAnswer | undefined {
  const early = window.earlyAnswers?.get(address)
  return early && early.token === readAuthToken() && Date.now() - early.sentAt < longest ? early : undefined
}

/** Takes an early answer, once. Undefined: there is none that is still good. */
export function takeEarlyAnswer(address: string): Promise<Response> | undefined {
  const early = findEarlyAnswer(address)
  window.earlyAnswers?.delete(address)
  return early?.response
}
