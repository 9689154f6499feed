import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { holdScript } from './hold-script.ts'
import { pressEscape } from './keyboard.ts'
import { enter } from './people.ts'
import { blur, drawQr, invert, photographAtAnAngle, rotate, toPng } from './qr-pictures.ts'
import { addDialog, addField, openScanner, pngFile, scanner, toastOf, upload } from './scanner.ts'
import { totpCode } from './totp.ts'

/** The secret of RFC 6238. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const link = `otpauth://totp/Code%20host:ann%40example.org?secret=${secret}&issuer=Code%20host&algorithm=SHA256&digits=8&period=60`
const qr = drawQr(link)

test('a scanner that was slow to come gives the focus back; a scan fills the form, and the saved key has the same code', async ({
  page,
  person,
}) => {
  const release = await holdScript(page, 'ScannerDialog')
  await openScanner(page, person)
  release()
  await expect(scanner(page).getByRole('tab', { name: 'Upload Image' })).toBeVisible()
  await pressEscape(scanner(page))
  await expect(addDialog(page).getByRole('button', { name: 'Scan QR Code' })).toBeFocused()
  await page.keyboard.press('Enter')
  await upload(page, pngFile(toPng(qr)))
  await expect(toastOf(page, 'QR code scanned successfully!')).toBeVisible()
  await expect(scanner(page)).toBeHidden()
  await expect(addField(page, 'Name')).toHaveValue('Code host')
  await expect(addField(page, 'Secret')).toHaveValue(secret)
  for (const [label, value] of [
    ['Type', 'totp'],
    ['Algorithm', 'SHA256'],
    ['Digits', '8'],
    ['Period in seconds', '60'],
    ['Issuer', 'Code host'],
    ['Account', 'ann@example.org'],
  ] as const)
    await expect(addField(page, label)).toHaveValue(value)
  const code = () => totpCode(secret, Date.now(), { algorithm: 'SHA256', digits: 8, period: 60 })
  const summary = addDialog(page).getByRole('region', { name: 'The key to be added' })
  await expect(summary).toContainText('ann@example.org')
  await expect.poll(async () => (await summary.locator('code').innerText()).replaceAll(' ', '') === code()).toBe(true)
  await expectAccessible(page)
  await addDialog(page).getByRole('button', { name: 'Add Key', exact: true }).click()
  const digits = page.getByRole('article', { name: 'Code host' }).locator('.code-digits')
  await expect.poll(async () => (await digits.innerText()).replaceAll(' ', '') === code()).toBe(true)
})

const hardPictures = [
  ['turned by 20 degrees', rotate(qr, 20)],
  ['upside down', rotate(qr, 180)],
  ['light on dark', invert(qr)],
  ['out of focus', blur(qr, 3)],
  ['photographed at an angle', photographAtAnAngle(qr, 0.5)],
  ['photographed at an angle, turned and a little out of focus', blur(rotate(photographAtAnAngle(qr, 0.4), 12), 1)],
  ['drawn very small', drawQr(link, 2)],
  ['of a bare secret, in small letters and with spaces', drawQr('gezd gnbv gy3t qojq gezd gnbv gy3t qojq')],
] as const

test('a code is read that is turned, light on dark, out of focus, seen at an angle or small, or has nothing but the secret', async ({
  page,
  person,
}) => {
  await enter(page, person)
  await page.getByRole('button', { name: 'Add 2FA Key' }).click()
  for (const [what, picture] of hardPictures) {
    await test.step(what, async () => {
      await addField(page, 'Secret').fill('')
      await addDialog(page).getByRole('button', { name: 'Scan QR Code' }).click()
      await upload(page, pngFile(toPng(picture)))
      await expect(scanner(page)).toBeHidden()
      await expect(addField(page, 'Secret')).toHaveValue(secret)
    })
  }
})
