import { Trans } from '@lingui/react/macro'
import type { Maintenance } from '../lib/maintenance.ts'
import { Alert } from '../ui/Alert.tsx'
import { At } from '../ui/At.tsx'

export function MaintenanceText({ until, message }: Maintenance) {
  return (
    <Alert type="info" title={until === '' ? <Trans>Maintenance is under way</Trans> : <Until time={until} />}>
      {message !== '' && <span className="whitespace-pre-line wrap-anywhere">{message}</span>}
    </Alert>
  )
}

function Until({ time }: { time: string }) {
  return (
    <Trans>
      Until about <At time={time} />
    </Trans>
  )
}
