import { useEffect, useState } from 'react'

/** Milliseconds after loading in which the screen itself still fetches what it shows. */
const grace = 1000

/** Turns true once the page has loaded, its screen had time to get ready, and the browser has nothing better to do. */
export function useIsSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    const settle = () => setIsSettled(true)
    // Safari has no `requestIdleCallback`.
    const whenIdle = () => ('requestIdleCallback' in window ? window.requestIdleCallback(settle, { timeout: 2000 }) : settle())
    const wait = () => setTimeout(whenIdle, grace)
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true })
    return () => window.removeEventListener('load', wait)
  }, [])
  return isSettled
}
