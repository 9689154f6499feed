import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIncomingFiles } from '../lib/use-incoming-files.ts'
import { toast } from '../ui/toast.ts'
import { createDecoder, type DecodeFailure } from './decoder.ts'
import type { IncomingPicture, TextSource } from './ScannerDialog.tsx'

/** Milliseconds before a code that stays in front of the camera is reported again. */
const sameTextPause = 4000

/** Passes pictures and texts to their consumers, and tracks errors. The newest picture counts. */
export function useScan(picture: IncomingPicture | undefined, onTexts: (texts: string[], from: TextSource) => string | undefined) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const decoder = useDecoder()
  const [chosen, setChosen] = useState<'camera' | 'upload' | undefined>(picture && 'upload')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const takeFromCamera = useNewTexts(take)
  const latestFile = useRef(0)

  function fail(message: string) {
    setError(message)
    toast.error(message)
  }

  function take(texts: string[], from: TextSource = 'code') {
    const refusal = onTexts(texts, from)
    if (refusal === undefined) setError(undefined)
    else fail(refusal)
  }

  async function takeFile({ file, by }: IncomingPicture) {
    choose('upload')
    setIsBusy(true)
    latestFile.current += 1
    const ownFile = latestFile.current
    const decoded = await decoder.decodeFile(file)
    if (ownFile !== latestFile.current) return
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

  function choose(mode: 'camera' | 'upload') {
    setChosen(mode)
    setError(undefined)
  }

  function noteNoCamera() {
    setChosen('upload')
    setError(t`Failed to access camera. Please check permissions.`)
    toast.error(t`Failed to start camera. Please check permissions.`)
  }

  return { decoder, chosen, choose, error, isBusy, isDragging, takeFile, takeFromCamera, noteNoCamera }
}

/** Leaves out what comes again: the camera sees the same code again and again. */
function useNewTexts(take: (texts: string[]) => void) {
  const last = useRef({ text: '', at: -Infinity })
  return (texts: string[]) => {
    const [text, at] = [texts.join('\n'), performance.now()]
    if (text === last.current.text && at - last.current.at < sameTextPause) return
    last.current = { text, at }
    take(texts)
  }
}

function useFailureText() {
  const { t } = useLingui()
  return (failure: DecodeFailure, by: IncomingPicture['by']): string => {
    switch (failure) {
      case 'not_an_image':
        return by === 'drop' ? t`Please drop an image file (PNG, JPG, etc.)` : t`Please select an image file`
      case 'other_picture':
        return t`This kind of picture cannot be read. Save it as PNG or JPEG, or take a screenshot of it.`
      case 'too_large':
        return t`This image is too large. Please use one of at most 40 megapixels.`
      case 'failed':
        return t`Failed to process image. Please try again.`
    }
  }
}

function useDecoder() {
  const [decoder] = useState(createDecoder)
  useEffect(() => () => decoder.stop(), [decoder])
  return decoder
}
