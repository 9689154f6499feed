import { useEffect, useState } from 'react'

/** Milliseconds in which a camera has to give its first picture. */
const startLimit = 10_000

/** Undefined where the browser shows no cameras: over plain HTTP, for one. */
const devices = (): MediaDevices | undefined => navigator.mediaDevices

/** Whether there is a camera; undefined until the browser has answered. Follows devices that are plugged in or out. */
export function useHasCamera(): boolean | undefined {
  const [hasCamera, setHasCamera] = useState<boolean>()
  useEffect(() => {
    let isOver = false
    async function look() {
      const found = await devices()
        ?.enumerateDevices()
        .catch(() => [])
      if (!isOver) setHasCamera(found?.some(({ kind }) => kind === 'videoinput') ?? false)
    }
    const lookAgain = () => void look()
    lookAgain()
    devices()?.addEventListener('devicechange', lookAgain)
    return () => {
      isOver = true
      devices()?.removeEventListener('devicechange', lookAgain)
    }
  }, [])
  return hasCamera
}

/**
 * Shows the camera in `video`, the rear one if there are several, until `signal` aborts: then it is off, whatever it was doing. Rejects
 * when there is no permission, no camera or no picture in time, and calls `onEnd` when it is taken away later.
 */
export async function showCamera(video: HTMLVideoElement, signal: AbortSignal, onEnd: () => void): Promise<void> {
  const stream = await devices()?.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })
  if (!stream) throw new Error('There is no camera.')
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  for (const track of stream.getTracks()) track.addEventListener('ended', onEnd)
  video.srcObject = stream
  const isLate = new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error('The camera gives no picture.')), startLimit))
  await Promise.race([hasPicture(video), isLate])
}

async function hasPicture(video: HTMLVideoElement) {
  await video.play()
  if (video.videoWidth === 0) await new Promise((resolve) => video.addEventListener('resize', resolve, { once: true }))
}
