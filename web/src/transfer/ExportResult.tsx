import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { saveFile } from '../lib/save-file.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { DialogStep } from '../ui/Dialog.tsx'
import { QrSheet } from './QrSheet.tsx'
import { UnencryptedWarning } from './UnencryptedWarning.tsx'
import type { Exported } from './use-export.ts'

interface ExportResultProps {
  exported: Exported
  /** Owner of the keys, printed on a sheet. */
  owner: string
  onClose: () => void
}

/** Result of an export: a saved file, or a sheet to view and print. */
export function ExportResult({ exported, owner, onClose }: ExportResultProps) {
  const { format, keys, exportedAt, file, iconsLeftOut } = exported
  const [isSheetShown, setIsSheetShown] = useState(false)
  const name = file?.name
  return (
    <>
      <DialogStep
        footer={
          file ? (
            <>
              <Button onPress={() => saveFile(file.content, file.name)}>
                <Trans>Save again</Trans>
              </Button>
              <Button variant="primary" autoFocus onPress={onClose}>
                <Trans>Done</Trans>
              </Button>
            </>
          ) : (
            <>
              <Button onPress={onClose}>
                <Trans>Done</Trans>
              </Button>
              <Button variant="primary" autoFocus onPress={() => setIsSheetShown(true)}>
                <Trans>Show the sheet</Trans>
              </Button>
            </>
          )
        }
      >
        <Alert
          type="success"
          announce
          title={
            name === undefined ? (
              <Plural value={keys.length} one="The sheet with # key is ready" other="The sheet with # keys is ready" />
            ) : (
              <Plural value={keys.length} one={`# key is in ${name}`} other={`# keys are in ${name}`} />
            )
          }
        >
          {format === 'twofold' && (
            <p>
              <Trans>Keep its password well: without it nobody can open the file, not even an administrator.</Trans>
            </p>
          )}
          {iconsLeftOut > 0 && (
            <p>
              <Plural
                value={iconsLeftOut}
                one="# picture is left out: the file would be too large."
                other="# pictures are left out: the file would be too large."
              />
            </p>
          )}
        </Alert>
        {format !== 'twofold' && <UnencryptedWarning />}
      </DialogStep>
      {isSheetShown && <QrSheet keys={keys} exportedAt={exportedAt} owner={owner} onClose={() => setIsSheetShown(false)} />}
    </>
  )
}
