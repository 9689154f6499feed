import { type RefObject, useEffect } from 'react'

/** Whether the keyboard would cover what was opened, as on a phone. */
export const coversByKeyboard = () => window.matchMedia('(pointer: coarse)').matches

const typed = 'input:not([type=radio], [type=checkbox], [type=file], [type=range], [type=color], [type=hidden]), textarea'

/** Whether it is for typing or choosing. A choice that is made already is passed by: a letter meant for the next field would change it. */
const isToFill = (field: Element) =>
  field instanceof HTMLSelectElement ? !field.disabled && field.value === '' : field.matches(`:is(${typed}):not(:disabled, :read-only)`)

/**
 * A form that opens in a dialog has the focus in its first field, unless a field took it (`autoFocus`), so that typing can begin at once. Without such a
 * field, and on a phone, the dialog keeps it.
 */
export function useFirstField(place: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const form = place.current
    if (!form || coversByKeyboard() || form.contains(document.activeElement)) return
    const fields: HTMLElement[] = [...form.querySelectorAll<HTMLElement>('input, textarea, select')]
    fields.find(isToFill)?.focus({ preventScroll: true })
  }, [place])
}
