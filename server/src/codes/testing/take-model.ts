import type { TakeState } from '@twofold/contract/takes'

/*
 * A second, deliberately simple implementation of the rules of exclusive codes: lists and loops in place of statements. Tests drive the application
 * and this side by side to know the right answers.
 */

/** Milliseconds after which a take that nobody asks about gives up its place. */
const unseenFor = 10_000
/** Milliseconds for which the code of a counter is shown again. */
const counterCodeGoodFor = 60_000
const [takesPerTaker, takesPerKey, takesPerMinute] = [10, 50, 30]

export interface ModelKey {
  /** Seconds; null: counts. */
  period: number | null
  isExclusive: boolean
}

export interface ModelTaker {
  name: string
  /** Programs ask first, and have a limit for each minute. */
  isProgram: boolean
}

interface ModelTake {
  id: string
  taker: number
  key: number
  state: TakeState
  askedAt: number
  seenAt: number
  deadline: number
  margin: number
  window?: number
  counter?: number
  overAt?: number
}

interface Lease {
  kind: 'take' | 'copy' | 'turn'
  taker: number
  /** Somebody copied what was reserved. */
  isCopied?: boolean
}

/** The expected answer. Omitted: absent. */
export interface Expected {
  status: number
  code?: string
  state?: TakeState
  window?: number
  counter?: number
  position?: number
  /** Milliseconds since 1970. */
  estimatedAt?: number
  isTaken?: boolean
  isReserved?: boolean
  givenBack?: boolean
}

