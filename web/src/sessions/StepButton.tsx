import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { AttemptNotices } from './AttemptNotices.tsx'
import type { Attempt } from './use-attempt.ts'

interface StepButtonProps {
  /** Effect of the button. */
  text: ReactNode
  attempt: Attempt
  pendingLabel: string
  onPress: () => void
  children: ReactNode
}

/** A second step that is taken by one press. */
export function StepButton({ text, attempt, pendingLabel, onPress, children }: StepButtonProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-5">
      <p className="text-text-2">{text}</p>
      <AttemptNotices attempt={attempt} done={t`Signed in. Opening your vault...`} />
      <Button
        variant="primary"
        size="lg"
        block
        pending={attempt.pending || attempt.notice?.kind === 'done'}
        pendingLabel={pendingLabel}
        onPress={onPress}
      >
        {children}
      </Button>
    </div>
  )
}
