import { expectAccessible } from './axe.ts'
import { cameras, testWithCamera, watchCameras } from './camera.ts'
import { expect } from './fixtures.ts'
import { pressEscape } from './keyboard.ts'
import { blank } from './qr-pictures.ts'
import { addDialog, openScanner, scanner } from './scanner.ts'

const test = testWithCamera('nothing', [blank(640, 480)])

test.use({ permissions: ['camera'] })

test('a camera is on only while its tab is open and the page can be seen, and is looked at 25 times a second at most', async ({
  page,
  person,
}) => {
  await page.addInitScript(() => {
    window.looks = []
    const getImageData = CanvasRenderingContext2D.prototype.getImageData
    CanvasRenderingContext2D.prototype.getImageData = function (...place) {
      window.looks.push({ at: performance.now(), width: place[2] })
      return getImageData.apply(this, place)
    }
  })
  await watchCameras(page)
  await openScanner(page, person)
  await expect(scanner(page).getByText('Point your camera at a 2FA QR code to scan it automatically')).toBeVisible()
  const isOn = (on: number) => expect.poll(async () => (await cameras(page)).on).toBe(on)
  await isOn(1)
  await expect.poll(() => page.evaluate(() => window.looks.length)).toBeGreaterThan(40)
  const looks = await page.evaluate(() => window.looks)
  const seconds = ((looks.at(-1)?.at ?? 0) - (looks[0]?.at ?? 0)) / 1000
  // The first and the last may each come late by what a busy machine did in between.
  expect((looks.length - 1) / seconds).toBeLessThanOrEqual(27)
  expect(looks[0]?.width).toBe(400)
  await expectAccessible(page)
  await scanner(page).getByRole('tab', { name: 'Upload Image' }).click()
  await isOn(0)
  await scanner(page).getByRole('tab', { name: 'Camera Scan' }).click()
  await isOn(1)
  await pressEscape(scanner(page))
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

declare global {
  interface Window {
    looks: { at: number; width: number }[]
  }
}