export function createTakeModel(keys: readonly ModelKey[], takers: readonly ModelTaker[]) {
  let now = 0
  const takes: ModelTake[] = []
  const leases = keys.map(() => new Map<number, Lease>())
  const counters = keys.map(() => 0)
  const copies: { key: number; window: number; taker: number }[] = []
  const denials: number[] = []

  const keyOf = (key: number) => keys[key] as ModelKey
  const leasesOf = (key: number) => leases[key] as Map<number, Lease>
  const windowOf = (key: number) => Math.floor(now / ((keyOf(key).period ?? 0) * 1000))
  const isWaiting = ({ state }: ModelTake) => state === 'queued' || state === 'awaiting_approval'
  const isPresent = (take: ModelTake) => isWaiting(take) && take.deadline > now && take.seenAt > now - unseenFor
  /** In the queue of a key before `take`; all of them without one. */
  const queueOf = (key: number, before = takes.length) =>
    takes.slice(0, before).filter((take) => take.key === key && take.state === 'queued' && isPresent(take))

  /** If everybody before gets one and nobody copies one. */
  function estimate(key: number, position: number, margin: number): number {
    const { period } = keyOf(key)
    if (period === null) return now
    let window = windowOf(key)
    if ((window + 1) * period * 1000 - now < margin * 1000) window += 1
    for (let free = 0; ; window += 1) {
      if (!leasesOf(key).has(window)) free += 1
      if (free === position) return Math.max(now, window * period * 1000)
    }
  }

  function attempt(take: ModelTake): void {
    const { period } = keyOf(take.key)
    const handed = { state: 'handed', overAt: now } as const
    if (period === null) {
      Object.assign(take, handed, { counter: counters[take.key] })
      counters[take.key] = (counters[take.key] ?? 0) + 1
      return
    }
    const window = windowOf(take.key)
    const left = (window + 1) * period - now / 1000
    if (take.margin > left || leasesOf(take.key).has(window)) return
    if (queueOf(take.key, takes.indexOf(take)).some(({ margin }) => margin <= left)) return
    leasesOf(take.key).set(window, { kind: 'take', taker: take.taker })
    copies.push({ key: take.key, window, taker: take.taker })
    Object.assign(take, handed, { window })
  }

  function show(take: ModelTake): Expected {
    const { state, window, counter } = take
    const codes = {
      timed_out: 'takes.timed_out',
      denied: 'takes.denied',
      ended: 'keys.not_found',
      unreadable: 'keys.unreadable',
    } as Partial<Record<TakeState, string>>
    const code = codes[state]
    if (code !== undefined) return { status: state === 'ended' ? 404 : 409, code }
    if (state === 'queued') {
      const position = queueOf(take.key, takes.indexOf(take)).length + 1
      return { status: 202, state, position, estimatedAt: estimate(take.key, position, take.margin) }
    }
    if (state === 'awaiting_approval') return { status: 202, state }
    if (state !== 'handed') return { status: 200, state }
    const until = window === undefined ? (take.overAt ?? 0) + counterCodeGoodFor : (window + 1) * (keyOf(take.key).period ?? 0) * 1000
    if (now >= until) return { status: 410, code: 'takes.code_gone' }
    return { status: 200, state, ...(window === undefined ? {} : { window }), ...(counter === undefined ? {} : { counter }) }
  }

  return {
    takes,

    setTime(time: number): void {
      now = time
    },

    /** Somebody asks for a code. `id`: what the application called it, where it took it in. */
    ask(taker: number, key: number, body: { wait: number; margin: number }, id: string | undefined): Expected {
      const { isProgram } = takers[taker] as ModelTaker
      const { period } = keyOf(key)
      if (isProgram && takes.filter((take) => take.taker === taker && take.askedAt > now - 60_000).length >= takesPerMinute)
        return { status: 429, code: 'takes.limit' }
      if (period !== null && body.margin >= period) return { status: 422, code: 'takes.margin_too_long' }
      const margin = period === null ? 0 : body.margin
      const waiting = queueOf(key).length
      const own = takes.filter((take) => take.taker === taker && isPresent(take)).length
      if (waiting >= takesPerKey || own >= takesPerTaker) return { status: 429, code: 'takes.queue_full' }
      if (estimate(key, waiting + 1, margin) > now + body.wait * 1000) return { status: 409, code: 'takes.too_long' }
      const take: ModelTake = {
        id: id ?? '',
        taker,
        key,
        state: isProgram ? 'awaiting_approval' : 'queued',
        askedAt: now,
        seenAt: now,
        deadline: now + body.wait * 1000,
        margin,
      }
      takes.push(take)
      if (take.state === 'queued') attempt(take)
      return show(take)
    },

    /** Its taker asks about it again. */
    look(take: ModelTake): Expected {
      if (isWaiting(take)) {
        if (take.deadline <= now) take.state = 'timed_out'
        else if (take.seenAt <= now - unseenFor) take.state = 'abandoned'
        take.seenAt = now
      }
      if (take.state === 'queued') attempt(take)
      return show(take)
    },

    cancel(take: ModelTake): Expected {
      if (isWaiting(take)) take.state = 'cancelled'
      return take.state === 'handed' ? { status: 409, code: 'takes.handed' } : { status: 200, state: take.state }
    },

    /** How many may still be denied before the program is suspended. */
    denialsLeft: () => 2 - denials.filter((at) => at > now - 3_600_000).length,

    decide(take: ModelTake, isYes: boolean): Expected {
      if (take.state !== 'awaiting_approval' || !isPresent(take)) return { status: 409, code: 'takes.decided' }
      if (!isYes) denials.push(now)
      take.state = isYes ? 'queued' : 'denied'
      return { status: 200 }
    },

    copy(taker: number, key: number, which: 'current' | 'next'): Expected {
      if (keyOf(key).isExclusive) return { status: 409, code: 'keys.exclusive' }
      if (keyOf(key).period === null) return { status: 200, isTaken: false, isReserved: false }
      const window = windowOf(key) + (which === 'next' ? 1 : 0)
      const lease = leasesOf(key).get(window)
      const isTaken = lease !== undefined && copies.some((one) => one.key === key && one.window === window && one.taker !== taker)
      const isReserved = !isTaken && lease?.kind === 'turn' && lease.taker !== taker
      // A reserved code that somebody copied is used: it is not given back.
      if (lease === undefined) leasesOf(key).set(window, { kind: 'copy', taker })
      else lease.isCopied = true
      copies.push({ key, window, taker })
      return { status: 200, isTaken, isReserved }
    },

    turn(taker: number, key: number): Expected {
      if (keyOf(key).isExclusive) return { status: 409, code: 'keys.exclusive' }
      if (keyOf(key).period === null) return { status: 409, code: 'keys.counter_based' }
      const window = windowOf(key) + 1
      const lease = leasesOf(key).get(window)
      if (lease === undefined) leasesOf(key).set(window, { kind: 'turn', taker })
      return lease === undefined || lease.taker === taker ? { status: 200 } : { status: 409, code: 'keys.turn_taken' }
    },

    giveBack(taker: number, key: number): Expected {
      if (keyOf(key).isExclusive) return { status: 409, code: 'keys.exclusive' }
      if (keyOf(key).period === null) return { status: 409, code: 'keys.counter_based' }
      const own = [...leasesOf(key)].filter(
        ([window, lease]) => window > windowOf(key) && lease.kind === 'turn' && !lease.isCopied && lease.taker === taker,
      )
      for (const [window] of own) leasesOf(key).delete(window)
      return { status: 200, givenBack: own.length > 0 }
    },
  }
}
