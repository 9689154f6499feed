import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound } from '../ui/icons/KeyRound.ts'
import { DialogStep, SteppedDialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import type { ExportableKey } from './ChooseKeys.tsx'
import { ExportForm } from './ExportForm.tsx'
import { ExportResult } from './ExportResult.tsx'
import { useExport } from './use-export.ts'

interface ExportDialogProps {
  keys: readonly ExportableKey[]
  /** Owner of the keys, printed on a sheet. */
  owner: string
  onClose: () => void
}

/** Takes keys out of the vault: as an encrypted file, as links, or on paper. */
export function ExportDialog({ keys, owner, onClose }: ExportDialogProps) {
  const { t } = useLingui()
  const exporting = useExport()
  const done = exporting.data
  return (
    <SteppedDialog title={t`Export keys`} subtitle={t`As a backup, or for another application`} onClose={onClose}>
      {keys.length === 0 ? (
        <DialogStep>
          <EmptyState icon={KeyRound} level={3} title={t`No keys of your own`}>
            <Trans>Keys that others share with you are exported by their owners.</Trans>
          </EmptyState>
        </DialogStep>
      ) : done ? (
        <ExportResult exported={done} owner={owner} onClose={onClose} />
      ) : (
        <ExportForm keys={keys} exporting={exporting} />
      )}
    </SteppedDialog>
  )
}
