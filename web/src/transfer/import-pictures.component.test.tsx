import { expect, test } from 'vitest'
import { expectAccessible } from '../testing/axe.ts'
import {
  addAll,
  choose,
  dialog,
  entries,
  inDialog,
  linkOf,
  openImport,
  paste,
  rfc,
  serveVault,
  textFile,
} from '../testing/import-dialog.ts'
import { migrationLinks } from '../testing/migration-links.ts'
import { qrPicture } from '../testing/qr-pictures.ts'
import { scanner, upload } from '../testing/scanner.ts'

const accounts = ['Code host', 'Mail', 'Bank'].map((issuer, index) => ({
  secret: `${rfc.slice(0, -1)}${'ABC'[index]}`,
  issuer,
  name: 'ann',
}))

test('pictures of the old application are drawn again before they are sent, and one that nobody can show is left out', async () => {
  const { calls } = serveVault()
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><!-- Ann --><rect width="300" height="100" fill="red"/></svg>'
  // Says that it is a PNG, and ends there.
  const broken = btoa('\u0089PNG\r\n\u001a\n')
  const entries = [btoa(svg), broken, btoa(svg), null].map((icon, number) => ({
    type: 'totp',
    name: 'ann',
    issuer: `Host ${number}`,
    icon,
    info: { secret: `${rfc.slice(0, -1)}${'ABCD'[number]}`, algo: 'SHA1', digits: 6, period: 30 },
  }))
  await openImport()
  await choose(textFile(JSON.stringify({ version: 1, header: { slots: null, params: null }, db: { version: 3, entries } }), 'aegis.json'))
  await inDialog('Add 4 keys').click()
  await expect.element(dialog.getByText('1 picture could not be added. Its key shows the mark of its service instead.')).toBeVisible()
  const [dry, real] = calls.map(({ body }) => body.entries.map(({ icon }) => icon))
  expect(dry).toEqual([undefined, undefined, undefined, undefined])
  expect(real?.map((icon) => typeof icon)).toEqual(['string', 'undefined', 'string', 'undefined'])
  const image = new Image()
  image.src = `data:image/png;base64,${real?.[0]}`
  await image.decode()
  expect([image.naturalWidth, image.naturalHeight]).toEqual([128, 128])
})

test('pictures of an export of several codes are collected, and which ones are missing is said', async () => {
  const { added } = serveVault()
  const [first = '', second = '', third = ''] = migrationLinks(accounts, 3)
  await openImport()
  await choose(await qrPicture(third), await qrPicture(first))
  const parts = dialog.getByRole('list', { name: 'Parts of the export' }).getByRole('listitem')
  await expect
    .poll(() => parts.elements().map(({ textContent }) => textContent))
    .toEqual(['Part 1: scanned', 'Part 2: missing', 'Part 3: scanned'])
  await expect.element(dialog.getByText('2 of 3 QR codes scanned')).toBeVisible()
  await expectAccessible()
  await choose(textFile('hello'))
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('This is not an export that Twofold knows.')
  await expect.element(parts.nth(1)).toHaveTextContent('Part 2: missing')
  await paste(second)
  await expect.element(dialog.getByText('3 entries from Google Authenticator')).toBeVisible()
  await addAll('Add 3 keys')
  expect(added().map((names) => names.length)).toEqual([3])
})

test('a person who has no more of the codes goes on with the present ones', async () => {
  serveVault()
  const [first = ''] = migrationLinks(accounts, 3)
  await openImport()
  await dialog.getByLabelText('Or paste links').fill(first)
  await inDialog('Continue').click()
  await inDialog('Go on with 1 key').click()
  await expect.poll(() => entries.elements().length).toBe(1)
})

test('from the import to the scanner and back: all that was there is kept, also when nothing was scanned', async () => {
  const [first = '', second = ''] = migrationLinks(accounts, 2)
  serveVault()
  await openImport()
  await choose(await qrPicture(second), textFile(linkOf(1)))
  const toScanner = () => inDialog('Scan with the camera').click()
  await toScanner()
  await scanner.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog.getByText('1 of 2 QR codes scanned')).toBeVisible()
  await toScanner()
  await expect.element(scanner.getByText('1 of 2 QR codes scanned')).toBeVisible()
  await upload(await qrPicture(first))
  await expect.element(dialog.getByText('4 entries from Google Authenticator, a list of links')).toBeVisible()
})

const renamed = async (file: Promise<File>, name: string, type = '') => new File([await file], name, { type })

test('pictures count by what is in them, whatever they are called, and so do files that are called pictures', async () => {
  serveVault()
  await openImport()
  const heic = new File([new Uint8Array(4), 'ftypheic', new Uint8Array(200)], 'IMG_1.HEIC', { type: 'image/heic' })
  await choose(heic)
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('This kind of picture cannot be read. Save it as PNG or JPEG, or take a screenshot of it.')
  await choose(
    await renamed(qrPicture(linkOf(1)), 'keys.txt', 'text/plain'),
    await renamed(qrPicture(linkOf(2)), 'keys'),
    await qrPicture(linkOf(3), 'light.png', ['#fff', 'transparent']),
    new File([linkOf(4)], 'keys.png', { type: 'image/png' }),
  )
  await expect.poll(() => entries.elements().length).toBe(4)
})
