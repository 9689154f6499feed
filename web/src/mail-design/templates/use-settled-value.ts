import { useEffect, useState } from 'react'

/** `value`, once it has not changed for so many milliseconds. `value` has to be a string or a number. */
export function useSettledValue<Value extends string | number>(value: Value, pause: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}
