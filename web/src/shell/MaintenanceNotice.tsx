import { Trans } from '@lingui/react/macro'
import type { Maintenance } from '../lib/maintenance.ts'
import { MaintenanceText } from './MaintenanceText.tsx'

/** Above the sign-in form during a maintenance. Fetched only then. */
export function MaintenanceNotice(maintenance: Maintenance) {
  return (
    <div className="mb-5 grid gap-2">
      <MaintenanceText {...maintenance} />
      <p className="text-sm text-text-2">
        <Trans>Only administrators can sign in meanwhile.</Trans>
      </p>
    </div>
  )
}
