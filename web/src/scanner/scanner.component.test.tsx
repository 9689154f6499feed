import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { button } from '../testing/fields.ts'
import { drop, paste, serveVault } from '../testing/import-dialog.ts'
import { pressEscape } from '../testing/keyboard.ts'
import { migrationLinks } from '../testing/migration-links.ts'
import { open } from '../testing/open.tsx'
import { blankPicture, qrPicture, qrSheet } from '../testing/qr-pictures.ts'
import { addDialog, addField, openScanner, scanner, toastOf, upload } from '../testing/scanner.ts'
import { signInWithKeys } from '../testing/vault.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const link = `otpauth://totp/Code%20host:ann%40example.org?secret=${secret}&issuer=Code%20host&algorithm=SHA256&digits=8&period=60`

async function pastePicture(picture: File) {
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
  await userEvent.keyboard('{Control>}v{/Control}')
}

test('without a camera the tab says so, the upload is there with all it takes, and Escape leads back to the form', async () => {
  signInWithKeys()
  await openScanner()
  await expect.element(scanner.getByRole('tab', { name: 'Camera Scan (Not available)' })).toBeDisabled()
  await expect.element(scanner.getByRole('tab', { name: 'Upload Image' })).toHaveAttribute('aria-selected', 'true')
  for (const text of ['Drop QR code image here', 'or click to browse files', 'PNG, JPG, WEBP'])
    await expect.element(scanner.getByText(text, { exact: true })).toBeVisible()
  await expect.element(scanner.getByText('Ctrl+V / Cmd+V')).toBeVisible()
  await expectAccessible()
  await pressEscape()
  await expect.element(scanner).not.toBeInTheDocument()
  await expect.element(addDialog.getByRole('button', { name: 'Scan QR Code' })).toHaveFocus()
})

/** The beginning of a PNG that says how large it is. */
function largePicture(side: number): File {
  const head = new DataView(new ArrayBuffer(33))
  ;[0x89504e47, 0x0d0a1a0a, 13, 0x49484452, side, side, 0x08000000].forEach((word, index) => head.setUint32(index * 4, word))
  return new File([head.buffer], 'code.png', { type: 'image/png' })
}

test('a picture is refused with the reason, in the dialog and in a message, whatever is wrong with it', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'
  // No two neighbors have the same message: each has to come again.
  const refusals: [what: string, file: File, message: string][] = [
    ['no code is in it', await blankPicture(400, 300), 'No QR code found in the image. Please try a different image.'],
    ['it is an SVG', new File([svg], 'code.svg', { type: 'image/svg+xml' }), 'Please select an image file'],
    [
      'the file is broken',
      new File([(await qrPicture(link)).slice(0, 60)], 'code.png', { type: 'image/png' }),
      'Failed to process image. Please try again.',
    ],
    ['it is an SVG that is called a PNG', new File([svg], 'code.png', { type: 'image/png' }), 'Please select an image file'],
    ['it has more than 40 megapixels', largePicture(20_000), 'This image is too large. Please use one of at most 40 megapixels.'],
    ['it is no image', new File([link], 'notes.txt', { type: 'text/plain' }), 'Please select an image file'],
    ['its text is no key', await qrPicture('https://example.org/'), 'Invalid QR code format. Please scan a valid 2FA QR code.'],
    [
      'its link would give wrong codes',
      await qrPicture(`otpauth://totp/x?secret=${secret}&digits=99`),
      'Failed to parse QR code. Please try again.',
    ],
    ['its link has no secret', await qrPicture('otpauth://totp/x'), 'Invalid QR code format. Please scan a valid 2FA QR code.'],
  ]
  signInWithKeys()
  await openScanner()
  for (const [what, file, message] of refusals) {
    await upload(file)
    await expect.element(scanner.getByText(message, { exact: true }), { message: what }).toBeVisible()
    await expect.element(toastOf(message).first()).toBeVisible()
    await expect.element(scanner.getByText('Processing image...')).not.toBeInTheDocument()
  }
})

test('while a picture is looked at the dialog says so', async () => {
  signInWithKeys()
  await openScanner()
  // Nothing to be found in many pixels, so that it takes as long as it can.
  await upload(await blankPicture(3000, 3000))
  await expect.element(scanner.getByText('Processing image...')).toBeVisible()
  await expect.element(toastOf('No QR code found in the image. Please try a different image.')).toBeVisible()
})

function dragOver(file: File) {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }))
}

