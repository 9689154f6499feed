import { Trans, useLingui } from '@lingui/react/macro'
import { linkLifetimes } from '@twofold/contract/links'
import { passSecondFactor } from '@twofold/contract/factors'
import { callWithRateLimit } from '../lib/call.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { AttemptNotices } from './AttemptNotices.tsx'
import type { StepProps } from './SecondStep.tsx'

/** A link that was mailed. Opened in this browser it brings its token here, and a button confirms it. */
export function MailStep({ email, attempt, linkToken }: StepProps & { linkToken: string | undefined }) {
  const { t } = useLingui()
  if (linkToken === undefined) {
    const minutes = linkLifetimes.secondStepMinutes
    return (
      <Alert type="info" title={t`Check your e-mail`}>
        <Trans>
          An administrator reset your password, so we need to confirm it’s you. We sent a link to <strong>{email}</strong>. Open it in this
          browser within {minutes} minutes.
        </Trans>
      </Alert>
    )
  }
  return (
    <div className="grid gap-5">
      <p className="text-text-2">
        <Trans>Press Confirm to finish signing in.</Trans>
      </p>
      <AttemptNotices attempt={attempt} done={t`Signed in. Opening your vault...`} />
      <Button
        variant="primary"
        size="lg"
        block
        pending={attempt.pending || attempt.notice?.kind === 'done'}
        pendingLabel={t`Checking...`}
        onPress={() => void attempt.send(email, () => callWithRateLimit(passSecondFactor, { body: { method: 'email', code: linkToken } }))}
      >
        <Trans>Confirm this sign-in</Trans>
      </Button>
    </div>
  )
}
