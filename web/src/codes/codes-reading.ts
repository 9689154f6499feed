import { generateCodes } from '@twofold/contract/codes'
import { readAuthToken } from '../lib/auth-token.ts'
import { call } from '../lib/call.ts'
import type { CodesAnswer } from './known-codes.ts'

/** Codes, and between which moments of the local clock (ms) the server gave them. */
export interface CodesReading {
  answer: CodesAnswer
  sentAt: number
  receivedAt: number
}

/** Milliseconds in which a screen appears that was on its way; codes asked for earlier are asked for again. */
const mostAhead = 5000

async function ask(): Promise<CodesReading> {
  const sentAt = Date.now()
  const answer = await call(generateCodes)
  return { answer, sentAt, receivedAt: Date.now() }
}

let ahead: { token: string | null; at: number; reading: Promise<CodesReading> } | undefined

/** Asks for codes while the screen that shows them is still on its way. */
export function readCodesAhead(): void {
  if (document.visibilityState !== 'visible') return
  ahead = { token: readAuthToken(), at: Date.now(), reading: ask() }
  ahead.reading.catch(() => undefined) // whoever takes it hears of it
}

/** Codes of this moment, or those asked for just ahead of it by the same person. Throws an ApiError. */
export function readCodes(): Promise<CodesReading> {
  const taken = ahead
  ahead = undefined
  const isGood = taken !== undefined && taken.token === readAuthToken() && Math.abs(Date.now() - taken.at) < mostAhead
  return isGood ? taken.reading : ask()
}
