import { useEffect, useState } from 'react'
import { checkBreaches, type BreachVerdict } from './breach-check.ts'

const debounce = 1000
const shortest = 6

export type BreachCheck = BreachVerdict | { kind: 'none' } | { kind: 'checking' }

/** Whether `password` is known from data breaches: checked a second after typing stops, except for very short ones. */
export function useBreachCheck(password: string): BreachCheck {
  const [checked, setChecked] = useState<{ password: string; check: BreachCheck }>()
  useEffect(() => {
    if (password.length < shortest) return
    const stop = new AbortController()
    const ask = async () => {
      setChecked({ password, check: { kind: 'checking' } })
      const check = await checkBreaches(password, stop.signal).catch(() => undefined)
      if (check && !stop.signal.aborted) setChecked({ password, check })
    }
    const timer = setTimeout(() => void ask(), debounce)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [password])
  // The result for another text does not apply to this one.
  return checked?.password === password && password.length >= shortest ? checked.check : { kind: 'none' }
}
