import { ApiError } from '../lib/api-error.ts'
import { fetchRhythm, nextFetchAt, retryDelay } from './fetch-schedule.ts'
import {
  codeAt,
  type CodesAnswer,
  isOver,
  type KnownCode,
  knownCodes,
  nothingShown,
  secondsLeft,
  type ShownCode,
  windowStart,
} from './known-codes.ts'
import { clockOffset, untilNextSecond } from './server-clock.ts'

/** Whether somebody can see the page. While nobody does, nothing ticks and nothing is fetched. */
export interface PageVisibility {
  isVisible: () => boolean
  /** Calls `listener` at every change. Returns the way to stop. */
  watch: (listener: () => void) => () => void
}

/** With the moments of the local clock between which the server read its own, where they are not those of asking and getting. */
type Fetched = CodesAnswer & { sentAt?: number | undefined; receivedAt?: number | undefined }

interface Dependencies {
  fetchCodes: () => Promise<Fetched>
  page: PageVisibility
  random: () => number
  /** Learns what `clockOffset` has found out. */
  noteOffset: (offset: number) => void
}

/** A local clock that moved this many milliseconds more or less than time did was set, or the computer slept. */
const clockTolerance = 1000

/**
 * Live codes as a store outside React. It learns the codes of two windows at a time, swaps to the second at the turn, and asks for more
 * long before that one ends. All times come from the clock and none is counted down, so that nothing drifts or stops in a sleeping tab.
 */
export function createCodesFeed({ fetchCodes, page, random, noteOffset }: Dependencies) {
  const listeners = new Set<() => void>()
  let known = new Map<string, KnownCode>()
  let shown = new Map<string, ShownCode | undefined>()
  const counterCodes = new Map<string, ShownCode>()
  let offset: number | undefined
  let time = Date.now()
  let lastTick = { local: time, monotonic: performance.now() }
  let resets = 0
  let failures = 0
  let fetchAt = 0
  let inFlight = false
  let askAgain = false
  let run: symbol | undefined
  let secondTimer: ReturnType<typeof setTimeout> | undefined
  let fetchTimer: ReturnType<typeof setTimeout> | undefined

  const serverNow = () => Date.now() + (offset ?? 0)

  function lookUp(id: string, at: number): ShownCode | undefined {
    const counterCode = counterCodes.get(id)
    if (counterCode) return counterCode
    const code = known.get(id)
    // Nothing to show: on its way, unless the last try failed.
    if (!code || isOver(code, at)) return failures > 0 ? nothingShown : undefined
    return codeAt(code, at)
  }

  /** Everything shown agrees with one reading of the clock, and unchanged codes stay the same objects. */
  function publish() {
    time = serverNow()
    const next = new Map<string, ShownCode | undefined>()
    for (const id of new Set([...known.keys(), ...counterCodes.keys()])) {
      const [before, now] = [shown.get(id), lookUp(id, time)]
      const isSame =
        before?.code === now?.code &&
        before?.next === now?.next &&
        before?.taken?.at === now?.taken?.at &&
        before?.turn?.from === now?.turn?.from
      next.set(id, isSame ? before : now)
    }
    shown = next
    for (const listener of listeners) listener()
  }

  function tick() {
    const now = { local: Date.now(), monotonic: performance.now() }
    const slipped = Math.abs(now.local - lastTick.local - (now.monotonic - lastTick.monotonic)) > clockTolerance
    lastTick = now
    if (slipped) resets += 1
    publish()
    if (slipped || (failures === 0 && [...known.values()].some((code) => isOver(code, time)))) void fetchNow()
    clearTimeout(secondTimer)
    // A timer may fire a moment early; one millisecond more and the second has surely turned.
    secondTimer = setTimeout(tick, untilNextSecond(serverNow()) + 1)
  }

  function scheduleFetch(at: number) {
    fetchAt = at
    clearTimeout(fetchTimer)
    fetchTimer = setTimeout(() => void fetchNow(), Math.max(0, at - serverNow()))
  }

  async function fetchNow() {
    if (inFlight) return
    inFlight = true
    askAgain = false
    clearTimeout(fetchTimer)
    const mine = run
    const sentAt = Date.now()
    try {
      const answer = await fetchCodes()
      if (mine !== run) return
      const server = Date.parse(answer.server_time)
      offset = clockOffset({ server, sentAt: answer.sentAt ?? sentAt, receivedAt: answer.receivedAt ?? Date.now() }, offset)
      noteOffset(offset)
      known = knownCodes(answer)
      failures = 0
      fetchAt = nextFetchAt(server, fetchRhythm(known.values()), random())
    } catch (error) {
      if (mine !== run) return
      failures += 1
      const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
      fetchAt = serverNow() + Math.max(asked, retryDelay(failures, random()))
    } finally {
      if (mine === run) inFlight = false
    }
    if (!page.isVisible()) return publish()
    tick()
    if (askAgain) void fetchNow()
    else scheduleFetch(fetchAt)
  }

  function pause() {
    clearTimeout(secondTimer)
    clearTimeout(fetchTimer)
  }

  function resume() {
    // Animations may have stood still meanwhile; whoever draws one restarts it.
    resets += 1
    lastTick = { local: Date.now(), monotonic: performance.now() }
    tick()
    if (!inFlight) scheduleFetch(fetchAt)
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Begins to fetch and to tick, at once when the page is visible. Returns the way to stop. */
    start() {
      run = Symbol('run')
      fetchAt = 0
      inFlight = false
      if (page.isVisible()) resume()
      const unwatch = page.watch(() => (page.isVisible() ? resume() : pause()))
      return () => {
        run = undefined
        unwatch()
        pause()
      }
    },
    /** Asks for codes now, for keys that have just come or gone. */
    refresh() {
      askAgain = inFlight
      if (run && page.isVisible()) void fetchNow()
      else fetchAt = 0
    },
    /** Something was heard about a code that is known. */
    change(id: string, withNews: (code: KnownCode) => KnownCode) {
      const code = known.get(id)
      if (code === undefined) return
      known = new Map(known).set(id, withNews(code))
      publish()
    },
    /** The code as of the last tick; undefined while it is on its way. */
    code: (id: string) => (shown.has(id) ? shown.get(id) : lookUp(id, time)),
    /** The keys of the last answer, by a map that is another one with each answer; undefined before the first. */
    answered: () => (offset === undefined ? undefined : (known as ReadonlyMap<string, unknown>)),
    /** The code of this very moment, for copying. */
    codeNow: (id: string) => lookUp(id, serverNow()) ?? nothingShown,
    /** Whole seconds since `at` of the server's clock, as of the last tick. */
    secondsSince: (at: number) => Math.max(0, Math.floor((time - at) / 1000)),
    secondsLeft: (period: number) => secondsLeft(time, period),
    /** When the present window of `period` seconds ends, in milliseconds of this computer's clock. */
    windowEndsAt: (period: number) => windowStart(time, period * 1000) + period * 1000 - (offset ?? 0),
    /** Grows whenever animations must restart. */
    resets: () => resets,
    /** The last try to fetch failed. */
    isFailing: () => failures > 0,
    /** Whole seconds by which this computer's clock is ahead of the server's (negative: behind); undefined before the first answer. */
    clockAhead: () => (offset === undefined ? undefined : -Math.round(offset / 1000)),
    /** Shows the code that a counter-based key was asked for, until the next one is. */
    showCounterCode(id: string, code: string) {
      counterCodes.set(id, { code, next: null })
      publish()
    },
  }
}

export type CodesFeed = ReturnType<typeof createCodesFeed>
