import { useEffect, useRef, useState } from 'react'

/**
 * Follows `value`: at once after a pause, and while it goes on changing at most once in `milliseconds`. The last one always comes through.
 */
export function useThrottled<Value>(value: Value, milliseconds: number): Value {
  const [followed, setFollowed] = useState(value)
  const last = useRef(-Infinity)
  useEffect(() => {
    const follow = () => {
      last.current = performance.now()
      setFollowed(value)
    }
    const timer = setTimeout(follow, Math.max(0, last.current + milliseconds - performance.now()))
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return followed
}
