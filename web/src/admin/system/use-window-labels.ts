import { useLingui } from '@lingui/react/macro'
import type { MaintenanceStatus } from '@twofold/contract/admin/maintenance'

export function useWindowLabels(): Record<MaintenanceStatus, string> {
  const { t } = useLingui()
  return { scheduled: t`Scheduled`, active: t`Under way`, ended: t`Ended`, cancelled: t`Called off` }
}
