import './dialog.css'
import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from './Button.tsx'
import { useOpening } from './opening.ts'
import { useReturnFocus } from './return-focus.ts'

type DialogProps = {
  title: ReactNode
  subtitle?: ReactNode
  /** Left out: open for as long as it is mounted. */
  isOpen?: boolean
  /** Esc, the close button, and a press outside when there is no form to lose. */
  onClose: () => void
  /** Makes body and footer one form, so that Enter submits. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** While true nothing closes the dialog. */
  pending?: boolean
  /** Buttons; the main one last. */
  footer?: ReactNode
  /** `full`: as much as there is, for an editor. */
  size?: 'sm' | 'md' | 'lg' | 'full'
  children: ReactNode
}

/** A modal dialog; a sheet from below on narrow screens. Traps the focus and gives it back. */
export function Dialog({ onSubmit, footer, children, ...frame }: DialogProps) {
  return (
    <SteppedDialog {...frame} dismissable={!onSubmit}>
      <DialogContent onSubmit={onSubmit} footer={footer}>
        {children}
      </DialogContent>
    </SteppedDialog>
  )
}

type SteppedDialogProps = Omit<DialogProps, 'onSubmit' | 'footer'> & {
  /** Whether a press outside closes it. */
  dismissable?: boolean
}

/** A dialog whose content changes while it is open: `children` is one `DialogStep` at a time. */
export function SteppedDialog({ title, subtitle, onClose, pending = false, dismissable = false, children, ...frame }: SteppedDialogProps) {
  const { t } = useLingui()
  const subtitleId = useId()
  return (
    <DialogFrame
      {...frame}
      role="dialog"
      onClose={onClose}
      pending={pending}
      dismissable={dismissable}
      describedBy={subtitle ? subtitleId : undefined}
    >
      <header className="ui-dialog-head">
        <div>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {subtitle && <p id={subtitleId}>{subtitle}</p>}
        </div>
        <IconButton size="sm" icon={X} label={t`Close`} onPress={onClose} {...(pending && { disabledReason: t`Please wait.` })} />
      </header>
      {children}
    </DialogFrame>
  )
}

type DialogContentProps = { onSubmit?: DialogProps['onSubmit']; footer?: ReactNode; children: ReactNode }

/** What stands in a `SteppedDialog`. The focus goes with it, unless a field of it took it. */
export function DialogStep(props: DialogContentProps) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that led here is gone with its step.
    if (document.activeElement === document.body) body.current?.focus()
  }, [])
  return <DialogContent {...props} body={body} />
}

function DialogContent({ onSubmit, footer, children, body }: DialogContentProps & { body?: Ref<HTMLDivElement> }) {
  const content = (
    <>
      <div className="ui-dialog-body" {...(body && { ref: body, tabIndex: -1 })}>
        {children}
      </div>
      {footer && <footer className="ui-dialog-foot">{footer}</footer>}
    </>
  )
  if (!onSubmit) return content
  return (
    <form noValidate onSubmit={onSubmit}>
      {content}
    </form>
  )
}

/** The overlay and the panel that `Dialog` and `AlertDialog` share. */
export function DialogFrame({
  role,
  isOpen = true,
  onClose,
  pending,
  dismissable,
  describedBy,
  size = 'md',
  children,
}: Pick<DialogProps, 'isOpen' | 'onClose' | 'size' | 'children'> & {
  role: 'dialog' | 'alertdialog'
  pending: boolean
  dismissable: boolean
  describedBy: string | undefined
}) {
  const dialog = useReturnFocus()
  return (
    <ModalOverlay
      className="ui-scrim"
      isOpen={useOpening(isOpen)}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={dismissable && !pending}
      isKeyboardDismissDisabled={pending}
    >
      <Modal className="ui-dialog-place" data-size={size}>
        <AriaDialog ref={dialog} className="ui-dialog" role={role} {...(describedBy && { 'aria-describedby': describedBy })}>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
