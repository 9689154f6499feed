import { Trans, useLingui } from '@lingui/react/macro'
import { signIn, signInBody } from '@twofold/contract/sessions'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { callWithRateLimit } from '../lib/call.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { TextField } from '../ui/TextField.tsx'
import { AttemptNotices } from './AttemptNotices.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useAccountForm } from './use-account-form.ts'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'
import { LateVerificationNotice } from './LateVerificationNotice.tsx'

interface SignInFormProps {
  /** The enhanced variant offers to stay signed in. */
  canRemember?: boolean
  /** Beside the password's label, such as the way to a new one. Gets what was typed as e-mail. */
  passwordNote?: (email: string) => ReactNode
  /** Beneath the button. Gets what is chosen about staying signed in, when it is asked for. */
  others?: (remember: () => boolean) => ReactNode
}

export function SignInForm({ canRemember = false, passwordNote, others }: SignInFormProps) {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const { form, attempt, submit, waiting, busy } = useAccountForm(signInBody, { email: '', password: '', remember: false }, (values) =>
    callWithRateLimit(signIn, { body: canRemember ? values : { email: values.email, password: values.password } }),
  )
  const { errors, isValid } = form.formState
  const passkey = usePasskeySignIn(attempt, () => form.getValues('remember') === true)
  if (attempt.notice?.kind === 'unverified') return <LateVerificationNotice email={attempt.notice.email} onBack={attempt.dismiss} />
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="username webauthn"
        error={errors.email?.message}
        {...form.register('email', { onChange: (event: ChangeEvent<HTMLInputElement>) => setEmail(event.target.value) })}
      />
      <TextField
        label={t`Password`}
        note={passwordNote?.(email)}
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      {canRemember && (
        <Checkbox
          label={
            <Trans>
              Remember me <span className="text-text-3">on this device</span>
            </Trans>
          }
          {...form.register('remember')}
        />
      )}
      <AttemptNotices attempt={attempt} done={t`Signed in. Opening your vault...`} />
      <SubmitButton isValid={isValid} waiting={waiting} pending={busy && !passkey.isAsking} pendingLabel={t`Signing in...`}>
        <Trans>Sign in</Trans>
      </SubmitButton>
      {passkey.isPossible && (
        <Button block onPress={passkey.ask} pending={passkey.isAsking} pendingLabel={t`Waiting for your device...`}>
          <Trans>Sign in with a passkey</Trans>
        </Button>
      )}
      {others?.(() => form.getValues('remember') === true)}
    </form>
  )
}
