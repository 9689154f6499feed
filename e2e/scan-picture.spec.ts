import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { holdScript } from './hold-script.ts'
import { addKey, enter } from './people.ts'
import { blank, blur, drawQr, invert, largePng, photographAtAnAngle, rotate, toPng } from './qr-pictures.ts'
import { addDialog, addField, drop, openScanner, pasteImage, pasteText, pngFile, scanner, toastOf, upload } from './scanner.ts'
import { totpCode } from './totp.ts'

/** The secret of RFC 6238. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const link = `otpauth://totp/Code%20host:ann%40example.org?secret=${secret}&issuer=Code%20host&algorithm=SHA256&digits=8&period=60`
const qr = drawQr(link)

test('without a camera the tab says so, the upload is there with all it takes, and Escape leads back to the form', async ({
  page,
  person,
}) => {
  const release = await holdScript(page, 'ScannerDialog')
  await openScanner(page, person)
  release()
  await expect(scanner(page).getByRole('tab', { name: 'Camera Scan (Not available)' })).toBeDisabled()
  await expect(scanner(page).getByRole('tab', { name: 'Upload Image' })).toHaveAttribute('aria-selected', 'true')
  for (const text of ['Drop QR code image here', 'or click to browse files', 'PNG, JPG, WEBP'])
    await expect(scanner(page).getByText(text, { exact: true })).toBeVisible()
  await expect(scanner(page).getByText('Ctrl+V / Cmd+V')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(scanner(page)).toBeHidden()
  await expect(addDialog(page).getByRole('button', { name: 'Scan QR Code' })).toBeFocused()
})

test('a scan fills the form with every parameter, shows issuer, account and live code, and the saved key has the same code', async ({
  page,
  person,
}) => {
  await openScanner(page, person)
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
  await expect.poll(async () => (await summary.locator('.preview-code').innerText()).replaceAll(' ', '') === code()).toBe(true)
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

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>')
const brokenPng = toPng(qr).subarray(0, 60)

// No two neighbours have the same message: each has to come again.
const refusals = [
  ['no code is in it', pngFile(toPng(blank(400, 300))), 'No QR code found in the image. Please try a different image.'],
  ['it is an SVG', { name: 'code.svg', mimeType: 'image/svg+xml', buffer: svg }, 'Please select an image file'],
  ['the file is broken', pngFile(brokenPng), 'Failed to process image. Please try again.'],
  ['it is an SVG that is called a PNG', pngFile(svg), 'Please select an image file'],
  [
    'it has more than 40 megapixels',
    pngFile(largePng(20_000, 20_000)),
    'This image is too large. Please use one of at most 40 megapixels.',
  ],
  ['it is no image', { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from(link) }, 'Please select an image file'],
  ['its text is no key', pngFile(toPng(drawQr('https://example.org/'))), 'Invalid QR code format. Please scan a valid 2FA QR code.'],
  [
    'its link would give wrong codes',
    pngFile(toPng(drawQr(`otpauth://totp/x?secret=${secret}&digits=99`))),
    'Failed to parse QR code. Please try again.',
  ],
  ['its link has no secret', pngFile(toPng(drawQr('otpauth://totp/x'))), 'Invalid QR code format. Please scan a valid 2FA QR code.'],
] as const

test('a picture is refused with the reason, in the dialog and in a message, whatever is wrong with it', async ({ page, person }) => {
  await openScanner(page, person)
  for (const [what, file, message] of refusals) {
    await test.step(what, async () => {
      await upload(page, file)
      await expect(scanner(page).getByText(message, { exact: true })).toBeVisible()
      await expect(toastOf(page, message).first()).toBeVisible()
      await expect(scanner(page).getByText('Processing image...')).toBeHidden()
    })
  }
})

test('while a picture is looked at the dialog says so', async ({ page, person }) => {
  await openScanner(page, person)
  // Nothing to be found, so that it takes as long as it can.
  await upload(page, pngFile(toPng(blur(invert(drawQr(link, 3)), 12))))
  await expect(scanner(page).getByText('Processing image...')).toBeVisible()
  await expect(toastOf(page, 'No QR code found in the image. Please try a different image.')).toBeVisible()
})

test('a picture can be pasted, and dropped anywhere, while the scanner is open', async ({ page, person }) => {
  await openScanner(page, person)
  // The whole window takes what is dropped a moment after the dialog is there.
  await expect(async () => {
    await drop(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
    await expect(toastOf(page, 'Please drop an image file (PNG, JPG, etc.)').first()).toBeVisible({ timeout: 3000 })
  }).toPass()
  await drop(page, pngFile(toPng(qr)), async () => expect(scanner(page).locator('.drop-zone[data-over]')).toBeVisible())
  await expect(addField(page, 'Secret')).toHaveValue(secret)
  await addDialog(page).getByRole('button', { name: 'Scan QR Code' }).click()
  await pasteImage(page, toPng(drawQr(`otpauth://totp/Mail:ann?secret=${secret}`)))
  await expect(addField(page, 'Issuer')).toHaveValue('Mail')
  await expect(addField(page, 'Digits')).toHaveValue('6')
})

test('on the dashboard a pasted or dropped picture starts the scan, and so does a pasted link', async ({ page, person }) => {
  await enter(page, person)
  await expect(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  // What was filled in is asked about.
  const close = async () => {
    await addDialog(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
  }

  await pasteImage(page, toPng(qr))
  await expect(addField(page, 'Secret')).toHaveValue(secret)
  await close()
  await drop(page, pngFile(toPng(qr)), async () => expect(page.getByText('Drop the image of a QR code to add its key')).toBeVisible())
  await expect(addField(page, 'Secret')).toHaveValue(secret)
  await close()
  await pasteText(page, link)
  await expect(addField(page, 'Digits')).toHaveValue('8')
  await expect(toastOf(page, 'Link pasted')).toBeVisible()
  // The dialog is there at once by now, and its first field has the focus before the browser would paste.
  await expect(addField(page, 'Name')).toHaveValue('Code host')
  // Where it would be stored in clear it is taken as what it is.
  await addField(page, 'Name').fill('')
  await pasteText(page, `otpauth://totp/Mail:ann?secret=${secret}`)
  await expect(addField(page, 'Issuer')).toHaveValue('Mail')
  await expect(addField(page, 'Name')).toHaveValue('Mail')
  await close()
  await pasteText(page, 'otpauth://totp/Mail:ann?secret=1890')
  await expect(toastOf(page, 'The secret in this link is not valid Base32. Copy the link again, whole.')).toBeVisible()
  await pasteText(page, 'A sentence of no meaning')
  await drop(page, pngFile(toPng(blank(50, 50))))
  await expect(scanner(page).getByText('No QR code found in the image.')).toBeVisible()
  await expect(addDialog(page)).toBeHidden()
})

test('a key for an account that is there already is warned of', async ({ page, person }) => {
  await addKey(person, { name: 'Work', issuer: 'Code host', account: 'ann@example.org' })
  await openScanner(page, person)
  await upload(page, pngFile(toPng(qr)))
  await expect(addDialog(page).getByText('You already have this key')).toBeVisible()
  await expect(addDialog(page).getByText('Work is for the same account')).toBeVisible()
  await addField(page, 'Account').fill('bo@example.org')
  await expect(addDialog(page).getByText('You already have this key')).toBeHidden()
})
