import './print.css'
import { type ReactNode, useCallback } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useOpening } from './opening.ts'
import { useDialogFocus } from './use-dialog-focus.ts'
import { useOpenDialog } from './use-open-dialog.ts'

export interface OverlayProps {
  /** Left out: open for as long as it is mounted. */
  isOpen?: boolean
  /** Esc, the browser's Back, and a press outside where it is dismissable. */
  onClose: () => void
  /** While true nothing closes it. */
  pending?: boolean
  /** Whether a press outside closes it. */
  dismissable?: boolean
  /** See `OpenDialog`. */
  inAddress?: boolean
  holdsChanges?: () => boolean
  /** Gets the element of the dialog, and null when it is gone. */
  onElement?: (dialog: Element | null) => void
  role?: 'dialog' | 'alertdialog'
  label?: string
  describedBy?: string | undefined
  scrimClassName?: string
  placeClassName: string
  className: string
  size?: string
  children: ReactNode
}

/**
 * The only way to cover the page: every dialog, drawer, palette and printed sheet uses it, and `tools/import-rules.mjs` refuses others. It traps and
 * restores the focus, and registers with `shell/dialog-history.ts`, so that the browser's Back closes it.
 */
export function Overlay({ isOpen = true, onClose, pending = false, dismissable = false, inAddress = false, ...rest }: OverlayProps) {
  const { role = 'dialog', label, describedBy, size, holdsChanges, onElement } = rest
  const returnFocus = useDialogFocus()
  const ref = useCallback(
    (dialog: Element | null) => {
      void returnFocus(dialog)
      onElement?.(dialog)
    },
    [returnFocus, onElement],
  )
  useOpenDialog({ isOpen, onClose, pending, inAddress, holdsChanges })
  return (
    <ModalOverlay
      className={`ui-overlay ${rest.scrimClassName ?? 'ui-scrim'}`}
      isOpen={useOpening(isOpen)}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={dismissable && !pending}
      isKeyboardDismissDisabled={pending}
    >
      <Modal className={rest.placeClassName} data-size={size}>
        <Dialog
          ref={ref}
          className={rest.className}
          role={role}
          {...(label !== undefined && { 'aria-label': label })}
          {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
        >
          {rest.children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
