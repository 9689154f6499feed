import { expectAccessible } from './axe.ts'
import { migrationLinks } from './migration-links.ts'
import { expect, test } from './fixtures.ts'
import { addKey } from './people.ts'
import { drawQr, toPng } from './qr-pictures.ts'
import { addDialog, openScanner, pngFile, upload } from './scanner.ts'
import { totpCode } from './totp.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const accounts = [
  { secret, issuer: 'Code host', name: 'ann@example.org' },
  { secret, issuer: 'Mail', name: 'Mail:ann', algorithm: 3, digits: 2 },
  { secret, issuer: 'Old bank', name: 'ann', algorithm: 4 },
]
const review = 'Import keys'

test('an export is reviewed with a verdict for each entry, and nothing is added before it is asked for', async ({ page, person }) => {
  await addKey(person, { name: 'Work', secret })
  await openScanner(page, person)
  await upload(page, pngFile(toPng(drawQr(migrationLinks(accounts, 1)[0] ?? '', 4))))
  const dialog = page.getByRole('dialog', { name: review })
  await expect(dialog).toBeVisible()
  await expect(addDialog(page)).toBeHidden()
  const entry = (text: string) => dialog.getByRole('listitem').filter({ hasText: text })
  await expect(entry('Code host')).toContainText('Already in your vault')
  await expect(entry('Mail')).toContainText('New')
  await expect(entry('Old bank')).toContainText('Cannot be added Its algorithm is not supported.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add 1 key' }).click()
  await expect(dialog.getByText('1 key added')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const digits = page.getByRole('article', { name: 'Mail' }).locator('.code-digits')
  const code = () => totpCode(secret, Date.now(), { algorithm: 'SHA512', digits: 8 })
  await expect.poll(async () => (await digits.innerText()).replaceAll(' ', '') === code()).toBe(true)
  await expect(page.getByRole('article')).toHaveCount(2)
})
