import { testWithCamera } from './camera.ts'
import { expect } from './fixtures.ts'
import { migrationLinks } from './migration-links.ts'
import { drawQr } from './qr-pictures.ts'
import { openScanner } from './scanner.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const accounts = ['Code host', 'Mail', 'Bank'].map((issuer) => ({ secret, issuer, name: 'ann' }))
const [first, ...others] = migrationLinks(accounts, 3).map((link) => drawQr(link, 4))
if (!first) throw new Error('The export is empty.')

const test = testWithCamera('export', [first, ...others])

test.use({ permissions: ['camera'] })

test('the codes of an export that are shown one after the other are collected by the camera', async ({ page, person }) => {
  await openScanner(page, person)
  await expect(page.getByRole('dialog', { name: 'Import keys' }).getByRole('listitem')).toHaveCount(3)
})
