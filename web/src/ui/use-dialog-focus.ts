import { type RefCallback, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { focusPaths } from './focus-paths.ts'

/** Path of a dialog that is gone before the focus is back: a dialog that follows it may open meanwhile, or keep it hidden until its script is there. */
let leaving: readonly HTMLElement[] = []

/**
 * React Aria returns the focus to its origin before a dialog opened. That may be gone by then: it was in a menu, or in a dialog that this one
 * replaced, such as a loading one. The focus then goes a step further back. Put the returned ref on the dialog.
 */
export function useDialogFocus(): RefCallback<Element> {
  const [path] = useState(pathToFocus)
  useLayoutEffect(() => {
    leaving = []
    return () => void (leaving = path)
  }, [path])
  useEffect(
    () => () =>
      afterSettling(() => {
        leaving = []
        focusFirstOf(path)
      }),
    [path],
  )
  return useCallback(
    (dialog) => {
      if (!dialog) return undefined
      focusPaths.set(dialog, path)
      return holdFocus(dialog)
    },
    [path],
  )
}

/**
 * On every page (shell/LateShell.tsx), and inside a dialog that has this as its ref, the focus goes to what surrounded the control that had it, once
 * that control is gone: a button whose press takes it away, or a row that was removed. Otherwise it would fall to the page, and the next Tab would
 * start anywhere.
 */
export function holdFocus(place: Element | null): (() => void) | undefined {
  if (!place) return undefined
  let path: readonly HTMLElement[] = []
  const note = () => {
    if (document.activeElement instanceof HTMLElement) path = pathToFocus()
  }
  const observer = new MutationObserver(() => {
    if (path[0]?.isConnected !== false) return
    const left = path
    // Once for each control: somebody who then presses an empty place of the page is left alone.
    path = []
    afterSettling(() => focusFirstOf(left))
  })
  place.addEventListener('focusin', note)
  observer.observe(place, { childList: true, subtree: true })
  return () => {
    place.removeEventListener('focusin', note)
    observer.disconnect()
  }
}

/** React Aria takes one frame, and so do fields that take the focus themselves. */
const afterSettling = (work: () => void) => void requestAnimationFrame(() => requestAnimationFrame(work))

function focusFirstOf(path: readonly HTMLElement[]) {
  if (document.activeElement !== document.body) return
  const place = path.find(({ isConnected }) => isConnected)
  place?.focus({ preventScroll: true })
  if (!place || document.activeElement === place) return
  // A container is a starting point for reading, not a control.
  place.tabIndex = -1
  place.dataset['held'] = ''
  const letGo = () => {
    place.removeAttribute('tabindex')
    delete place.dataset['held']
  }
  place.addEventListener('blur', letGo, { once: true })
  place.focus({ preventScroll: true })
}

/** The focused element; its ancestors in its dialog, or in the main part of the page; and then the path of that dialog. */
function pathToFocus(): readonly HTMLElement[] {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return leaving
  const dialog = focused.closest<HTMLElement>('[role=dialog], [role=alertdialog]')
  const surroundings = around(focused, dialog ?? focused.closest('main'))
  return [focused, ...triggerOf(focused.closest('[role=menu]')), ...surroundings, ...((dialog && focusPaths.get(dialog)) ?? [])]
}

function around(focused: HTMLElement, root: HTMLElement | null): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let place = focused.parentElement; root?.contains(place); place = place?.parentElement ?? null) if (place) found.push(place)
  return found
}

const triggerOf = (menu: Element | null) => (menu ? document.querySelectorAll<HTMLElement>(`[aria-controls="${CSS.escape(menu.id)}"]`) : [])
