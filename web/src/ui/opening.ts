import { startTransition, useDeferredValue, useLayoutEffect, useReducer } from 'react'

/*
 * Covering the page makes the browser recompute all of its styles. Opened by pointer, the button is shown as pressed first; opened by keyboard, it
 * opens at once, since the next key is meant for it.
 */

let isByPointer = false
addEventListener('pointerdown', () => (isByPointer = true), { capture: true })
addEventListener('keydown', () => (isByPointer = false), { capture: true })

/** Whether to render what `isOpen` says. Closing is immediate. A key pressed meanwhile is meant for the opening layer too, and renders it. */
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
