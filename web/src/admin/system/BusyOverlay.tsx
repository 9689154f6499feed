import './system.css'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'

/** Stands over everything until something is done: nothing can be pressed, and nothing closes it. */
export function BusyOverlay({ label }: { label: string }) {
  return (
    <ModalOverlay className="ui-scrim" isOpen isKeyboardDismissDisabled>
      <Modal className="system-busy">
        <Dialog aria-label={label} className="system-busy-dialog">
          <span className="ui-spinner" aria-hidden="true" />
          <span role="status">{label}</span>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
