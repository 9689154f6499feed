import { type RefObject, useEffect, useRef } from 'react'

/**
 * For the button that something is opened from in its place: it has the focus again once that is closed, unless somebody has gone elsewhere
 * meanwhile.
 */
export function useFocusReturn<Opener extends HTMLElement>(isOpen: boolean): RefObject<Opener | null> {
  const opener = useRef<Opener>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // The focused element was removed with the closed one.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
