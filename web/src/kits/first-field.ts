import { type DOMAttributes, type RefObject, useEffect, useRef } from 'react'

/** Whether the keyboard would cover what was opened, as on a phone. */
export const coversByKeyboard = () => window.matchMedia('(pointer: coarse)').matches

const typed = 'input:not([type=radio], [type=checkbox], [type=file], [type=range], [type=color], [type=hidden]), textarea'

/** Whether it is for typing or choosing. A choice that is made already is passed by: a letter meant for the next field would change it. */
const isToFill = (field: Element) =>
  field instanceof HTMLSelectElement ? !field.disabled && field.value === '' : field.matches(`:is(${typed}):not(:disabled, :read-only)`)

/** Answers the field, if there is one. */
function focusFirstField(form: HTMLElement): HTMLElement | undefined {
  const fields: HTMLElement[] = [...form.querySelectorAll<HTMLElement>('input, textarea, select')]
  const first = fields.find(isToFill)
  first?.focus({ preventScroll: true })
  return first
}

/**
 * A form that opens in a dialog has the focus in its first field, unless a field took it (`autoFocus`), so that typing can begin at once. Without such a
 * field, and on a phone, the dialog keeps it.
 */
export function useFirstField(place: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const form = place.current
    if (form && !coversByKeyboard() && !form.contains(document.activeElement)) focusFirstField(form)
  }, [place])
}

/**
 * The same for the form that a page is there for, with the handlers that belong on the form. A field that got the focus this way, and that nobody then
 * touched, is left without a complaint: it would move the page under the press that leaves it.
 */
export function useFirstFieldOfPage(place: RefObject<HTMLElement | null>): DOMAttributes<HTMLElement> {
  const untouched = useRef<EventTarget>(undefined)
  useEffect(() => {
    const focused = document.activeElement
    // The heading has it where another page led here.
    const isFree = focused === document.body || focused?.localName === 'h1'
    if (place.current && !coversByKeyboard() && isFree) untouched.current = focusFirstField(place.current)
  }, [place])
  const touch = () => (untouched.current = undefined)
  return {
    onInputCapture: touch,
    onPointerDownCapture: ({ target }) => target === untouched.current && touch(),
    onKeyDownCapture: ({ key, shiftKey }) => key === 'Tab' && !shiftKey && touch(),
    onBlurCapture: (event) => {
      if (event.target === untouched.current) event.stopPropagation()
      touch()
    },
  }
}
