import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { endMaintenance, type listMaintenance, type MaintenanceWindow } from '@twofold/contract/admin/maintenance'
import type { CallResponse } from '@twofold/contract/endpoint'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { maintenanceKeys } from './system.ts'

type EndMaintenanceDialogProps = {
  window: MaintenanceWindow
  reach: CallResponse<typeof listMaintenance>['reach']
  onClose: () => void
}

export function EndMaintenanceDialog({ window, reach, onClose }: EndMaintenanceDialogProps) {
  const { t } = useLingui()
  const end = useAct({
    send: () => call(endMaintenance, { params: { id: window.id } }),
    failed: t`The maintenance could not be ended`,
    renews: maintenanceKeys,
  })
  const isActive = window.status === 'active'
  return (
    <AskDialog
      title={isActive ? t`End the maintenance now?` : t`Call the maintenance off?`}
      tone={isActive ? 'primary' : 'danger'}
      onClose={onClose}
      act={end}
      confirmLabel={isActive ? <Trans>End now</Trans> : <Trans>Call off</Trans>}
      cancelLabel={<Trans>Keep it</Trans>}
      touches={[
        isActive
          ? { count: reach.shut_out, label: <Plural value={reach.shut_out} one="user can work again" other="users can work again" /> }
          : { count: reach.mailed, label: <Plural value={reach.mailed} one="person got an e-mail" other="people got an e-mail" /> },
      ]}
    >
      <p>
        {isActive ? (
          <Trans>Everybody can work again from now on.</Trans>
        ) : (
          <Trans>Nobody gets a second e-mail about it: tell those who planned for it.</Trans>
        )}
      </p>
    </AskDialog>
  )
}
