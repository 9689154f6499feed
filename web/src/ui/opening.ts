import { startTransition, useDeferredValue } from 'react'

/*
 * What covers the page has the styles of all of it computed anew. Whoever opens it by pointer sees the button pressed before that; by keyboard it
 * opens at once, since the next key is meant for what opens.
 */

let isByPointer = false
addEventListener('pointerdown', () => (isByPointer = true), { capture: true })
addEventListener('keydown', () => (isByPointer = false), { capture: true })

/** Whether to draw what `isOpen` says. Closing waits for nothing. */
export function useOpening(isOpen: boolean): boolean {
  const isDrawn = useDeferredValue(isOpen, false)
  return isOpen && (isDrawn || !isByPointer)
}

/** Tells that something opened or closed. */
export function changeOpen(isOpen: boolean, setIsOpen: (isOpen: boolean) => void): void {
  if (isOpen && isByPointer) startTransition(() => setIsOpen(true))
  else setIsOpen(isOpen)
}
