import { Trans, useLingui } from '@lingui/react/macro'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError } from '../lib/api-error.ts'
import { maintenance, noteMaintenanceEnded } from '../lib/maintenance.ts'
import { reloadPage } from '../lib/reload-page.ts'
import { Button } from '../ui/Button.tsx'
import { Gate } from './Gate.tsx'
import { MaintenanceGate } from './MaintenanceGate.tsx'
import { Outage } from './Outage.tsx'

/** A screen that could not be shown: the server is away, or the page has a fault, or is older than the server. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  const router = useRouter()
  if (error instanceof ApiError && error.isPassing) {
    const retry = () => {
      reset()
      void router.invalidate()
    }
    const closed = maintenance.get()
    if (error.code === 'maintenance.active' && closed !== null) {
      const look = () => {
        noteMaintenanceEnded()
        retry()
      }
      return <MaintenanceGate maintenance={closed} onRetry={look} />
    }
    return <Outage message={error.message} onRetry={retry} />
  }
  return (
    <Gate title={t`Something went wrong`} subtitle={t`This page could not be shown. Your keys are safe. Loading it again usually helps.`}>
      <Button variant="primary" block onPress={reloadPage}>
        <Trans>Reload the page</Trans>
      </Button>
    </Gate>
  )
}
