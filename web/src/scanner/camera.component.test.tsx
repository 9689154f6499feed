import { beforeEach, expect, test, vi } from 'vitest'
import { holdTime, passTime } from '../testing/clock.ts'
import { openScanner, scanner, toastOf } from '../testing/scanner.ts'
import { signInWithKeys } from '../testing/vault.ts'

const failed = 'Failed to start camera. Please check permissions.'

beforeEach(() => {
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue([{ kind: 'videoinput' } as MediaDeviceInfo])
  signInWithKeys()
})

/** The picture of a camera, of a wall. */
function film(): MediaStream {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  // An undrawn canvas produces no frames.
  const paint = () => {
    context?.fillRect(0, 0, canvas.width, canvas.height)
    if (stream.active) requestAnimationFrame(paint)
  }
  const stream = canvas.captureStream()
  requestAnimationFrame(paint)
  return stream
}

test('a camera is taken from the rear when there are several, and gives advice after ten seconds', async () => {
  const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => film())
  holdTime()
  await openScanner()
  await expect.poll(() => document.querySelector('video + :empty')).not.toBeNull()
  expect(asked.mock.calls[0]?.[0]).toMatchObject({ audio: false, video: { facingMode: { ideal: 'environment' } } })
  await expect.element(scanner.getByText('No code yet.')).not.toBeInTheDocument()
  await passTime(10_000)
  await expect.element(scanner.getByText('No code yet.')).toBeVisible()
})

test('a camera that gives no picture within ten seconds is said to have failed, and the upload takes its place', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => new MediaStream())
  holdTime()
  await openScanner()
  await expect.element(scanner.getByRole('status').filter({ hasText: 'Starting the camera...' })).toBeVisible()
  await passTime(10_000)
  await expect.element(toastOf(failed)).toBeVisible()
  await expect.element(scanner.getByText('Drop QR code image here')).toBeVisible()
})

test('a camera that may not be used is said to have failed, and the upload takes its place', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('Permission denied', 'NotAllowedError'))
  await openScanner()
  await expect.element(toastOf(failed)).toBeVisible()
  await expect.element(scanner.getByText('Failed to access camera. Please check permissions.')).toBeVisible()
  await expect.element(scanner.getByRole('tab', { name: 'Upload Image' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(scanner.getByText('Drop QR code image here')).toBeVisible()
})
