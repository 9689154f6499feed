import { Trans, useLingui } from '@lingui/react/macro'
import { linkRequestBody, requestPasswordReset } from '@twofold/contract/sessions'
import { useForm } from 'react-hook-form'
import { useAct } from '../kits/use-act.ts'
import { failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { SubmitButtons } from '../ui/SubmitButtons.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'

/** Asks for the address to which the way to a new password is sent. */
export function ResetPasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useLingui()
  const form = useForm({ mode: 'onTouched', resolver: schemaResolver(linkRequestBody), defaultValues: { email } })
  useUnsavedChanges(form.formState.isDirty)
  const request = useAct({
    send: (body: { email: string }) => call(requestPasswordReset, { body }),
    failed: false,
    said: () => t`Password reset link sent to your email`,
    renews: [],
    onAnswer: onClose,
  })
  return (
    <Dialog
      title={t`Reset Password`}
      subtitle={t`We send you a link with which you choose a new password.`}
      size="sm"
      onClose={onClose}
      pending={request.isPending}
      onSubmit={form.handleSubmit((values) => request.mutate(values))}
      footer={
        <SubmitButtons pending={request.isPending} pendingLabel={t`Sending...`}>
          <Trans>Send Reset Link</Trans>
        </SubmitButtons>
      }
    >
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="username"
        autoFocus
        disabled={request.isPending}
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
      <FailureAlert>{request.isError && failureMessage(request.error, t`Failed to send reset link`)}</FailureAlert>
    </Dialog>
  )
}
