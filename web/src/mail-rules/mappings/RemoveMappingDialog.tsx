import { Trans, useLingui } from '@lingui/react/macro'
import type { Mapping } from '@twofold/contract/mail-rules/mappings'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { useRemoveMapping } from './use-mapping-acts.ts'

type RemoveMappingDialogProps = { mapping: Mapping; onClose: () => void; onRemoved?: () => void }

/** Stops the e-mail of its event. */
export function RemoveMappingDialog({ mapping, onClose, onRemoved = onClose }: RemoveMappingDialogProps) {
  const { t } = useLingui()
  const remove = useRemoveMapping()
  const name = mapping.event_name
  return (
    <AskDialog
      title={t`Are you sure you want to delete this mapping?`}
      confirmLabel={t`Delete`}
      pendingLabel={t`Deleting...`}
      onClose={onClose}
      act={remove}
      input={mapping}
      onDone={onRemoved}
    >
      <p>
        <Trans>From now on, no e-mail is sent when {name} happens. Its template stays, and you can create the mapping again.</Trans>
      </p>
    </AskDialog>
  )
}
