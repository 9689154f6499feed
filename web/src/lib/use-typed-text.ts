import { useEffect, useEffectEvent, useState } from 'react'

/** Milliseconds without a key after which a text counts, where nothing else is said. */
const usualPause = 300

/**
 * A typed text that is stored elsewhere, such as in the address: follows the stored text, and stores the typed one after a pause. The typed text
 * stays until it is stored, to avoid flicker.
 */
export function useTypedText(kept: string, keep: (text: string) => void, pause = usualPause): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState<{ text: string; isReported: boolean }>()
  const [known, setKnown] = useState(kept)
  const report = useEffectEvent(keep)
  if (kept !== known) {
    setKnown(kept)
    if (typed?.isReported) setTyped(undefined)
  }
  useEffect(() => {
    if (typed === undefined || typed.isReported) return
    const timer = setTimeout(() => {
      setTyped({ ...typed, isReported: true })
      report(typed.text)
    }, pause)
    return () => clearTimeout(timer)
  }, [typed, pause])
  return [typed?.text ?? kept, (text) => setTyped({ text, isReported: false })]
}
