import { useEffect, useEffectEvent, useState } from 'react'

/** Milliseconds without a key after which a text counts, where nothing else is said. */
const usualPause = 300

/** A text that is typed here and kept elsewhere, such as in the address: it follows what is kept, and is told a moment after the last key. */
export function useTypedText(kept: string, keep: (text: string) => void, pause = usualPause): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState<string>()
  const tell = useEffectEvent(keep)
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => {
      tell(typed)
      setTyped(undefined)
    }, pause)
    return () => clearTimeout(timer)
  }, [typed, pause])
  return [typed ?? kept, setTyped]
}
