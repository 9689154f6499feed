import { breachRange } from '@twofold/contract/links'
import { call } from './call.ts'

/** Characters that the range lookup takes: few enough that thousands of passwords share them. */
const prefixLength = 5

/** Number of data breaches with the password; `unknown` if that cannot be checked now. */
export type BreachVerdict = { kind: 'found'; count: number } | { kind: 'clear' } | { kind: 'unknown' }

/** Asks by the first characters of the password's hash: neither the password nor its whole hash leaves the browser. Never fails unless aborted. */
export async function checkBreaches(password: string, signal: AbortSignal): Promise<BreachVerdict> {
  try {
    const hash = await sha1(password)
    const { known, suffixes } = await call(breachRange, { params: { prefix: hash.slice(0, prefixLength) } }, { signal })
    if (!known) return { kind: 'unknown' }
    const count = suffixes.find(({ suffix }) => suffix === hash.slice(prefixLength))?.count ?? 0
    return count > 0 ? { kind: 'found', count } : { kind: 'clear' }
  } catch (error) {
    if (signal.aborted) throw error
    return { kind: 'unknown' }
  }
}

/** In upper-case hex. Rejects if the page came over plain HTTP from another machine, where browsers disable Web Crypto. */
async function sha1(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}
