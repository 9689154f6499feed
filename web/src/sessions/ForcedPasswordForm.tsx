import { Trans, useLingui } from '@lingui/react/macro'
import { changePassword, changePasswordBody } from '@twofold/contract/profile'
import { signIn } from '@twofold/contract/sessions'
import type { ReactNode } from 'react'
import { GateForm } from '../kits/GateForm.tsx'
import { call, callWithRateLimit } from '../lib/call.ts'
import { TextField } from '../ui/TextField.tsx'
import { AttemptNotices } from './AttemptNotices.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useAttemptForm } from './use-attempt-form.ts'

interface ForcedPasswordFormProps {
  email: string
  /** As chosen at the sign-in. */
  remember: boolean
  ended: (reason: string) => ReactNode
}

/** Replaces a password that somebody else set, before anything else. */
export function ForcedPasswordForm({ email, remember, ended }: ForcedPasswordFormProps) {
  const { t } = useLingui()
  const form = useAttemptForm({
    rules: changePasswordBody,
    values: { current_password: '', new_password: '', new_password_confirmation: '' },
    emailOf: () => email,
    /** The change ends every session, this one too: the next one is opened with what was just typed. */
    async request(body) {
      await call(changePassword, { body })
      return callWithRateLimit(signIn, { body: { email, password: body.new_password, remember } })
    },
  })
  const { attempt } = form
  if (attempt.notice?.kind === 'ended') return ended(attempt.notice.message)
  return (
    <GateForm form={form}>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <TextField
        label={t`Current password`}
        help={t`The temporary password you just used.`}
        type="password"
        autoComplete="current-password"
        {...form.field('current_password')}
      />
      <NewPasswordFields form={form} name="new_password" labels={{ password: t`New password`, confirmation: t`Confirm new password` }} />
      <AttemptNotices attempt={attempt} done={t`Password changed. Opening your vault...`} />
      <SubmitButton isValid={form.formState.isValid} waiting={form.waiting} pending={form.isPending} pendingLabel={t`Changing password...`}>
        <Trans>Change password</Trans>
      </SubmitButton>
    </GateForm>
  )
}
