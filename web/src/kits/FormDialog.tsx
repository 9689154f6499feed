import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { BlastRadius } from '../ui/BlastRadius.tsx'
import { Button } from '../ui/Button.tsx'
import { CancelButton } from '../ui/CancelButton.tsx'
import { Dialog, DialogOutcome, DialogStep } from '../ui/Dialog.tsx'
import { doneWith } from '../ui/DoneDialog.tsx'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { SecretQuestion } from '../ui/SecretQuestion.tsx'
import { ConfirmDialog } from './AskDialog.tsx'
import { useFirstField } from './first-field.ts'
import { useKeptFocus } from './use-kept-focus.ts'

/** Result of `useFormDialog`. A form whose draft lives elsewhere, such as in a scanner beside it, provides the same. */
type SentForm = {
  submit: (event: FormEvent) => unknown
  isPending: boolean
  failure?: ReactNode
  question?: ComponentProps<typeof SecretQuestion> | undefined
  confirmation?: Pick<ComponentProps<typeof ConfirmDialog>, 'onConfirm' | 'onClose'> | undefined
}

type FormParts = Pick<ComponentProps<typeof Button>, 'icon' | 'pendingLabel' | 'disabledReason' | 'attemptable'> & {
  form: SentForm
  submitLabel: ReactNode
  /** `danger` for what cannot be undone. */
  tone?: 'danger'
  /** Replaces Cancel. */
  back?: ReactNode
  /** Beside Cancel. */
  actions?: ReactNode
  /** Counts of what it affects. */
  touches?: ComponentProps<typeof BlastRadius>['facts']
  /** The question before it is sent, where `useFormDialog` has `isAsked`. */
  confirm?: Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'confirmLabel' | 'children'>
  children: ReactNode
}

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, 'title' | 'subtitle' | 'size' | 'inAddress'> &
  Omit<FormParts, 'form'> & {
    form: SentForm & { onClose: () => void }
    /** It may be closed while it is sent: nothing is changed by it. */
    changesNothing?: boolean
    /** Replaces the fields on success, for content that is shown once. */
    done?: ReactNode
  }

/** A form in a dialog, of `useFormDialog`. */
export function FormDialog({ title, subtitle, size, inAddress, done, changesNothing, ...parts }: FormDialogProps) {
  const { onClose, isPending } = parts.form
  const frame = { title, subtitle, onClose, ...(size && { size }), ...(inAddress && { inAddress }) }
  if (done) {
    return (
      <Dialog {...frame} {...doneWith(onClose)}>
        <DialogOutcome>{done}</DialogOutcome>
      </Dialog>
    )
  }
  return (
    <Dialog {...frame} pending={isPending && !changesNothing} onSubmit={submitOf(parts)} footer={<Footer {...parts} />}>
      <Body {...parts} />
    </Dialog>
  )
}

/** A form that is one step of a `SteppedDialog`. */
export const FormStep = (parts: FormParts) => (
  <DialogStep onSubmit={submitOf(parts)} footer={<Footer {...parts} />}>
    <Body {...parts} />
  </DialogStep>
)

const submitOf =
  ({ form, disabledReason, attemptable }: FormParts) =>
  (event: FormEvent) => {
    event.preventDefault()
    if (disabledReason === undefined || attemptable) void form.submit(event)
  }

function Footer({ form, back, actions, submitLabel, tone, ...parts }: FormParts) {
  const { icon, pendingLabel, disabledReason, attemptable } = parts
  return (
    <>
      {back ?? <CancelButton />}
      {actions}
      <Button
        type="submit"
        variant={tone ?? 'primary'}
        pending={form.isPending}
        pendingLabel={pendingLabel}
        disabledReason={disabledReason}
        {...(attemptable && { attemptable })}
        {...(icon && { icon })}
      >
        {submitLabel}
      </Button>
    </>
  )
}

function Body({ form: { failure, question, confirmation, isPending }, touches, confirm, children }: FormParts) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const fields = useRef<HTMLDivElement>(null)
  useFirstField(fields)
  useKeptFocus(fields, isPending)
  const hasFailed = Boolean(failure)
  useEffect(() => {
    // The button that was pressed may be a screen below it.
    if (hasFailed) place.current?.scrollIntoView({ block: 'nearest' })
  }, [hasFailed])
  return (
    <>
      <div ref={fields} className="grid gap-4">
        <div ref={place} className="empty:hidden">
          <FailureAlert>{failure}</FailureAlert>
        </div>
        {children}
        {touches && <BlastRadius label={t`What this touches`} facts={touches} />}
      </div>
      {question && <SecretQuestion {...question} />}
      {confirm && confirmation && <ConfirmDialog {...confirm} {...confirmation} />}
    </>
  )
}
