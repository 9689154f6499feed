import { useLingui } from '@lingui/react/macro'
import type { TextFieldProps } from '../ui/TextField.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Select } from '../ui/Select.tsx'
import { TextField } from '../ui/TextField.tsx'
import { PinField } from './PinField.tsx'
import type { PinProof } from './pin-proofs.ts'
import type { NewPin } from './use-new-pin.ts'

/** The fields of `useNewPin`, and what went wrong with them. */
export function NewPinFields({ newPin }: { newPin: NewPin }) {
  const { t } = useLingui()
  const { form, proof, proofs } = newPin
  const { errors } = form.formState
  const names: Record<PinProof, string> = {
    pin: t`Current PIN`,
    password: t`Current password`,
    totp: t`Code of your authenticator app`,
    recovery_code: t`Recovery code`,
    nothing: '',
  }
  return (
    <>
      {proofs.length > 1 && (
        <Select
          label={t`Confirm with`}
          value={proof}
          options={proofs.map((value) => ({ value, label: names[value] }))}
          onChange={(event) => newPin.choose(event.target.value as PinProof)}
        />
      )}
      {proof !== 'nothing' && (
        <ProofField key={proof} proof={proof} label={names[proof]} error={errors.proof?.message} {...form.register('proof')} />
      )}
      <PinField label={t`New PIN`} help={t`Exactly four digits.`} error={errors.new_pin?.message} {...form.register('new_pin')} />
      <PinField label={t`Confirm new PIN`} error={errors.new_pin_confirmation?.message} {...form.register('new_pin_confirmation')} />
      {newPin.failure !== undefined && (
        <Alert type="error" title={t`Failed to change PIN`} announce>
          {newPin.failure}
        </Alert>
      )}
    </>
  )
}

function ProofField({ proof, ...field }: TextFieldProps & { proof: Exclude<PinProof, 'nothing'> }) {
  if (proof === 'pin') return <PinField {...field} />
  if (proof === 'password') return <TextField type="password" autoComplete="current-password" {...field} />
  return (
    <TextField
      mono
      autoComplete={proof === 'totp' ? 'one-time-code' : 'off'}
      {...(proof === 'totp' && { inputMode: 'numeric' })}
      {...field}
    />
  )
}
