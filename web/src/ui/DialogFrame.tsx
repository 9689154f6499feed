import './sheet.css'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { DiscardDialog } from './DiscardDialog.tsx'
import { Overlay } from './Overlay.tsx'
import { useDiscardGuard } from './use-discard-guard.ts'

interface DialogFrameProps {
  role: 'dialog' | 'alertdialog'
  isOpen?: boolean | undefined
  onClose: () => void
  pending: boolean
  inAddress?: boolean | undefined
  describedBy: string | undefined
  /** `sheet`: from the end of the page, over its height. */
  size?: 'sm' | 'md' | 'lg' | 'full' | 'sheet' | undefined
  children: ReactNode
}

const Closing = createContext<{ requestClose: () => void; pending: boolean }>({ requestClose: () => {}, pending: false })

/** For buttons that close a dialog without an act: asks first if there are unsaved changes. */
export const useClosing = () => use(Closing)

/**
 * The panel that `Dialog` and `AlertDialog` share. Esc, the browser's Back, the close button, Cancel and a press outside all close it, and all
 * ask first when it is half filled.
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
  const guard = useDiscardGuard(isOpen)
  const { request } = guard
  const closing = useMemo(() => ({ requestClose: () => request(onClose), pending }), [request, onClose, pending])
  return (
    <>
      <Overlay
        role={role}
        isOpen={isOpen}
        onClose={closing.requestClose}
        pending={pending}
        dismissable={role === 'dialog'}
        inAddress={inAddress}
        holdsChanges={guard.holdsChanges}
        onElement={guard.onElement}
        describedBy={describedBy}
        size={size}
        placeClassName="ui-dialog-place"
        className="ui-dialog"
      >
        <Closing value={closing}>{children}</Closing>
      </Overlay>
      {guard.isAsking && <DiscardDialog isShownOnce={guard.showsOnce()} onKeep={guard.keep} onDiscard={guard.discard} />}
    </>
  )
}
