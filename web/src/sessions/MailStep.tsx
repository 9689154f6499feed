import { Trans, useLingui } from '@lingui/react/macro'
import { linkLifetimes } from '@twofold/contract/links'
import { passSecondFactor } from '@twofold/contract/factors'
import { callWithRateLimit } from '../lib/call.ts'
import { Alert } from '../ui/Alert.tsx'
import type { StepProps } from './SecondStep.tsx'
import { StepButton } from './StepButton.tsx'

/** The second step by an e-mailed link. Opened in this browser it brings its token here, and a button confirms it. */
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
    <StepButton
      text={<Trans>Press Confirm to finish signing in.</Trans>}
      attempt={attempt}
      pendingLabel={t`Checking...`}
      onPress={() => void attempt.send(email, () => callWithRateLimit(passSecondFactor, { body: { method: 'email', code: linkToken } }))}
    >
      <Trans>Confirm this sign-in</Trans>
    </StepButton>
  )
}
