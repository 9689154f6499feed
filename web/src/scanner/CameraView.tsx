import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Loading } from '../ui/Loading.tsx'
import { showCamera } from './camera.ts'
import type { Decoder } from './decoder.ts'

const scansPerSecond = 25
/** The side of the square in the middle of the picture that is looked at, in pixels. */
const canvasSize = 400
/** Each so many scans the whole height of the picture is looked at as sharp as it comes, for codes with much in them. */
const sharpScanEvery = 4
const sharpSize = 1080
/** Milliseconds without a code after which there is advice. */
const adviceAfter = 10_000
/** Milliseconds. */
const pauseAfterFailure = 1000

interface CameraViewProps {
  decoder: Decoder
  /** Codes are in the picture; called for each picture that has some. */
  onTexts: (texts: string[]) => void
  onFailure: () => void
}

/** The picture of the camera, which is on for as long as this is on the screen and the page can be seen. */
export function CameraView({ decoder, onTexts, onFailure }: CameraViewProps) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const [isOn, setIsOn] = useState(false)
  const [isSlow, setIsSlow] = useState(false)
  const isVisible = useIsPageVisible()
  const reportTexts = useEffectEvent(onTexts)
  const reportFailure = useEffectEvent(onFailure)

  useEffect(() => {
    const screen = video.current
    if (!screen || !isVisible) return
    const stopping = new AbortController()
    const { signal } = stopping
    const fail = () => signal.aborted || reportFailure()
    async function run(screen: HTMLVideoElement) {
      await showCamera(screen, signal, fail)
      if (signal.aborted) return
      setIsOn(true)
      const adviceTimer = setTimeout(() => setIsSlow(true), adviceAfter)
      signal.addEventListener('abort', () => clearTimeout(adviceTimer))
      await scan(screen, decoder, signal, (texts) => reportTexts(texts))
    }
    run(screen).catch(fail)
    return () => {
      stopping.abort()
      setIsOn(false)
    }
  }, [decoder, isVisible])

  return (
    <div className="grid gap-3">
      <p className="text-text-2">
        <Trans>Point your camera at a 2FA QR code to scan it automatically</Trans>
      </p>
      <div className="relative mx-auto aspect-square w-[min(100%,25rem)] overflow-hidden rounded-lg border border-border bg-sunken">
        <video className="size-full object-cover" ref={video} muted playsInline aria-label={t`Picture of the camera`} />
        {isOn ? (
          // The frame to hold the code in. Drawn with two tones, since the picture behind may be light or dark.
          <div className="absolute inset-[14%] rounded-md border-2 border-[#fff] outline-2 outline-[rgb(0_0_0/0.55)]" />
        ) : (
          <div className="absolute inset-0 grid place-items-center text-text-2">
            <Loading label={t`Starting the camera...`}>
              <Trans>Starting the camera...</Trans>
            </Loading>
          </div>
        )}
      </div>
      <p className="flex items-center gap-2 min-h-[1.5em] text-sm text-text-2" role="status">
        {isSlow && <Trans>No code yet. Hold it steady, fill the frame with it, and avoid reflections. Or upload a picture of it.</Trans>}
      </p>
    </div>
  )
}

/** Scans one picture after the other, until `signal` aborts. */
async function scan(video: HTMLVideoElement, decoder: Decoder, signal: AbortSignal, onTexts: (texts: string[]) => void) {
  const canvas = document.createElement('canvas')
  for (let turn = 0; !signal.aborted; turn++) {
    const earliest = performance.now() + 1000 / scansPerSecond
    const frame = takeFrame(video, canvas, turn % sharpScanEvery === sharpScanEvery - 1 ? sharpSize : canvasSize)
    const decoded = frame && (await decoder.decodeFrame(frame, turn))
    if (signal.aborted) return
    if (decoded && 'texts' in decoded && decoded.texts.length > 0) onTexts(decoded.texts)
    const pause = decoded && 'failure' in decoded ? pauseAfterFailure : Math.max(0, earliest - performance.now())
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** The square in the middle, at most `size` pixels wide. Undefined while there is no picture. */
function takeFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement, size: number): ImageData | undefined {
  const square = Math.min(video.videoWidth, video.videoHeight)
  if (square === 0) return undefined
  canvas.width = canvas.height = Math.min(size, square)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const [left, top] = [(video.videoWidth - square) / 2, (video.videoHeight - square) / 2]
  context?.drawImage(video, left, top, square, square, 0, 0, canvas.width, canvas.height)
  return context?.getImageData(0, 0, canvas.width, canvas.height)
}

function useIsPageVisible() {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setIsVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}
