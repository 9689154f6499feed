interface Dependencies {
  /** Milliseconds without use after which the vault locks itself. */
  after: number
  /** Says that somebody is here; at most once in `reportEvery`. */
  report: () => void
  lock: () => void
}

/** Milliseconds: the server has to know of use, though not of every stroke. */
export const reportEvery = 15_000

/**
 * Detects an unattended screen. It compares clock times rather than trusting timers: a timer that a sleeping computer held back must not let the
 * first touch afterwards keep the vault open.
 */
export function createIdleLock({ after, report, lock }: Dependencies) {
  let usedAt = Date.now()
  // The server knows of no use in this page yet.
  let reportedAt = -Infinity
  let isOver = false
  let lockTimer: ReturnType<typeof setTimeout> | undefined
  let reportTimer: ReturnType<typeof setTimeout> | undefined

  /** False: it is too late. */
  function check(): boolean {
    if (isOver) return false
    clearTimeout(lockTimer)
    const left = usedAt + after - Date.now()
    if (left > 0) {
      lockTimer = setTimeout(check, left)
      return true
    }
    stop()
    lock()
    return false
  }

  function reportNow() {
    clearTimeout(reportTimer)
    reportTimer = undefined
    reportedAt = Date.now()
    report()
  }

  function stop() {
    isOver = true
    clearTimeout(lockTimer)
    clearTimeout(reportTimer)
  }

  lockTimer = setTimeout(check, after)
  return {
    /** Activity in this tab. */
    use() {
      if (!check()) return
      usedAt = Date.now()
      const wait = reportedAt + reportEvery - usedAt
      if (wait <= 0) reportNow()
      else reportTimer ??= setTimeout(reportNow, wait)
    },
    /** Activity in another tab, which reports it. */
    useElsewhere() {
      if (check()) usedAt = Date.now()
    },
    /** The tab is looked at again. */
    check,
    stop,
  }
}
