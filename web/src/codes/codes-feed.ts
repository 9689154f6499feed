import { fetchRhythm, nextFetchAt } from './fetch-schedule.ts'
import { createFeedClock } from './feed-clock.ts'
import { createFetchLoop } from './fetch-loop.ts'
import { type CodesAnswer, type KnownCode, nothingShown } from './code-at.ts'
import { untilNextSecond } from './server-clock.ts'
import { createDrawnCodes } from './drawn-codes.ts'

/** Whether the page is visible. While it is hidden, nothing ticks and nothing is fetched. */
export interface PageVisibility {
  isVisible: () => boolean
  /** Calls `listener` at every change. Returns the way to stop. */
  watch: (listener: () => void) => () => void
}

/** With the local moments between which the server read its clock, if these differ from sending and receiving. */
type Fetched = CodesAnswer & { sentAt?: number | undefined; receivedAt?: number | undefined }

interface Dependencies {
  fetchCodes: () => Promise<Fetched>
  page: PageVisibility
  random: () => number
  /** Learns what `clockOffset` has found out. */
  noteOffset: (offset: number) => void
}

/**
 * Live codes as a store outside React. It learns the codes of two windows at a time, swaps to the second at the turn, and asks for more
 * long before that one ends. All times come from the clock and none is counted down, so that nothing drifts or stops in a sleeping tab.
 */
export function createCodesFeed({ fetchCodes, page, random, noteOffset }: Dependencies) {
  const listeners = new Set<() => void>()
  const codes = createDrawnCodes()
  const { now, read, time, learn, isKnown, hasSlipped, restart, ...clock } = createFeedClock()
  const loop = createFetchLoop({ fetch: fetchCodes, take, onEnd, now, random })
  let secondTimer: ReturnType<typeof setTimeout> | undefined

  function take(answer: Fetched, sentAt: number): number {
    const server = Date.parse(answer.server_time)
    noteOffset(learn({ server, sentAt: answer.sentAt ?? sentAt, receivedAt: answer.receivedAt ?? Date.now() }))
    codes.learn(answer)
    return nextFetchAt(server, fetchRhythm(codes.known().values()), random())
  }

  function onEnd(): boolean {
    ;(page.isVisible() ? tick : publish)()
    return page.isVisible()
  }

  function publish() {
    codes.draw(read(), loop.isFailing())
    for (const listener of listeners) listener()
  }

  function tick() {
    const slipped = hasSlipped()
    publish()
    if (slipped || (!loop.isFailing() && codes.isAnyOver(time()))) void loop.fetchNow()
    clearTimeout(secondTimer)
    // A timer may fire a moment early; one millisecond more and the second has surely turned.
    secondTimer = setTimeout(tick, untilNextSecond(now()) + 1)
  }

  function pause() {
    clearTimeout(secondTimer)
    loop.pause()
  }

  function resume() {
    restart()
    tick()
    loop.resume()
  }

  return {
    ...clock,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Begins to fetch and to tick, at once when the page is visible. Returns the way to stop. */
    start() {
      loop.begin()
      if (page.isVisible()) resume()
      const unwatch = page.watch(() => (page.isVisible() ? resume() : pause()))
      return () => {
        loop.end()
        unwatch()
        pause()
      }
    },
    /** Asks for codes now, for keys that have just come or gone. */
    refresh: () => loop.refresh(!page.isVisible()),
    /** Something was heard about a code that is known. */
    change: (id: string, withNews: (code: KnownCode) => KnownCode) => void (codes.change(id, withNews) && publish()),
    /** The code as of the last tick; undefined while it is on its way. */
    code: (id: string) => codes.drawn(id, time(), loop.isFailing()),
    /** The keys of the last answer, by a map that is another one with each answer; undefined before the first. */
    answered: () => (isKnown() ? (codes.known() as ReadonlyMap<string, unknown>) : undefined),
    /** The code of this very moment, for copying. */
    codeNow: (id: string) => codes.codeOf(id, now(), loop.isFailing()) ?? nothingShown,
    isFailing: loop.isFailing,
    secondsLeft: (period: number) => (loop.isFailing() && codes.isNoneLeft(time()) ? 0 : clock.secondsLeft(period)),
    /** Shows the code that a counter-based key was asked for, until the next one is. */
    showCounterCode(id: string, code: string) {
      codes.showCounterCode(id, code)
      publish()
    },
  }
}

export type CodesFeed = ReturnType<typeof createCodesFeed>
