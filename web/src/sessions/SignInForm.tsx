import { Trans, useLingui } from '@lingui/react/macro'
import { signIn } from '@twofold/contract/sessions'
import { Fingerprint } from '../ui/icons/Fingerprint.ts'
import { type ReactNode, useState } from 'react'
import { GateForm } from '../kits/GateForm.tsx'
import { callWithRateLimit } from '../lib/call.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { useSecondsUntil } from '../lib/use-seconds-until.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { OrLine } from '../ui/OrLine.tsx'
import { TextField } from '../ui/TextField.tsx'
import { AttemptNotices } from './AttemptNotices.tsx'
import { LateVerificationNotice } from './LateVerificationNotice.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useAttempt } from './use-attempt.ts'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'
import { type SignInValues, useSignInFields } from './use-sign-in-fields.ts'

interface SignInFormProps {
  /** Shown beside the password's label, such as the way to a new one. Gets the typed e-mail. */
  passwordLink: (email: string) => ReactNode
  /** Between the passkey and the password. Gets what is chosen about staying signed in, when it is asked for. */
  others: ((remember: () => boolean) => ReactNode) | undefined
  /** The password was right and something else is asked for. */
  onSecondStep: () => void
}

/** Every way to sign in, the quickest one first. */
export function SignInForm({ passwordLink, others, onSecondStep }: SignInFormProps) {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const { register, values, complaints, complain, isValid, isDirty, isChecking, handleSubmit } = useSignInFields()
  useUnsavedChanges(isDirty)
  const attempt = useAttempt(
    (errors) => {
      const isKnown = 'email' in errors || 'password' in errors
      if (isKnown) complain(errors)
      return isKnown
    },
    { onSecondStep },
  )
  const { notice } = attempt
  const waiting = useSecondsUntil(notice?.kind === 'limited' ? notice.deadline : undefined) > 0
  const passkey = usePasskeySignIn(attempt, () => values().remember)
  function send({ remember, ...account }: SignInValues) {
    if (!waiting) void attempt.send(account.email, () => callWithRateLimit(signIn, { body: { ...account, remember } }))
  }
  if (notice?.kind === 'unverified') return <LateVerificationNotice email={notice.email} onBack={attempt.dismiss} />
  return (
    <GateForm form={{ submit: () => handleSubmit(send, attempt.refuse) }}>
      {passkey.isPossible && (
        <Button
          variant="primary"
          size="lg"
          icon={Fingerprint}
          block
          onPress={passkey.ask}
          pending={passkey.isAsking}
          pendingLabel={t`Waiting for your device...`}
        >
          <Trans>Sign in with a passkey</Trans>
        </Button>
      )}
      {others?.(() => values().remember)}
      {(passkey.isPossible || others) && (
        <OrLine>
          <Trans>or with your password</Trans>
        </OrLine>
      )}
      <TextField label={t`Email`} type="email" autoComplete="username webauthn" error={complaints.email} {...register('email', setEmail)} />
      <TextField
        label={t`Password`}
        link={passwordLink(email)}
        type="password"
        autoComplete="current-password"
        error={complaints.password}
        {...register('password')}
      />
      <Checkbox
        label={
          <Trans>
            Remember me <span className="text-text-3">on this device</span>
          </Trans>
        }
        {...register('remember')}
      />
      <AttemptNotices attempt={attempt} done={t`Signed in. Opening your vault...`} />
      <SubmitButton
        isValid={isValid}
        waiting={waiting}
        pending={isChecking || ((attempt.pending || notice?.kind === 'done') && !passkey.isAsking)}
        pendingLabel={t`Signing in...`}
        variant={passkey.isPossible ? 'secondary' : 'primary'}
      >
        <Trans>Sign in</Trans>
      </SubmitButton>
    </GateForm>
  )
}
