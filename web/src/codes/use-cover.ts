import { useEffect, useState } from 'react'
import { useLiveValue } from '../lib/use-live-value.ts'
import { hiddenCodesSetting, revealDuration } from './hidden-codes.ts'

/** Whether a code is covered now, and a function to uncover it for a while. */
export function useCover() {
  const areHidden = useLiveValue(hiddenCodesSetting) === 'enabled'
  const [isUncovered, setIsUncovered] = useState(false)
  useEffect(() => {
    if (!isUncovered) return
    const timer = setTimeout(() => setIsUncovered(false), revealDuration)
    return () => clearTimeout(timer)
  }, [isUncovered])
  return { isCovered: areHidden && !isUncovered, uncover: () => setIsUncovered(true) }
}
