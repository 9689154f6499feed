import { useEffect, useEffectEvent, useState } from 'react'

/** Seconds for which what makes codes stays on the screen. */
const shownFor = 60

/** Counts down while a secret is on the screen; calls `onHide` at the end, and at once if the tab is hidden. Returns the seconds left. */
export function useHideSoon(onHide: () => void): number {
  const [endsAt] = useState(() => Date.now() + shownFor * 1000)
  const [left, setLeft] = useState(shownFor)
  const hide = useEffectEvent(onHide)
  useEffect(() => {
    const look = () => {
      const seconds = Math.ceil((endsAt - Date.now()) / 1000)
      setLeft(Math.max(0, seconds))
      if (seconds <= 0 || document.visibilityState === 'hidden') hide()
    }
    const timer = setInterval(look, 1000)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [endsAt])
  return left
}
