import { type RefCallback, useCallback, useEffect, useState } from 'react'

/** Where the focus came from when each dialog opened, nearest first. */
const paths = new WeakMap<Element, readonly HTMLElement[]>()

/**
 * React Aria gives the focus back to what had it when a dialog opened. That may be gone by then: it stood in a menu, or in a dialog whose
 * place this one took, as when one waits for its content. The focus then goes a step further back. The answer belongs on the dialog.
 */
export function useReturnFocus(): RefCallback<Element> {
  const [path] = useState(pathToFocus)
  useEffect(
    () => () => {
      // React Aria takes one frame.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (document.activeElement === document.body) path.find(({ isConnected }) => isConnected)?.focus()
        }),
      )
    },
    [path],
  )
  return useCallback((dialog) => void (dialog && paths.set(dialog, path)), [path])
}

function pathToFocus(): readonly HTMLElement[] {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return []
  const dialog = focused.closest('[role=dialog], [role=alertdialog]')
  return [focused, ...triggerOf(focused.closest('[role=menu]')), ...((dialog && paths.get(dialog)) ?? [])]
}

const triggerOf = (menu: Element | null) => (menu ? document.querySelectorAll<HTMLElement>(`[aria-controls="${CSS.escape(menu.id)}"]`) : [])
