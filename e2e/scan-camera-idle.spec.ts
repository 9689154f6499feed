import { expectAccessible } from './axe.ts'
import { cameras, testWithCamera, watchCameras } from './camera.ts'
import { expect } from './fixtures.ts'
import { blank } from './qr-pictures.ts'
import { addDialog, openScanner, scanner, toastOf } from './scanner.ts'

const test = testWithCamera('nothing', [blank(640, 480)])

test.use({ permissions: ['camera'] })

test('a camera is on only while its tab is open and the page can be seen', async ({ page, person }) => {
  await watchCameras(page)
  await openScanner(page, person)
  await expect(scanner(page).getByText('Point your camera at a 2FA QR code to scan it automatically')).toBeVisible()
  const isOn = (on: number) => expect.poll(async () => (await cameras(page)).on).toBe(on)
  await isOn(1)
  await expectAccessible(page)
  await scanner(page).getByRole('tab', { name: 'Upload Image' }).click()
  await isOn(0)
  await scanner(page).getByRole('tab', { name: 'Camera Scan' }).click()
  await isOn(1)
  await page.keyboard.press('Escape')
  await expect(scanner(page)).toBeHidden()
  await isOn(0)
  await addDialog(page).getByRole('button', { name: 'Scan QR Code' }).click()
  await isOn(1)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await isOn(0)
  expect((await cameras(page)).opened).toBe(3)
})

test('a camera is taken from the rear when there are several, and gives advice after ten seconds', async ({ page, person }) => {
  await page.addInitScript(() => {
    const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = (constraints) => {
      document.documentElement.dataset['asked'] = JSON.stringify(constraints)
      return getUserMedia(constraints)
    }
  })
  await page.clock.install()
  await openScanner(page, person)
  await expect(scanner(page).locator('.camera[data-on]')).toBeVisible()
  const asked = await page.evaluate(() => document.documentElement.dataset['asked'] ?? '')
  expect(JSON.parse(asked)).toMatchObject({ audio: false, video: { facingMode: { ideal: 'environment' } } })
  await page.clock.fastForward(10_000)
  await expect(scanner(page).getByText('No code yet.')).toBeVisible()
})

test('a camera is looked at 25 times a second at most', async ({ page, person }) => {
  await page.addInitScript(() => {
    window.looks = []
    const getImageData = CanvasRenderingContext2D.prototype.getImageData
    CanvasRenderingContext2D.prototype.getImageData = function (...place) {
      window.looks.push({ at: performance.now(), width: place[2] })
      return getImageData.apply(this, place)
    }
  })
  await openScanner(page, person)
  await expect.poll(() => page.evaluate(() => window.looks.length)).toBeGreaterThan(20)
  const looks = await page.evaluate(() => window.looks)
  const seconds = ((looks.at(-1)?.at ?? 0) - (looks[0]?.at ?? 0)) / 1000
  expect((looks.length - 1) / seconds).toBeLessThanOrEqual(25.5)
  expect(looks[0]?.width).toBe(400)
})

test('a camera that gives no picture within ten seconds is said to have failed, and the upload takes its place', async ({
  page,
  person,
}) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      document.documentElement.dataset['asked'] = 'true'
      return new MediaStream()
    }
  })
  await page.clock.install()
  await openScanner(page, person)
  await expect(page.locator('html[data-asked]')).toBeAttached()
  await expect(scanner(page).getByRole('status').filter({ hasText: 'Starting the camera...' })).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(toastOf(page, 'Failed to start camera. Please check permissions.')).toBeVisible()
  await expect(scanner(page).getByText('Drop QR code image here')).toBeVisible()
})

declare global {
  interface Window {
    looks: { at: number; width: number }[]
  }
}
