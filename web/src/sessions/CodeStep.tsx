import { Trans, useLingui } from '@lingui/react/macro'
import { passSecondFactor } from '@twofold/contract/factors'
import { useEffect, useRef, useState } from 'react'
import { PageForm } from '../kits/PageForm.tsx'
import { callWithRateLimit } from '../lib/call.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { useSecondsUntil } from '../lib/use-seconds-until.ts'
import { TextField } from '../ui/TextField.tsx'
import { AttemptNotices } from './AttemptNotices.tsx'
import type { StepProps } from './SecondStep.tsx'
import { SubmitButton } from './SubmitButton.tsx'

/** A code that is typed: of the authenticator app, or one of the recovery codes. */
export function CodeStep({ method, email, attempt, complaint }: StepProps & { method: 'totp' | 'recovery_code' }) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  useUnsavedChanges(code !== '')
  const [isEmpty, setIsEmpty] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const waiting = useSecondsUntil(attempt.notice?.kind === 'limited' ? attempt.notice.deadline : undefined) > 0
  const busy = attempt.pending || attempt.notice?.kind === 'done'

  // Autofocus: entering the code is this screen's only task, also after an error.
  useEffect(() => {
    if (!attempt.pending) field.current?.focus()
  }, [attempt.pending])

  async function submit() {
    if (waiting) return
    if (code.trim() === '') {
      setIsEmpty(true)
      field.current?.focus()
      return
    }
    await attempt.send(email, () => callWithRateLimit(passSecondFactor, { body: { method, code } }))
    setCode('')
  }

  const wrong = attempt.notice?.kind === 'error' ? complaint : undefined
  const error = isEmpty ? t`Please enter the code` : wrong
  const own =
    method === 'totp'
      ? ({ label: t`Code from your authenticator app`, inputMode: 'numeric', autoComplete: 'one-time-code' } as const)
      : ({ label: t`Recovery code`, help: t`Enter one of your ten recovery codes.`, autoComplete: 'off' } as const)
  return (
    <PageForm form={{ submit, isPending: busy }}>
      <TextField
        {...own}
        ref={field}
        mono
        value={code}
        maxLength={100}
        readOnly={busy}
        onChange={(event) => {
          setCode(event.target.value)
          setIsEmpty(false)
        }}
        error={error}
      />
      {wrong === undefined && <AttemptNotices attempt={attempt} done={t`Signed in. Opening your vault...`} />}
      <SubmitButton isValid={code.trim() !== ''} waiting={waiting} pending={busy} pendingLabel={t`Checking...`}>
        <Trans>Continue</Trans>
      </SubmitButton>
    </PageForm>
  )
}
