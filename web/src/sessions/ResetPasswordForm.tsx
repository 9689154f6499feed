import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { resetPassword, resetPasswordBody } from '@twofold/contract/links'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { removeAuthToken } from '../lib/auth-token.ts'
import { call } from '../lib/call.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { Button } from '../ui/Button.tsx'
import { showFieldErrors } from '../lib/field-errors.ts'
import { isLinkFault } from '../lib/is-link-fault.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'

interface ResetPasswordFormProps {
  email: string
  token: string
  recheck: () => void
  onDone: () => void
}

/** A new password by a mailed link. */
export function ResetPasswordForm({ email, token, recheck, onDone }: ResetPasswordFormProps) {
  const { t } = useLingui()
  const form = useForm({
    mode: 'onTouched',
    resolver: schemaResolver(resetPasswordBody),
    defaultValues: { token, password: '', password_confirmation: '' },
  })
  const { errors, isDirty, touchedFields } = form.formState
  useUnsavedChanges(isDirty)
  const reset = useMutation({
    mutationFn: (body: { token: string; password: string; password_confirmation: string }) => call(resetPassword, { body }),
    onSuccess: () => {
      // It ended with all others; what is stored here is of no use to anybody.
      removeAuthToken()
      onDone()
    },
    onError: (error) => (isLinkFault(error) ? recheck() : void showFieldErrors(form, error)),
  })
  const isAtFields = reset.error instanceof ApiError && Object.keys(reset.error.errors).length > 0
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => reset.mutate(values))}>
      {/* For password managers, which keep a password under a name. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <NewPasswordFields
        labels={{ password: t`New password`, confirmation: t`Confirm new password` }}
        value={useWatch({ control: form.control, name: 'password' })}
        password={form.register('password', {
          onChange: () => {
            if (touchedFields.password_confirmation) void form.trigger('password_confirmation')
          },
        })}
        confirmation={form.register('password_confirmation')}
        errors={{ password: errors.password?.message, confirmation: errors.password_confirmation?.message }}
      />
      <FailureAlert>
        {reset.isError &&
          !isLinkFault(reset.error) &&
          (isAtFields
            ? t`Please fix the errors above`
            : failureMessage(reset.error, t`Your password could not be changed. Please try again.`))}
      </FailureAlert>
      <Button type="submit" variant="primary" size="lg" block pending={reset.isPending} pendingLabel={t`Changing password...`}>
        <Trans>Change password</Trans>
      </Button>
    </form>
  )
}
