import './transfer.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { saveFile } from '../lib/save-file.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { DialogStep, SteppedDialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import type { ExportableKey } from './ChooseKeys.tsx'
import { ExportForm } from './ExportForm.tsx'
import { QrSheet } from './QrSheet.tsx'
import { UnencryptedWarning } from './UnencryptedWarning.tsx'
import { type Exported, useExport } from './use-export.ts'

interface ExportDialogProps {
  /** Own keys. */
  keys: readonly ExportableKey[]
  /** Whose keys they are, to be printed on a sheet. */
  owner: string
  onClose: () => void
}

/** Takes keys out of the vault: as an encrypted file, as links, or on paper. */
export function ExportDialog({ keys, owner, onClose }: ExportDialogProps) {
  const { t } = useLingui()
  const exporting = useExport()
  const done = exporting.data
  if (done && !done.file) return <QrSheet keys={done.keys} exportedAt={done.exportedAt} owner={owner} onClose={onClose} />
  return (
    <SteppedDialog title={t`Export keys`} subtitle={t`As a backup, or for another application`} onClose={onClose}>
      {keys.length === 0 ? (
        <DialogStep>
          <EmptyState icon={KeyRound} level={3} title={t`No keys of your own`}>
            <Trans>Keys that others share with you are exported by their owners.</Trans>
          </EmptyState>
        </DialogStep>
      ) : done ? (
        <SavedFile exported={done} onClose={onClose} />
      ) : (
        <ExportForm keys={keys} exporting={exporting} onClose={onClose} />
      )}
    </SteppedDialog>
  )
}

function SavedFile({ exported: { format, keys, file }, onClose }: { exported: Exported; onClose: () => void }) {
  if (!file) return null
  const { name, content } = file
  return (
    <DialogStep
      footer={
        <>
          <Button onPress={() => saveFile(content, name)}>
            <Trans>Save again</Trans>
          </Button>
          <Button variant="primary" autoFocus onPress={onClose}>
            <Trans>Done</Trans>
          </Button>
        </>
      }
    >
      <Alert type="success" announce title={<Plural value={keys.length} one={`# key is in ${name}`} other={`# keys are in ${name}`} />}>
        {format === 'twofold' && <Trans>Keep its password well: without it nobody can open the file, not even an administrator.</Trans>}
      </Alert>
      {format === 'links' && <UnencryptedWarning />}
    </DialogStep>
  )
}
