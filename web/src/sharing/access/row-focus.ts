import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

export const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-access-row]') ?? [])]

/** Arrows, Home and End move between rows and within one. Answers whether the key is one of them. */
export function moveFocus(key: string, all: HTMLElement[], at: HTMLElement, target: HTMLElement): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1, Home: -all.length, End: all.length }[key]
  if (step !== undefined) {
    const next = all[Math.min(Math.max(all.indexOf(at) + step, 0), all.length - 1)]
    next?.querySelector<HTMLElement>('[data-stop]')?.focus()
    return true
  }
  if (key === 'ArrowRight' || key === 'ArrowLeft') {
    const buttons = [...at.querySelectorAll<HTMLElement>('button')]
    const onwards = (key === 'ArrowRight') !== at.matches(':dir(rtl)') ? 1 : -1
    buttons[buttons.indexOf(target) + onwards]?.focus()
    return true
  }
  return false
}

/** If the focused row is removed, focuses the row in its place, the next one, or the field. */
export function useFollowedFocus(list: RefObject<HTMLDivElement | null>) {
  /** The focused row, and the number of rows above it. */
  const focused = useRef<{ id: string | undefined; index: number }>(undefined)
  useLayoutEffect(() => {
    if (!focused.current || document.activeElement !== document.body) return
    const all = rowsIn(list.current)
    const { id, index } = focused.current
    const next = all.find((one) => one.dataset['accessRow'] === id) ?? all[Math.min(index, all.length - 1)]
    const field = list.current?.closest('[role=dialog]')?.querySelector<HTMLElement>('[role=combobox]')
    ;(next?.querySelector<HTMLElement>('[data-stop]') ?? field)?.focus()
  })

  return {
    onFocusCapture({ target }: FocusEvent) {
      const at = target.closest<HTMLElement>('[data-access-row]')
      focused.current = at ? { id: at.dataset['accessRow'], index: rowsIn(list.current).indexOf(at) } : undefined
    },
    onBlurCapture({ relatedTarget }: FocusEvent) {
      // Without a new focus the row was removed.
      if (relatedTarget !== null) focused.current = undefined
    },
  }
}
