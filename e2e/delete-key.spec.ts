import { addBackupCodes } from '@twofold/contract/backup-codes'
import { shareKey } from '@twofold/contract/sharing'
import { call } from './api.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter } from './people.ts'

test('a shared key says how many people lose it, counted anew, and how many backup codes go with it', async ({ page, person }) => {
  const { app, token } = person
  const id = await addKey(person, { name: 'Code host' })
  const headers = { authorization: `Bearer ${token}` }
  await enter(page, person)
  await expect(page.getByRole('article', { name: 'Code host' })).toContainText('Added')
  // Shared elsewhere since the list was loaded.
  for (const email of ['mia@example.org', 'noa@example.org']) await call(app, shareKey, { params: { id }, body: { email } }, headers)
  await call(app, addBackupCodes, { params: { id }, body: { codes: ['a1b2c-3d4e5'] } }, headers)
  await page.getByRole('button', { name: 'Delete Code host' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2FA Key' })
  await expect(dialog).toContainText('2 people lose access. 1 backup code goes with it.')
})
