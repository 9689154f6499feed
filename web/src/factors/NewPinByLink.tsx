import { Trans, useLingui } from '@lingui/react/macro'
import { setForgottenPin, setForgottenPinBody } from '@twofold/contract/pin'
import { GateForm } from '../kits/GateForm.tsx'
import { type GoodLink, useLinkForm } from '../kits/use-link-form.ts'
import { call } from '../lib/call.ts'
import { Button } from '../ui/Button.tsx'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { TextField } from '../ui/TextField.tsx'
import { PinField } from './PinField.tsx'

/** Sets a new PIN by an e-mailed link and the password, in any browser. */
export function NewPinByLink({ email, token, ...link }: GoodLink) {
  const { t } = useLingui()
  const form = useLinkForm({
    ...link,
    rules: setForgottenPinBody,
    values: { token, password: '', new_pin: '', new_pin_confirmation: '' },
    send: (body) => call(setForgottenPin, { body }),
    failed: t`The PIN could not be set. Please try again.`,
  })
  return (
    <GateForm form={form}>
      {/* For password managers, which store a password with a user name. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <TextField label={t`Password`} type="password" autoComplete="current-password" {...form.field('password')} />
      <PinField label={t`New PIN`} help={t`Exactly four digits.`} {...form.field('new_pin')} />
      <PinField label={t`Confirm new PIN`} {...form.field('new_pin_confirmation')} />
      <FailureAlert title={t`Failed to change PIN`}>{form.failure}</FailureAlert>
      <Button type="submit" variant="primary" size="lg" block pending={form.isPending} pendingLabel={t`Saving...`}>
        <Trans>Set PIN</Trans>
      </Button>
    </GateForm>
  )
}
