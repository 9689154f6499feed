import { Trans, useLingui } from '@lingui/react/macro'
import type { Mapping } from '@twofold/contract/email/mappings'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { useRemoveMapping } from './use-mapping-acts.ts'

type RemoveMappingDialogProps = { mapping: Mapping; onClose: () => void; onRemoved?: () => void }

/** Its event is not mailed any more. */
export function RemoveMappingDialog({ mapping, onClose, onRemoved = onClose }: RemoveMappingDialogProps) {
  const { t } = useLingui()
  const remove = useRemoveMapping()
  const name = mapping.event_name
  return (
    <AlertDialog
      title={t`Are you sure you want to delete this mapping?`}
      confirmLabel={t`Delete`}
      pending={remove.isPending}
      pendingLabel={t`Deleting...`}
      onClose={onClose}
      onConfirm={() => remove.mutate(mapping, { onSuccess: onRemoved, onError: onClose })}
    >
      <p>
        <Trans>From now on nobody is mailed when {name} happens. Its template stays, and you can create the mapping again.</Trans>
      </p>
    </AlertDialog>
  )
}
