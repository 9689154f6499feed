import { useCallback, useEffect, useRef } from 'react'

/** Tells an answer that comes late whether its component is still on the screen. */
export function useIsHere(): () => boolean {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return useCallback(() => isHere.current, [])
}