test('a picture can be pasted, and dropped anywhere, which is shown at its place, while the scanner is open', async () => {
  signInWithKeys()
  await openScanner()
  // The whole window takes what is dropped a moment after the dialog is there.
  await expect.poll(() => drop(new File(['x'], 'notes.txt', { type: 'text/plain' }))).toBe(true)
  await expect.element(toastOf('Please drop an image file (PNG, JPG, etc.)').first()).toBeVisible()
  const picture = await qrPicture(link)
  const zone = (await scanner.getByText('Drop QR code image here').findElement()).closest<HTMLElement>('.drop-zone')
  expect(zone).not.toHaveAttribute('data-over')
  dragOver(picture)
  await expect.element(zone).toHaveAttribute('data-over')
  document.dispatchEvent(new DragEvent('dragleave'))
  await expect.element(zone).not.toHaveAttribute('data-over')
  drop(picture)
  await expect.element(addField('Secret')).toHaveValue(secret)
  await addDialog.getByRole('button', { name: 'Scan QR Code' }).click()
  await expect.element(scanner).toBeVisible()
  await pastePicture(await qrPicture(`otpauth://totp/Mail:ann?secret=${secret}`))
  await expect.element(addField('Issuer')).toHaveValue('Mail')
  await expect.element(addField('Digits')).toHaveValue('6')
  await addDialog.getByRole('button', { name: 'Scan QR Code' }).click()
  await expect.element(scanner).toBeVisible()
  // As pages have it, copied as a text.
  const bytes = await (await qrPicture(`otpauth://totp/Bank:ann?secret=${secret}`)).arrayBuffer()
  await paste(`data:image/png;base64,${btoa(String.fromCharCode(...new Uint8Array(bytes)))}`)
  await expect.element(addField('Issuer')).toHaveValue('Bank')
})

test('on the dashboard a pasted or dropped picture starts the scan, and so does a pasted link', async () => {
  signInWithKeys()
  await open('/dashboard')
  await expect.element(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  // Closing asks about typed data.
  const close = async () => {
    await addDialog.getByRole('button', { name: 'Cancel' }).click()
    await button('Discard changes').click()
    await expect.element(addDialog).not.toBeInTheDocument()
  }

  await pastePicture(await qrPicture(link))
  await expect.element(addField('Secret')).toHaveValue(secret)
  await expect.element(addField('Secret')).toHaveAccessibleDescription(/Filled in from the QR code/)
  await close()
  const picture = await qrPicture(link)
  dragOver(picture)
  await expect.element(page.getByText('Drop the image of a QR code to add its key')).toBeVisible()
  drop(picture)
  await expect.element(addField('Secret')).toHaveValue(secret)
  await close()
  await paste(link)
  await expect.element(addField('Digits')).toHaveValue('8')
  await expect.element(addField('Secret')).toHaveAccessibleDescription(/Filled in from the link/)
  await expect.element(toastOf('Link pasted')).toBeVisible()
  // The dialog is there at once by now, and its first field has the focus before the browser would paste.
  await expect.element(addField('Name')).toHaveValue('Code host')
  // In a field that is stored unencrypted it is recognized as a secret.
  await addField('Name').fill('')
  await paste(`otpauth://totp/Mail:ann?secret=${secret}`)
  await expect.element(addField('Issuer')).toHaveValue('Mail')
  await expect.element(addField('Name')).toHaveValue('Mail')
  await close()
  await paste('otpauth://totp/Mail:ann?secret=1890')
  await expect.element(toastOf('The secret in this link is not valid Base32. Copy the link again, whole.')).toBeVisible()
  await paste('A sentence of no meaning')
  drop(await blankPicture(50, 50))
  await expect.element(scanner.getByText('No QR code found in the image.')).toBeVisible()
  await expect.element(addDialog).not.toBeInTheDocument()
})

test('a key for an account that is there already is warned of', async () => {
  signInWithKeys([{ name: 'Work', issuer: 'Code host', account: 'ann@example.org' }])
  await openScanner()
  await upload(await qrPicture(link))
  await expect.element(addDialog.getByText('You already have this key')).toBeVisible()
  await expect.element(addDialog.getByText('Work is for the same account')).toBeVisible()
  await addField('Account').fill('bo@example.org')
  await expect.element(addDialog.getByText('You already have this key')).not.toBeInTheDocument()
})

test('each key of a picture with several codes can be chosen, and the same code twice is one key', async () => {
  const links = ['Mail', 'Bank'].map((issuer) => `otpauth://totp/${issuer}:ann?secret=${secret}&issuer=${issuer}`)
  serveVault()
  await openScanner()
  await upload(await qrSheet(...links))
  const review = page.getByRole('dialog', { name: 'Import keys' })
  await expect
    .poll(() =>
      review
        .getByRole('listitem')
        .elements()
        .map((entry) => entry.textContent),
    )
    .toEqual([expect.stringContaining('Mail'), expect.stringContaining('Bank')])
  await openScanner()
  await upload(await qrSheet(link, link))
  await expect.element(addField('Issuer')).toHaveValue('Code host')
})

test('the codes of one export are collected, whatever comes in between, until all were shown', async () => {
  const accounts = ['Code host', 'Mail', 'Bank'].map((issuer) => ({ secret, issuer, name: 'ann' }))
  const [first = '', second = '', third = ''] = migrationLinks(accounts, 3)
  serveVault()
  await openScanner()
  await upload(await qrPicture(second))
  await expect.element(scanner.getByText('1 of 3 QR codes scanned')).toBeVisible()
  await expect.element(scanner.getByText('Show part 1 of 3 now.')).toBeVisible()
  await upload(await qrPicture(second))
  await upload(await qrPicture(first))
  await expect.element(scanner.getByText('2 of 3 QR codes scanned')).toBeVisible()
  await expectAccessible()
  await upload(await qrPicture(third))
  const review = page.getByRole('dialog', { name: 'Import keys' })
  await expect.poll(() => review.getByRole('listitem').elements().length).toBe(3)
})
