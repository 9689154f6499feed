import { useEffect, useState } from 'react'

/** Milliseconds on one key after which its details are worth a request. */
const rest = 300

/** False while somebody walks through the keys; true once `id` has stayed the same for a moment. */
export function useIsResting(id: string): boolean {
  const [rested, setRested] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setRested(id), rest)
    return () => clearTimeout(timer)
  }, [id])
  return rested === id
}
