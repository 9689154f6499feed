import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * A field that is disabled while its form is sent would lose the focus to the page behind the dialog: the busy button has it meanwhile, and the field
 * again after a failure. `place`: what holds the fields.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, isPending: boolean): void {
  const left = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const focused = document.activeElement
    const form = place.current?.closest('form')
    if (isPending) {
      if (!(focused instanceof HTMLElement) || !focused.matches(':disabled') || place.current?.contains(focused) !== true) return
      left.current = focused
      form?.querySelector<HTMLElement>('[data-busy]')?.focus()
    } else {
      if (form?.contains(focused) === true && focused?.matches('[type=submit]') === true) left.current?.focus()
      left.current = null
    }
  }, [isPending, place])
}
