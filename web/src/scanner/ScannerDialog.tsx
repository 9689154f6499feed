import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { CancelButton } from '../ui/CancelButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { useHasCamera } from './camera.ts'
import { CameraView } from './CameraView.tsx'
import { UploadView } from './UploadView.tsx'
import { useScan } from './use-scan.ts'

export interface IncomingPicture {
  file: File
  by: 'paste' | 'drop' | 'share' | 'choice'
}

export type TextSource = 'code' | 'paste'

interface ScannerDialogProps {
  picture?: IncomingPicture | undefined
  /** Takes the texts of the codes in one picture, at least one, or a pasted one. Answers why none of them is of use, or undefined. */
  onTexts: (texts: string[], from: TextSource) => string | undefined
  /** Results so far, if one code is not enough. */
  children?: ReactNode
  onClose: () => void
}

/** Reads QR codes from the camera, a file, a drop or the clipboard. The camera is on only while its tab is open. */
export function ScannerDialog({ picture, onTexts, children, onClose }: ScannerDialogProps) {
  const { t } = useLingui()
  const hasCamera = useHasCamera()
  const { decoder, chosen, choose, error, isBusy, isDragging, takeFile, takeFromCamera, noteNoCamera } = useScan(picture, onTexts)
  const mode = hasCamera === false ? 'upload' : (chosen ?? 'camera')
  const camera = <CameraView decoder={decoder} onTexts={takeFromCamera} onFailure={noteNoCamera} />
  return (
    <Dialog title={t`Scan QR Code`} onClose={onClose} footer={<CancelButton />}>
      <Tabs
        label={t`Where the QR code is`}
        selected={mode}
        onSelect={(next) => next !== mode && choose(next)}
        items={[
          {
            id: 'camera',
            label: <CameraLabel isMissing={hasCamera === false} />,
            isDisabled: hasCamera === false,
            content: hasCamera && camera,
          },
          {
            id: 'upload',
            label: <Trans>Upload Image</Trans>,
            content: <UploadView isBusy={isBusy} isDragging={isDragging} onFile={(file) => void takeFile({ file, by: 'choice' })} />,
          },
        ]}
      />
      {hasCamera === false && !window.isSecureContext && (
        <Alert type="info">
          <Trans>Browsers allow the camera only over HTTPS.</Trans>
        </Alert>
      )}
      {error !== undefined && <Alert type="error">{error}</Alert>}
      {children}
    </Dialog>
  )
}

function CameraLabel({ isMissing }: { isMissing: boolean }) {
  if (!isMissing) return <Trans>Camera Scan</Trans>
  return (
    <span>
      <Trans>Camera Scan</Trans> {/* Otherwise the second tab would not be wholly on a narrow screen. */}
      <span className="max-[24rem]:block max-[24rem]:text-xs">
        <Trans>(Not available)</Trans>
      </span>
    </span>
  )
}
