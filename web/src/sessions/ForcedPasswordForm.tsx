import { Trans, useLingui } from '@lingui/react/macro'
import type { CallInput } from '@twofold/contract/endpoint'
import { changePassword, changePasswordBody } from '@twofold/contract/profile'
import { signIn } from '@twofold/contract/sessions'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { call, callWithRateLimit } from '../lib/call.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { useSecondsUntil } from '../lib/use-seconds-until.ts'
import { TextField } from '../ui/TextField.tsx'
import { AttemptNotices } from './AttemptNotices.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useAttempt } from './use-attempt.ts'

const fields = ['current_password', 'new_password', 'new_password_confirmation'] as const

interface ForcedPasswordFormProps {
  email: string
  /** As chosen at the sign-in. */
  remember: boolean
  ended: (reason: string) => ReactNode
}

/** Replaces a password that somebody else set, before anything else. */
export function ForcedPasswordForm({ email, remember, ended }: ForcedPasswordFormProps) {
  const { t } = useLingui()
  const form = useForm<CallInput<typeof changePassword>['body']>({
    mode: 'onTouched',
    resolver: schemaResolver(changePasswordBody),
    defaultValues: { current_password: '', new_password: '', new_password_confirmation: '' },
  })
  const { errors, isDirty, isValid } = form.formState
  useUnsavedChanges(isDirty)
  const attempt = useAttempt((complaints) => {
    const known = fields.filter((field) => complaints[field] !== undefined)
    known.forEach((field, index) =>
      form.setError(field, { type: 'server', message: complaints[field] ?? '' }, { shouldFocus: index === 0 }),
    )
    return known.length > 0
  })
  const waiting = useSecondsUntil(attempt.notice?.kind === 'limited' ? attempt.notice.deadline : undefined) > 0
  const busy = attempt.pending || attempt.notice?.kind === 'done'
  if (attempt.notice?.kind === 'ended') return ended(attempt.notice.message)

  /** The change ends every session, this one too: the next one is opened with what was just typed. */
  const submit = form.handleSubmit(
    (values) =>
      waiting
        ? undefined
        : attempt.send(email, async () => {
            await call(changePassword, { body: values })
            return callWithRateLimit(signIn, { body: { email, password: values.new_password, remember } })
          }),
    () => attempt.refuse(),
  )
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <TextField
        label={t`Current password`}
        help={t`The temporary password you just used.`}
        type="password"
        autoComplete="current-password"
        error={errors.current_password?.message}
        {...form.register('current_password')}
      />
      <NewPasswordFields form={form} name="new_password" labels={{ password: t`New password`, confirmation: t`Confirm new password` }} />
      <AttemptNotices attempt={attempt} done={t`Password changed. Opening your vault...`} />
      <SubmitButton isValid={isValid} waiting={waiting} pending={busy} pendingLabel={t`Changing password...`}>
        <Trans>Change password</Trans>
      </SubmitButton>
    </form>
  )
}
