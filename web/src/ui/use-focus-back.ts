import { type RefObject, useEffect } from 'react'

/**
 * Gives the focus to `stage` when the pointer takes it into a frame there: keys that a frame without scripts gets are lost to the page, Escape among them.
 * Somebody who goes into the frame by Tab stays in it, to scroll, and leaves it by Tab.
 */
export function useFocusBack(stage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listening = new AbortController()
    let isByTab = false
    window.addEventListener('keydown', ({ key }) => (isByTab = key === 'Tab'), { signal: listening.signal, capture: true })
    window.addEventListener('pointerover', () => (isByTab = false), { signal: listening.signal, capture: true })
    const giveBack = () => {
      const { activeElement } = document
      if (!isByTab && activeElement instanceof HTMLIFrameElement && stage.current?.contains(activeElement) === true)
        stage.current.focus({ preventScroll: true })
    }
    // Once the frame has the focus: taken back while it moves, it would go on to the frame all the same.
    window.addEventListener('blur', () => setTimeout(giveBack), { signal: listening.signal })
    return () => listening.abort()
  }, [stage])
}
