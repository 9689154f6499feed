import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { Button } from './Button.tsx'
import { DialogFrame } from './Dialog.tsx'

type AlertDialogProps = {
  /** Names the target: 'Delete Code host?'. */
  title: ReactNode
  subtitle?: ReactNode
  isOpen?: boolean
  onClose: () => void
  onConfirm: () => void
  confirmLabel: ReactNode
  pendingLabel?: ReactNode
  cancelLabel?: ReactNode
  pending?: boolean
  /** Why it cannot be done. */
  disabledReason?: string | undefined
  /** `primary` for a question that destroys nothing. */
  tone?: 'danger' | 'primary'
  children?: ReactNode
}

/** Asks before something that cannot be undone. The focus is on Cancel; only Esc, Cancel and the answer close it. */
export function AlertDialog({
  title,
  subtitle,
  isOpen = true,
  onClose,
  onConfirm,
  pending = false,
  disabledReason,
  tone = 'danger',
  ...texts
}: AlertDialogProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <DialogFrame
      role="alertdialog"
      isOpen={isOpen}
      onClose={onClose}
      pending={pending}
      dismissable={false}
      size="sm"
      describedBy={subtitle ? `${id}-subtitle ${id}-body` : `${id}-body`}
    >
      <header className="ui-dialog-head">
        <div>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {subtitle && <p id={`${id}-subtitle`}>{subtitle}</p>}
        </div>
      </header>
      <div className="ui-dialog-body" id={`${id}-body`}>
        {texts.children}
      </div>
      <footer className="ui-dialog-foot">
        <Button autoFocus onPress={onClose} {...(pending && { disabledReason: t`Please wait.` })}>
          {texts.cancelLabel ?? t`Cancel`}
        </Button>
        <Button variant={tone} onPress={onConfirm} pending={pending} pendingLabel={texts.pendingLabel} disabledReason={disabledReason}>
          {texts.confirmLabel}
        </Button>
      </footer>
    </DialogFrame>
  )
}
