import { useLingui } from '@lingui/react/macro'
import type { Outline } from '../ui/Icon.tsx'
import type { ComponentProps, ReactNode } from 'react'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { BlastRadius } from '../ui/BlastRadius.tsx'
import { Button } from '../ui/Button.tsx'
import { CancelButton } from '../ui/CancelButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { doneWith } from '../ui/DoneDialog.tsx'
import { SecretQuestion } from '../ui/SecretQuestion.tsx'
import type { useFormDialog } from './use-form-dialog.ts'

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, 'title' | 'subtitle' | 'size' | 'inAddress'> & {
  form: Pick<ReturnType<typeof useFormDialog>, 'submit' | 'isPending' | 'failure' | 'question' | 'onClose'>
  submitLabel: ReactNode
  pendingLabel?: ReactNode
  icon?: Outline
  /** Why it cannot be sent yet. */
  disabledReason?: string | undefined
  /** Beside Cancel. */
  actions?: ReactNode
  /** What it touches, counted. */
  touches?: ComponentProps<typeof BlastRadius>['facts']
  /** In place of the fields when it is done and something is to be seen once. */
  done?: ReactNode
  children: ReactNode
}

/** A form in a dialog, of `useFormDialog`. */
export function FormDialog({
  form,
  submitLabel,
  pendingLabel,
  icon,
  disabledReason,
  actions,
  touches,
  done,
  children,
  ...frame
}: FormDialogProps) {
  const { t } = useLingui()
  const { submit, isPending, failure, question, onClose } = form
  if (done) {
    return (
      <Dialog {...frame} onClose={onClose} {...doneWith(onClose)}>
        {done}
      </Dialog>
    )
  }
  return (
    <Dialog
      {...frame}
      onClose={onClose}
      pending={isPending}
      onSubmit={(event) => {
        event.preventDefault()
        if (disabledReason === undefined) void submit(event)
      }}
      footer={
        <>
          <CancelButton />
          {actions}
          <Button
            type="submit"
            variant="primary"
            pending={isPending}
            pendingLabel={pendingLabel}
            disabledReason={disabledReason}
            {...(icon && { icon })}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FailureAlert>{failure}</FailureAlert>
        {children}
        {touches && <BlastRadius label={t`What this touches`} facts={touches} />}
      </div>
      {question && <SecretQuestion {...question} />}
    </Dialog>
  )
}
