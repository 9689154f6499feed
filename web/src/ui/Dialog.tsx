import './dialog.css'
import { type FormEvent, type ReactNode, type Ref, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { CloseIconButton } from './CloseIconButton.tsx'
import { DialogFrame } from './DialogFrame.tsx'

type DialogProps = {
  title: ReactNode
  subtitle?: ReactNode
  /** Left out: open for as long as it is mounted. */
  isOpen?: boolean
  /** Called when the user closes it, discarding its data. */
  onClose: () => void
  /** Makes body and footer one form, so that Enter submits. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** It is being sent: closing asks first, and does not stop that. */
  pending?: boolean
  /** Its name is in the address of the page. */
  inAddress?: boolean
  /** Buttons; the main one last. */
  footer?: ReactNode
  /** `full`: as much as there is, for an editor. */
  size?: 'sm' | 'md' | 'lg' | 'full'
  children: ReactNode
}

/** A modal dialog; a sheet from below on narrow screens. Traps the focus and gives it back. */
export function Dialog({ onSubmit, footer, children, ...frame }: DialogProps) {
  return (
    <SteppedDialog {...frame}>
      <DialogContent onSubmit={onSubmit} footer={footer}>
        {children}
      </DialogContent>
    </SteppedDialog>
  )
}

type SteppedDialogProps = Omit<DialogProps, 'onSubmit' | 'footer'>

/** A dialog whose content changes while it is open: `children` is one `DialogStep` at a time. */
export function SteppedDialog({ title, subtitle, pending = false, children, ...frame }: SteppedDialogProps) {
  const subtitleId = useId()
  return (
    <DialogFrame {...frame} role="dialog" pending={pending} describedBy={subtitle ? subtitleId : undefined}>
      <header className="ui-dialog-head">
        <div>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {subtitle && <p id={subtitleId}>{subtitle}</p>}
        </div>
        <CloseIconButton />
      </header>
      {children}
    </DialogFrame>
  )
}

type DialogContentProps = { onSubmit?: DialogProps['onSubmit']; footer?: ReactNode; children: ReactNode }

/** Content of a `SteppedDialog`. The focus moves with it, unless one of its fields took it. */
export function DialogStep(props: DialogContentProps) {
  return <DialogContent {...props} body={useTakenFocus()} />
}

/** The outcome of a form in a dialog, in its place. The focus moves with it, and not to the button that closes the dialog. */
export function DialogOutcome({ children }: { children: ReactNode }) {
  return (
    <div ref={useTakenFocus()} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}

function useTakenFocus(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  // Before React Aria looks for another place for it.
  useLayoutEffect(() => {
    // The control that led here is gone.
    if (document.activeElement === document.body) place.current?.focus()
  }, [])
  return place
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
