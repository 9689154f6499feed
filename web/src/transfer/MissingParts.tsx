import { Plural, Trans } from '@lingui/react/macro'
import { ImageUp } from '../ui/icons/ImageUp.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { useIncomingFiles } from '../lib/use-incoming-files.ts'
import { FailureAlert } from '../ui/FailureAlert.tsx'
import { Button } from '../ui/Button.tsx'
import { CancelButton } from '../ui/CancelButton.tsx'
import { DialogStep } from '../ui/Dialog.tsx'
import { DropZone } from '../ui/DropZone.tsx'
import { type CollectedParts, isComplete } from './migration-parts.ts'
import { PartsSoFar } from './PartsSoFar.tsx'
import { ScanButton } from './ScanButton.tsx'

interface MissingPartsProps {
  exports: readonly CollectedParts[]
  /** Number of entries so far. */
  found: number
  problem: string | undefined
  onFiles: (files: readonly File[]) => void
  onText: (text: string) => void
  onScan: (() => void) | undefined
  onGoOn: () => void
}

/** Collects the codes of an export until it is complete, or the person has no more of them. */
export function MissingParts({ exports, found, problem, onFiles, onText, onScan, onGoOn }: MissingPartsProps) {
  useUnsavedChanges(true)
  const isDragging = useIncomingFiles({ enabled: true, onFiles, onText })
  return (
    <DialogStep
      footer={
        <>
          <CancelButton />
          <Button onPress={onGoOn}>
            <Plural value={found} one="Go on with # key" other="Go on with # keys" />
          </Button>
        </>
      }
    >
      <FailureAlert>{problem}</FailureAlert>
      {exports.map((parts) => !isComplete(parts) && <PartsSoFar key={parts.batch} parts={parts} />)}
      <DropZone
        icon={ImageUp}
        title={<Trans>Drop the missing QR codes here</Trans>}
        text={<Trans>or click to browse files</Trans>}
        note={<Trans>Their links can be pasted too</Trans>}
        multiple
        isDragging={isDragging}
        onFiles={onFiles}
      />
      {onScan && <ScanButton onScan={onScan} />}
    </DialogStep>
  )
}
