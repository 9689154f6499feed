import { cameras, testWithCamera, watchCameras } from './camera.ts'
import { expect } from './fixtures.ts'
import { drawQr, rotate } from './qr-pictures.ts'
import { addField, openScanner, scanner, toastOf } from './scanner.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const link = `otpauth://totp/Code%20host:ann?secret=${secret}&digits=8`

const test = testWithCamera('code', [rotate(drawQr(link, 5), 10)])

test.use({ permissions: ['camera'] })

test('a code before the camera fills the form, and the camera is off afterwards', async ({ page, person }) => {
  await watchCameras(page)
  await openScanner(page, person)
  await expect(toastOf(page, 'QR code scanned successfully!')).toBeVisible()
  await expect(scanner(page)).toBeHidden()
  await expect(addField(page, 'Name')).toHaveValue('Code host')
  await expect(addField(page, 'Secret')).toHaveValue(secret)
  await expect(addField(page, 'Digits')).toHaveValue('8')
  expect(await cameras(page)).toEqual({ opened: 1, on: 0 })
})
