import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { KeyParameters } from '@twofold/contract/otpauth'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { DialogStep, SteppedDialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'
import type { DrawIcon } from './draw-pictures.ts'
import { ImportProgressView } from './ImportProgressView.tsx'
import { ImportResult } from './ImportResult.tsx'
import { ImportReview } from './ImportReview.tsx'
import { ImportSource } from './ImportSource.tsx'
import { MissingParts } from './MissingParts.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { allEntries, type ReadPicture, type UnfinishedExport, unfinishedOf } from './read-sources.ts'
import { formatName } from './transfer-texts.ts'
import { type ImportBeginning, useImport } from './use-import.ts'

interface ImportDialogProps {
  /** Input that was dropped, pasted or scanned already. */
  beginning?: ImportBeginning | undefined
  readPicture: ReadPicture
  drawIcon: DrawIcon
  /** Goes on with the camera, where there is a scanner: with the codes of an export that are there already, and what else was found. */
  onScan?: ((found?: UnfinishedExport) => void) | undefined
  /** The live code of what is not saved yet. */
  code: (parameters: KeyParameters) => ReactNode
  onClose: () => void
}

/** Brings keys over from other applications. Nothing is added before the person has seen what would become of each entry. */
export function ImportDialog({ beginning, readPicture, drawIcon, onScan, code, onClose }: ImportDialogProps) {
  const { t } = useLingui()
  const flow = useImport(readPicture, drawIcon, beginning)
  const { step, gathered, problem, importing } = flow
  const found = allEntries(gathered).length
  const from = gathered.formats.map(formatName).join(', ')

  function content() {
    switch (step.at) {
      case 'source':
        return <ImportSource problem={problem} onFiles={flow.takeFiles} onText={flow.takeText} onScan={onScan && (() => onScan())} />
      case 'working':
        return (
          <DialogStep
            footer={
              <Button onPress={flow.cancel}>
                <Trans>Cancel</Trans>
              </Button>
            }
          >
            <ImportProgressView progress={step.progress} />
          </DialogStep>
        )
      case 'password':
        return <PasswordStep {...step} onAnswer={step.answer} onBack={flow.cancel} />
      case 'parts':
        return (
          <MissingParts
            exports={gathered.exports}
            found={found}
            problem={problem}
            onFiles={flow.takeFiles}
            onText={flow.takeText}
            onScan={onScan && (() => onScan(unfinishedOf(gathered)))}
            onGoOn={flow.goOn}
          />
        )
      case 'failed':
        return (
          <DialogStep>
            <ErrorState level={3} title={t`The keys could not be compared with yours`} onRetry={flow.goOn}>
              {step.message} <Trans>Nothing was added.</Trans>
            </ErrorState>
          </DialogStep>
        )
      case 'review':
        return <ImportReview judged={step.judged} code={code} importing={importing} onStartOver={flow.startOver} />
      case 'done':
        return <ImportResult {...step} code={code} onClose={onClose} />
    }
  }

  return (
    <SteppedDialog
      title={t`Import keys`}
      subtitle={
        step.at === 'review' ? (
          <Plural value={found} one={`# entry from ${from}`} other={`# entries from ${from}`} />
        ) : (
          <Trans>From another application, or from another Twofold</Trans>
        )
      }
      onClose={onClose}
      pending={importing.isPending}
    >
      {content()}
    </SteppedDialog>
  )
}
