import { Trans, useLingui } from '@lingui/react/macro'
import { TextField, type TextFieldProps } from '../ui/TextField.tsx'
import { Alert } from '../ui/Alert.tsx'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { Select } from '../ui/Select.tsx'
import { PinField } from './PinField.tsx'
import { isTyped, type PinProof, type TypedProof } from './pin-proofs.ts'
import type { NewPin } from './use-new-pin.ts'

/** The fields of `useNewPin`, and what went wrong with them. */
export function NewPinFields({ newPin }: { newPin: NewPin }) {
  const { t } = useLingui()
  const { proof, proofs, hasPassword, field } = newPin
  const names: Record<PinProof, string> = {
    pin: t`Current PIN`,
    password: t`Current password`,
    passkey: t`Passkey`,
    totp: t`Code of your authenticator app`,
    recovery_code: t`Recovery code`,
    link: t`Link by e-mail`,
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
      {hasPassword && <TextField label={names.password} type="password" autoComplete="current-password" {...field('password')} />}
      {isTyped(proof) && <ProofField key={proof} proof={proof} label={names[proof]} {...field('proof')} />}
      {proof === 'link' ? (
        <p className="text-sm text-text-2">
          <Trans>
            We send a link to your e-mail address, with which you set a new PIN. Secrets, backup codes, exports and sharing stay closed for
            24 hours after that.
          </Trans>
        </p>
      ) : (
        <>
          <PinField label={t`New PIN`} help={t`Exactly four digits.`} {...field('new_pin')} />
          <PinField label={t`Confirm new PIN`} {...field('new_pin_confirmation')} />
        </>
      )}
      {newPin.sent !== undefined && (
        <Alert type="success" announce>
          {newPin.sent}
        </Alert>
      )}
      <FailureAlert title={proof === 'link' ? t`The link could not be sent` : t`Failed to change PIN`}>{newPin.failure}</FailureAlert>
    </>
  )
}

function ProofField({ proof, ...field }: TextFieldProps & { proof: TypedProof }) {
  if (proof === 'pin') return <PinField {...field} />
  if (proof === 'password') return <TextField type="password" autoComplete="current-password" {...field} />
  return (
    <TextField
      mono
      data-proof=""
      autoComplete={proof === 'totp' ? 'one-time-code' : 'off'}
      {...(proof === 'totp' && { inputMode: 'numeric' })}
      {...field}
    />
  )
}
