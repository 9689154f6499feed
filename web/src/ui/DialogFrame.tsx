import './sheet.css'
import { createContext, type ReactNode, use, useCallback } from 'react'
import { DiscardDialog } from './DiscardDialog.tsx'
import { Overlay } from './Overlay.tsx'
import { useDiscardGuard } from './use-discard-guard.ts'

interface DialogFrameProps {
  role: 'dialog' | 'alertdialog'
  isOpen?: boolean | undefined
  onClose: () => void
  /** It is being sent. */
  pending: boolean
  inAddress?: boolean | undefined
  describedBy: string | undefined
  /** `sheet`: from the end of the page, over its height. */
  size?: 'sm' | 'md' | 'lg' | 'full' | 'sheet' | undefined
  children: ReactNode
}

const Closing = createContext(() => {})

/** For buttons that close a dialog without an act: asks first if there are unsaved changes, or while it is sent. */
export const useClosing = () => use(Closing)

/**
 * The panel that `Dialog` and `AlertDialog` share. Esc, the browser's Back, the close button, Cancel and a press outside all close it, and all
 * ask first when it is half filled, or while it is sent. Nothing keeps it open: an answer may take a minute.
 */
export function DialogFrame({
  role,
  isOpen = true,
  onClose,
  pending,
  inAddress = false,
  describedBy,
  size = 'md',
  children,
}: DialogFrameProps) {
  const guard = useDiscardGuard(isOpen, pending)
  const { request } = guard
  const requestClose = useCallback(() => request(onClose), [request, onClose])
  return (
    <>
      <Overlay
        role={role}
        isOpen={isOpen}
        onClose={requestClose}
        dismissable={role === 'dialog'}
        inAddress={inAddress}
        holdsChanges={guard.holdsChanges}
        onElement={guard.onElement}
        describedBy={describedBy}
        size={size}
        placeClassName="ui-dialog-place"
        className="ui-dialog"
      >
        <Closing value={requestClose}>{children}</Closing>
      </Overlay>
      {guard.asks && <DiscardDialog about={guard.asks} onKeep={guard.keep} onDiscard={guard.discard} />}
    </>
  )
}
