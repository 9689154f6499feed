import { Trans, useLingui } from '@lingui/react/macro'
import { passSecondFactor } from '@twofold/contract/factors'
import { callWithRateLimit } from '../lib/call.ts'
import type { StepProps } from './SecondStep.tsx'
import { StepButton } from './StepButton.tsx'

export function PasskeyStep({ email, attempt }: StepProps) {
  const { t } = useLingui()
  return (
    <StepButton
      text={<Trans>Your device asks for your fingerprint, your face or its PIN, or for your security key.</Trans>}
      attempt={attempt}
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
    </StepButton>
  )
}
