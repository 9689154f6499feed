import { useEffect, useRef } from 'react'
import { addOpenDialog } from './open-dialogs.ts'

interface Closable {
  isOpen: boolean
  onClose: () => void
  /** While true nothing closes it. */
  pending?: boolean
  inAddress?: boolean
  holdsChanges?: (() => boolean) | undefined
}

/** Lets the browser's Back close what is open. `Overlay` does it for whatever covers the page. */
export function useOpenDialog({ isOpen, inAddress = false, ...rest }: Closable): void {
  const latest = useRef(rest)
  useEffect(() => {
    latest.current = rest
  })
  useEffect(() => {
    if (!isOpen) return
    return addOpenDialog({
      requestClose() {
        if (!latest.current.pending) latest.current.onClose()
      },
      holdsChanges: () => latest.current.holdsChanges?.() ?? false,
      inAddress,
    })
  }, [isOpen, inAddress])
}
