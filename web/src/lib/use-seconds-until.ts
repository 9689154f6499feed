import { useEffect, useState } from 'react'

/** Whole seconds until `deadline` (of `performance.now()`), counted from the clock and rendered each second; 0 once it is over or without one. */
export function useSecondsUntil(deadline: number | undefined): number {
  const [now, setNow] = useState(() => performance.now())
  const left = deadline === undefined ? 0 : Math.max(0, Math.ceil((deadline - now) / 1000))
  const over = left === 0
  useEffect(() => {
    if (deadline === undefined) return
    setNow(performance.now())
    if (over) return
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [deadline, over])
  return left
}
