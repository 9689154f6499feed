/** A place in a lane, until it is given up. Giving it up twice is once. */
export type LeaveLane = () => void

/** Limits the e-mails in progress. The most urgent waiting one goes first, then the one that has waited longest. */
export function createLanes(count: number) {
  let free = count
  const waiting = createUrgentFirst<() => void>()
  let vacant: PromiseWithResolvers<void> | undefined

  function giveUp(): void {
    const next = waiting.shift()
    if (next !== undefined) return next()
    free += 1
    vacant?.resolve()
    vacant = undefined
  }

  /** False: `signal` was aborted before a lane became free. */
  async function turn(rank: number, signal: AbortSignal): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const enter = () => resolve(true)
    const giveIn = () => {
      // The lane may have been granted at this very moment.
      if (waiting.remove(enter)) resolve(false)
    }
    waiting.push(rank, enter)
    signal.addEventListener('abort', giveIn, { once: true })
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', giveIn)
    }
  }

  return {
    /** Undefined: none was free before `signal` was aborted. */
    async enter(rank: number, signal: AbortSignal): Promise<LeaveLane | undefined> {
      if (signal.aborted) return undefined
      if (free > 0) free -= 1
      else if (!(await turn(rank, signal))) return undefined
      let isOver = false
      return () => {
        if (!isOver) giveUp()
        isOver = true
      }
    },
    /** Resolves when a lane is free and nothing waits for it. */
    async vacancy(): Promise<void> {
      if (free > 0) return
      vacant ??= Promise.withResolvers<void>()
      await vacant.promise
    },
  }
}

export type Lanes = ReturnType<typeof createLanes>

/** A queue from which the lowest rank comes first, and of one rank what was put in first. */
export function createUrgentFirst<Item>() {
  const items: { rank: number; item: Item }[] = []
  return {
    push(rank: number, item: Item): void {
      const place = items.findLastIndex((before) => before.rank <= rank) + 1
      items.splice(place, 0, { rank, item })
    },
    shift: (): Item | undefined => items.shift()?.item,
    /** False: it is not in the queue. */
    remove(item: Item): boolean {
      const place = items.findIndex((one) => one.item === item)
      if (place !== -1) items.splice(place, 1)
      return place !== -1
    },
    isEmpty: () => items.length === 0,
  }
}
