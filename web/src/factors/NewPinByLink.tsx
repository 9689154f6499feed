import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { setForgottenPin, setForgottenPinBody } from '@twofold/contract/pin'
import { useForm } from 'react-hook-form'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { call } from '../lib/call.ts'
import { showFieldErrors } from '../lib/field-errors.ts'
import { isLinkFault } from '../lib/is-link-fault.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'
import { PinField } from './PinField.tsx'

interface NewPinByLinkProps {
  email: string
  token: string
  recheck: () => void
  onDone: () => void
}

/** A new PIN by a mailed link and the password, in whatever browser the link was opened. */
export function NewPinByLink({ email, token, recheck, onDone }: NewPinByLinkProps) {
  const { t } = useLingui()
  const form = useForm({
    mode: 'onTouched',
    resolver: schemaResolver(setForgottenPinBody),
    defaultValues: { token, password: '', new_pin: '', new_pin_confirmation: '' },
  })
  const { errors, isDirty } = form.formState
  useUnsavedChanges(isDirty)
  const set = useMutation({
    mutationFn: (body: { token: string; password: string; new_pin: string; new_pin_confirmation: string }) =>
      call(setForgottenPin, { body }),
    onSuccess: onDone,
    onError: (error) => (isLinkFault(error) ? recheck() : void showFieldErrors(form, error)),
  })
  const isAtFields = set.error instanceof ApiError && Object.keys(set.error.errors).length > 0
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => set.mutate(values))}>
      {/* For password managers, which keep a password under a name. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <TextField
        label={t`Password`}
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PinField label={t`New PIN`} help={t`Exactly four digits.`} error={errors.new_pin?.message} {...form.register('new_pin')} />
      <PinField label={t`Confirm new PIN`} error={errors.new_pin_confirmation?.message} {...form.register('new_pin_confirmation')} />
      {set.isError && !isLinkFault(set.error) && (
        <Alert type="error" title={t`Failed to change PIN`} announce>
          {isAtFields ? t`Please fix the errors above` : failureMessage(set.error, t`The PIN could not be set. Please try again.`)}
        </Alert>
      )}
      <Button type="submit" variant="primary" size="lg" block pending={set.isPending} pendingLabel={t`Saving...`}>
        <Trans>Set PIN</Trans>
      </Button>
    </form>
  )
}
