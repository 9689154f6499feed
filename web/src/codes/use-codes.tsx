import { generateCodes } from '@twofold/contract/codes'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { noteClosedCodes } from '../lib/closed-codes.ts'
import { findEarlyAnswer } from '../lib/early-answers.ts'
import { watchNetwork } from '../lib/use-is-online.ts'
import { type CodesFeed, createCodesFeed, type PageVisibility } from './codes-feed.ts'
import { liveFeed } from './live-feed.ts'
import { serverOffset } from './server-clock.ts'

const page: PageVisibility = {
  isVisible: () => document.visibilityState === 'visible',
  watch: (listener) => {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  },
}

/** Seconds that typing a code takes. */
const endingSeconds = 5

/** Notes why the server shows no codes, or that it does. */
async function fetchCodes() {
  try {
    const early = findEarlyAnswer(`/api${generateCodes.path}`)
    const answer = await call(generateCodes)
    noteClosedCodes(undefined)
    return early ? { ...answer, sentAt: early.sentAt, receivedAt: early.receivedAt } : answer
  } catch (error) {
    if (error instanceof ApiError && error.code === 'keys.codes_closed') noteClosedCodes(error.message)
    throw error
  }
}

const FeedContext = createContext<CodesFeed | undefined>(undefined)

/** Keeps the codes of everything beneath it live. `keysVersion` changes whenever keys were loaded; codes are then asked for again. */
export function LiveCodes({ keysVersion, children }: { keysVersion: number; children: ReactNode }) {
  const [feed] = useState(() => createCodesFeed({ fetchCodes, page, random: Math.random, noteOffset: serverOffset.set }))
  useEffect(() => {
    const stop = feed.start()
    liveFeed.set(feed)
    return () => {
      liveFeed.set(undefined)
      stop()
    }
  }, [feed])
  useEffect(() => feed.refresh(), [feed, keysVersion])
  useEffect(() => watchNetwork(() => navigator.onLine && feed.refresh()), [feed])
  return <FeedContext value={feed}>{children}</FeedContext>
}

export function useCodesFeed(): CodesFeed {
  const feed = useContext(FeedContext)
  if (!feed) throw new Error('There are no codes outside LiveCodes.')
  return feed
}

/** Renders only when what `read` gives has changed, though the feed ticks every second. */
function useReading<Value>(read: (feed: CodesFeed) => Value): Value {
  const feed = useCodesFeed()
  return useSyncExternalStore(feed.subscribe, () => read(feed))
}

/** The keys that the last answer had codes of; undefined before the first. Changes with each answer. */
export const useAnsweredKeys = () => useReading((feed) => feed.answered())
export const useCode = (id: string) => useReading((feed) => feed.code(id))
export const useSecondsLeft = (period: number) => useReading((feed) => feed.secondsLeft(period))
/** Whether the window of `period` seconds is about to end: typing its code now may be too late. */
export const useIsEnding = (period: number) => useReading((feed) => feed.secondsLeft(period) <= Math.min(endingSeconds, period / 4))
export const useSecondsSince = (at: number) => useReading((feed) => feed.secondsSince(at))
export const useIsFailing = () => useReading((feed) => feed.isFailing())
export const useClockAhead = () => useReading((feed) => feed.clockAhead())

/** Input of the self-running bar and ring, and the key that restarts them. */
export function useWindow(period: number) {
  const endsAt = useReading((feed) => feed.windowEndsAt(period))
  const resets = useReading((feed) => feed.resets())
  return { key: `${endsAt}-${resets}`, endsAt, period }
}
