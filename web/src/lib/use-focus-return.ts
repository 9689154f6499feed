import { type RefObject, useEffect, useRef } from 'react'

/** For a button that expands content in place: returns the focus to it when that is closed, unless the user has moved on. */
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
