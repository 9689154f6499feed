import { Trans, useLingui } from '@lingui/react/macro'
import { passSecondFactor } from '@twofold/contract/factors'
import { callWithRateLimit } from '../lib/call.ts'
import { Button } from '../ui/Button.tsx'
import { AttemptNotices } from './AttemptNotices.tsx'
import type { StepProps } from './SecondStep.tsx'

export function PasskeyStep({ email, attempt }: StepProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-5">
      <p className="text-text-2">
        <Trans>Your device asks for your fingerprint, your face or its PIN, or for your security key.</Trans>
      </p>
      <AttemptNotices attempt={attempt} done={t`Signed in. Opening your vault...`} />
      <Button
        variant="primary"
        size="lg"
        block
        pending={attempt.pending || attempt.notice?.kind === 'done'}
        pendingLabel={t`Waiting for your device...`}
        onPress={() =>
          void attempt.send(email, async () => {
            const { askPasskey } = await import('../lib/ask-passkey.ts')
            const answer = await askPasskey()
            return callWithRateLimit(passSecondFactor, { body: { method: 'passkey', ...answer } })
          })
        }
      >
        <Trans>Use a passkey</Trans>
      </Button>
    </div>
  )
}
