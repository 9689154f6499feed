import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { changesOnScreen, shownOnce } from '../lib/unsaved-changes.ts'
import type { DiscardReason } from './DiscardDialog.tsx'
import { type TypedFields, watchTypedFields } from './typed-fields.ts'

/**
 * Keeps what a dialog holds from being lost: `request(act)` acts at once, or asks first where a field of the dialog was typed into, a form in it said
 * `useUnsavedChanges`, or `isSending`. Links in the dialog are held back in the same way. `onElement` gets the dialog's element.
 */
export function useDiscardGuard(isOpen: boolean, isSending: boolean) {
  const fields = useRef<TypedFields>(undefined)
  // Changes held by forms of the page beneath are not this dialog's.
  const beneath = useRef({ changes: 0, once: 0 })
  const [held, setHeld] = useState<{ act: () => void; isSending?: boolean }>()
  // Refused: there is nothing left to wait for.
  if (held?.isSending && !isSending) setHeld(undefined)
  // Runs before the dialog's forms report their changes.
  useLayoutEffect(() => {
    if (isOpen) beneath.current = { changes: changesOnScreen.get(), once: shownOnce.get() }
  }, [isOpen])

  const holdsChanges = useCallback(() => changesOnScreen.get() > beneath.current.changes || (fields.current?.areChanged() ?? false), [])
  const request = useCallback(
    (act: () => void) => {
      if (isSending || holdsChanges()) setHeld({ act, isSending })
      else act()
    },
    [holdsChanges, isSending],
  )
  const reasonOf = ({ isSending = false }): DiscardReason => {
    if (isSending) return 'sending'
    // It shows what cannot be shown again, rather than what somebody typed.
    return shownOnce.get() > beneath.current.once ? 'once' : 'typed'
  }
  const stop = useRef(() => {})
  const onElement = useCallback(
    (dialog: Element | null) => {
      stop.current()
      stop.current = () => {}
      fields.current = undefined
      if (!dialog) return
      const typed = watchTypedFields(dialog)
      const stopLinks = holdLinksBack(dialog, holdsChanges, (act) => setHeld({ act }))
      fields.current = typed
      stop.current = () => {
        typed.stop()
        stopLinks()
      }
    },
    [holdsChanges],
  )
  return {
    holdsChanges,
    request,
    onElement,
    /** The reason of the question that is open. */
    asks: isOpen && held ? reasonOf(held) : undefined,
    keep: () => setHeld(undefined),
    discard() {
      setHeld(undefined)
      held?.act()
    },
  }
}

/** A link that opens in the same tab would take the dialog away. */
function holdLinksBack(dialog: Element, holdsChanges: () => boolean, ask: (act: () => void) => void): () => void {
  let allowed: HTMLAnchorElement | undefined
  const onClick = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link === allowed || opensElsewhere(link, event) || !holdsChanges()) return
    event.preventDefault()
    event.stopImmediatePropagation()
    ask(() => {
      allowed = link
      link.click()
    })
  }
  dialog.addEventListener('click', onClick, { capture: true })
  return () => dialog.removeEventListener('click', onClick, { capture: true })
}

const opensElsewhere = (link: HTMLAnchorElement, event: Event) =>
  (link.target !== '' && link.target !== '_self') ||
  link.hasAttribute('download') ||
  (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey))
