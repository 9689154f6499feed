import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import type { Maintenance } from '../lib/maintenance.ts'
import { Button } from '../ui/Button.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import { Gate } from './Gate.tsx'
import { MaintenanceText } from './MaintenanceText.tsx'

/** Milliseconds between two looks of our own whether it is over; not all pages at once. */
const lookInterval = () => 12_000 + Math.random() * 6000

export type MaintenanceScreenProps = {
  maintenance: Maintenance
  onRetry: () => void
  retrying?: boolean
  onSignOut?: (() => void) | undefined
}

/** Shown while only administrators can work. Nobody is signed out, and the page returns by itself. */
export function MaintenanceScreen({ maintenance, onRetry, retrying = false, onSignOut }: MaintenanceScreenProps) {
  const { t } = useLingui()
  const look = useEffectEvent(onRetry)
  useEffect(() => {
    const timer = setInterval(() => look(), lookInterval())
    return () => clearInterval(timer)
  }, [])
  return (
    <Gate
      title={t`Down for maintenance`}
      subtitle={<Trans>Your keys are safe. This page comes back by itself.</Trans>}
      footer={
        onSignOut && (
          <p>
            <Trans>Are you an administrator?</Trans>{' '}
            <TextButton onPress={onSignOut}>
              <Trans>Sign in with another account</Trans>
            </TextButton>
          </p>
        )
      }
    >
      <MaintenanceText {...maintenance} />
      <Button variant="primary" block onPress={onRetry} pending={retrying} pendingLabel={t`Checking...`}>
        <Trans>Check again</Trans>
      </Button>
    </Gate>
  )
}
