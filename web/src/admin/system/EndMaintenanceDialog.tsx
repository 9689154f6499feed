import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endMaintenance, type listMaintenance, type MaintenanceWindow } from '@twofold/contract/admin/maintenance'
import type { CallResponse } from '@twofold/contract/endpoint'
import { call } from '../../lib/call.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { BlastRadius } from '../../ui/BlastRadius.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshMaintenance } from './system.ts'

type EndMaintenanceDialogProps = {
  window: MaintenanceWindow
  reach: CallResponse<typeof listMaintenance>['reach']
  onClose: () => void
}

export function EndMaintenanceDialog({ window, reach, onClose }: EndMaintenanceDialogProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () => call(endMaintenance, { params: { id: window.id } }),
    meta: { fallback: t`The maintenance could not be ended` },
    onSuccess: ({ message }) => void toast.success(message),
    onSettled: () => {
      onClose()
      return refreshMaintenance(client)
    },
  })
  const isActive = window.status === 'active'
  return (
    <AlertDialog
      title={isActive ? t`End the maintenance now?` : t`Call the maintenance off?`}
      tone={isActive ? 'primary' : 'danger'}
      onClose={onClose}
      onConfirm={() => end.mutate()}
      pending={end.isPending}
      confirmLabel={isActive ? <Trans>End now</Trans> : <Trans>Call off</Trans>}
      cancelLabel={<Trans>Keep it</Trans>}
    >
      <div className="grid gap-4">
        <p>
          {isActive ? (
            <Trans>Everybody can work again from now on.</Trans>
          ) : (
            <Trans>Those who were mailed about it are not mailed again: tell them if they planned for it.</Trans>
          )}
        </p>
        <BlastRadius
          label={t`What this touches`}
          facts={[
            isActive
              ? { count: reach.shut_out, label: <Plural value={reach.shut_out} one="user can work again" other="users can work again" /> }
              : { count: reach.mailed, label: <Plural value={reach.mailed} one="person was mailed" other="people were mailed" /> },
          ]}
        />
      </div>
    </AlertDialog>
  )
}
