import './scanner.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIncomingFiles } from '../lib/use-incoming-files.ts'
import { Alert } from '../ui/Alert.tsx'
import { CancelButton } from '../ui/CancelButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { toast } from '../ui/toast.ts'
import { useHasCamera } from './camera.ts'
import { CameraView } from './CameraView.tsx'
import { createDecoder, type DecodeFailure } from './decoder.ts'
import { UploadView } from './UploadView.tsx'

/** Milliseconds in which a code that stays before the camera is not told again. */
const sameTextPause = 4000

export interface IncomingPicture {
  file: File
  by: 'paste' | 'drop' | 'share' | 'choice'
}

/** Where a text comes from: a QR code, or the clipboard. */
export type TextSource = 'code' | 'paste'

interface ScannerDialogProps {
  /** A picture to begin with. */
  picture?: IncomingPicture | undefined
  /** Takes the texts of the codes in one picture, at least one, or a pasted one. Answers why none of them is of use, or undefined. */
  onTexts: (texts: string[], from: TextSource) => string | undefined
  /** What was found so far, when one code is not enough. */
  children?: ReactNode
  onClose: () => void
}

/** Reads QR codes from the camera, a file, a drop or the clipboard. The camera is on only while its tab is open. */
export function ScannerDialog({ picture, onTexts, children, onClose }: ScannerDialogProps) {
  const { t } = useLingui()
  const hasCamera = useHasCamera()
  const decoder = useDecoder()
  const [chosen, setChosen] = useState<'camera' | 'upload' | undefined>(picture && 'upload')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const last = useRef({ text: '', at: -Infinity })
  const latestFile = useRef(0)
  const mode = hasCamera === false ? 'upload' : (chosen ?? 'camera')

  function fail(message: string) {
    setError(message)
    toast.error(message)
  }

  function take(texts: string[], from: TextSource = 'code') {
    const refusal = onTexts(texts, from)
    if (refusal === undefined) setError(undefined)
    else fail(refusal)
  }

  /** The camera sees the same code again and again. */
  function takeFromCamera(texts: string[]) {
    const [text, at] = [texts.join('\n'), performance.now()]
    if (text === last.current.text && at - last.current.at < sameTextPause) return
    last.current = { text, at }
    take(texts)
  }

  function failureText(failure: DecodeFailure, by: IncomingPicture['by']) {
    switch (failure) {
      case 'not_an_image':
        return by === 'drop' ? t`Please drop an image file (PNG, JPG, etc.)` : t`Please select an image file`
      case 'too_large':
        return t`This image is too large. Please use one of at most 40 megapixels.`
      case 'failed':
        return t`Failed to process image. Please try again.`
    }
  }

  async function takeFile({ file, by }: IncomingPicture) {
    setChosen('upload')
    setError(undefined)
    setIsBusy(true)
    latestFile.current += 1
    const mine = latestFile.current
    const decoded = await decoder.decodeFile(file)
    if (mine !== latestFile.current) return
    setIsBusy(false)
    if ('failure' in decoded) fail(failureText(decoded.failure, by))
    else if (decoded.texts.length === 0) fail(t`No QR code found in the image. Please try a different image.`)
    else take(decoded.texts)
  }

  const isDragging = useIncomingFiles({
    enabled: true,
    onFiles: ([file], by) => file && void takeFile({ file, by }),
    onText: (text) => take([text], 'paste'),
  })

  const begin = useEffectEvent(() => picture && void takeFile(picture))
  useEffect(() => {
    begin()
    return () => {
      latestFile.current += 1
    }
  }, [])

  const camera = (
    <CameraView
      decoder={decoder}
      onTexts={takeFromCamera}
      onFailure={() => {
        setChosen('upload')
        setError(t`Failed to access camera. Please check permissions.`)
        toast.error(t`Failed to start camera. Please check permissions.`)
      }}
    />
  )
  return (
    <Dialog title={t`Scan QR Code`} onClose={onClose} footer={<CancelButton />}>
      <Tabs
        label={t`Where the QR code is`}
        selected={mode}
        onSelect={(next) => {
          if (next === mode) return
          setChosen(next)
          setError(undefined)
        }}
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
      <Trans>Camera Scan</Trans>{' '}
      <span className="scan-tab-note">
        <Trans>(Not available)</Trans>
      </span>
    </span>
  )
}

function useDecoder() {
  const [decoder] = useState(createDecoder)
  useEffect(() => () => decoder.stop(), [decoder])
  return decoder
}
