import { Trans, useLingui } from '@lingui/react/macro'
import { newAccount, type NewAccountWithoutPin, newAccountWithoutPin } from '@twofold/contract/accounts'
import { limits } from '@twofold/contract/limits'
import type { SignedIn } from '@twofold/contract/sessions'
import type { ChangeEvent, ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { GateForm } from '../kits/GateForm.tsx'
import type { Answer } from '../lib/call.ts'
import { pinDigits } from '../lib/pin-digits.ts'
import { TextField } from '../ui/TextField.tsx'
import { AttemptNotices } from './AttemptNotices.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useAttemptForm } from './use-attempt-form.ts'
import { LateVerificationNotice } from './LateVerificationNotice.tsx'

interface AccountFormProps {
  request: (account: NewAccountWithoutPin) => Promise<Answer<SignedIn>>
  submitLabel: string
  pendingLabel: string
  /** The sentence for success. */
  done: string
  /** The account is for this address and no other. */
  invitedAs?: string
  /** The PIN is chosen later, when something is to leave the vault for the first time. */
  withoutPin?: boolean
  /** The next page, in place of the server's. */
  home?: string
  children?: ReactNode
}

const empty = { name: '', email: '', password: '', password_confirmation: '' }

/** Everything a new account needs, for sign-up, for an invitation and for the first administrator. */
export function AccountForm({ request, submitLabel, pendingLabel, done, invitedAs, withoutPin = false, home, children }: AccountFormProps) {
  const { t } = useLingui()
  const form = useAttemptForm<NewAccountWithoutPin>({
    rules: withoutPin ? newAccountWithoutPin : newAccount,
    values: { ...empty, email: invitedAs ?? '', ...(!withoutPin && { pin: '' }) },
    emailOf: ({ email }) => email,
    request,
    home,
  })
  const { attempt } = form
  const { errors, isValid } = form.formState
  // A complaint about a fixed address must not block another attempt.
  const isOnlyAddress = invitedAs !== undefined && errors.email?.type === 'server' && Object.keys(errors).length === 1
  if (attempt.notice?.kind === 'unverified') return <LateVerificationNotice email={attempt.notice.email} onBack={attempt.dismiss} />
  return (
    <GateForm form={form}>
      <TextField label={t`Name`} autoComplete="name" maxLength={limits.nameMax} {...form.field('name')} />
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="username"
        readOnly={invitedAs !== undefined}
        {...(invitedAs !== undefined && { help: t`The invitation came to this address.` })}
        {...form.field('email')}
      />
      <NewPasswordFields form={form} name="password" labels={{ password: t`Password`, confirmation: t`Confirm password` }} />
      {withoutPin ? (
        <p className="text-sm text-text-2">
          <Trans>You choose a PIN when you first show or export a secret.</Trans>
        </p>
      ) : (
        <TextField
          label={t`PIN`}
          help={t`4 digits. Asked before secrets are shown or exported.`}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          mono
          reveal={{ show: t`Show PIN`, hide: t`Hide PIN` }}
          {...digitsOnly(form.field('pin'))}
        />
      )}
      <AttemptNotices attempt={attempt} done={done} />
      <SubmitButton isValid={isValid || isOnlyAddress} waiting={form.waiting} pending={form.isPending} pendingLabel={pendingLabel}>
        {submitLabel}
      </SubmitButton>
      {children}
    </GateForm>
  )
}

/** Registered in its place among the others: of the fields that are not right, the form focuses the one that was registered first. */
function digitsOnly<Pin extends UseFormRegisterReturn>(pin: Pin) {
  return {
    ...pin,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      event.target.value = pinDigits(event.target.value)
      return pin.onChange(event)
    },
  }
}
