import { startTransition, useDeferredValue, useLayoutEffect, useReducer } from 'react'

/*
 * What covers the page has the styles of all of it recomputed. Whoever opens it by pointer sees the button pressed before that; by keyboard it
 * opens at once, since the next key is meant for what opens.
 */

let isByPointer = false
addEventListener('pointerdown', () => (isByPointer = true), { capture: true })
addEventListener('keydown', () => (isByPointer = false), { capture: true })

/** Whether to draw what `isOpen` says. Closing waits for nothing. A key that comes first is meant for what opens too, and draws it. */
export function useOpening(isOpen: boolean): boolean {
  const isDrawn = useDeferredValue(isOpen, false)
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const isWaiting = isOpen && !isDrawn && isByPointer
  useLayoutEffect(() => {
    if (!isWaiting) return
    addEventListener('keydown', draw, { capture: true })
    return () => removeEventListener('keydown', draw, { capture: true })
  }, [isWaiting])
  return isOpen && !isWaiting
}

/** Tells that something opened or closed. */
export function changeOpen(isOpen: boolean, setIsOpen: (isOpen: boolean) => void): void {
  if (isOpen && isByPointer) startTransition(() => setIsOpen(true))
  else setIsOpen(isOpen)
}
