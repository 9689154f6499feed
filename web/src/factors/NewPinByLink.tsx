import { Trans, useLingui } from '@lingui/react/macro'
import { setForgottenPin, setForgottenPinBody } from '@twofold/contract/pin'
import { type GoodLink, useLinkForm } from '../kits/use-link-form.ts'
import { call } from '../lib/call.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'
import { PinField } from './PinField.tsx'

/** Sets a new PIN by an e-mailed link and the password, in any browser. */
export function NewPinByLink({ email, token, ...link }: GoodLink) {
  const { t } = useLingui()
  const { form, submit, isPending, failure } = useLinkForm({
    ...link,
    rules: setForgottenPinBody,
    values: { token, password: '', new_pin: '', new_pin_confirmation: '' },
    send: (body) => call(setForgottenPin, { body }),
    failed: t`The PIN could not be set. Please try again.`,
  })
  const { errors } = form.formState
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      {/* For password managers, which store a password with a user name. */}
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
      {failure && (
        <Alert type="error" title={t`Failed to change PIN`} announce>
          {failure}
        </Alert>
      )}
      <Button type="submit" variant="primary" size="lg" block pending={isPending} pendingLabel={t`Saving...`}>
        <Trans>Set PIN</Trans>
      </Button>
    </form>
  )
}
