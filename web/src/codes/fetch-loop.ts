import { ApiError } from '../lib/api-error.ts'
import { retryDelay } from './fetch-schedule.ts'

interface FetchLoopOptions<Answer> {
  fetch: () => Promise<Answer>
  /** Answers when to fetch again. `sentAt`: when it was asked for, by the local clock. */
  take: (answer: Answer, sentAt: number) => number
  /** Called after each fetch, successful or not. Answers whether to schedule the next one. */
  onEnd: () => boolean
  now: () => number
  random: () => number
}

/** Fetches at the times that its answers name, one at a time, and again after failures. All times but `sentAt` are those of `now`. */
export function createFetchLoop<Answer>({ fetch, take, onEnd, now, random }: FetchLoopOptions<Answer>) {
  let failures = 0
  let fetchAt = 0
  let inFlight = false
  let askAgain = false
  let run: symbol | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function plan() {
    clearTimeout(timer)
    timer = setTimeout(() => void fetchNow(), Math.max(0, fetchAt - now()))
  }

  async function fetchNow() {
    if (inFlight) return
    inFlight = true
    askAgain = false
    clearTimeout(timer)
    const ownRun = run
    const sentAt = Date.now()
    try {
      const answer = await fetch()
      if (ownRun !== run) return
      fetchAt = take(answer, sentAt)
      failures = 0
    } catch (error) {
      if (ownRun !== run) return
      failures += 1
      const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
      fetchAt = now() + Math.max(asked, retryDelay(failures, random()))
    } finally {
      if (ownRun === run) inFlight = false
    }
    if (!onEnd()) return
    if (askAgain) void fetchNow()
    else plan()
  }

  return {
    begin() {
      run = Symbol('run')
      fetchAt = 0
      inFlight = false
    },
    /** Discards an answer on its way. */
    end() {
      run = undefined
    },
    pause: () => clearTimeout(timer),
    resume() {
      if (!inFlight) plan()
    },
    fetchNow,
    /** Fetches at once, or as soon as it is resumed. */
    refresh(isPaused: boolean) {
      askAgain = inFlight
      if (run && !isPaused) void fetchNow()
      else fetchAt = 0
    },
    /** The most recent fetch failed. */
    isFailing: () => failures > 0,
  }
}
