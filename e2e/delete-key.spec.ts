import { addBackupCodes } from '@twofold/contract/backup-codes'
import { shareKey } from '@twofold/contract/sharing'
import { call } from './api.ts'
import { expect, test } from './fixtures.ts'
import { press } from './keyboard.ts'
import { addKey, enter } from './people.ts'

test('the dialog names the key, says what it takes away, and its Cancel has the focus', async ({ page, person }) => {
  await addKey(person, { name: 'Code host' })
  await enter(page, person)
  await page.getByRole('button', { name: 'Delete Code host' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2FA Key' })
  await expect(dialog).toContainText('This action cannot be undone')
  await expect(dialog).toContainText('Are you sure you want to delete this 2FA key?')
  await expect(dialog).toContainText('Code host will be permanently deleted, and access will be removed for all shared users.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
})

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

test('Cancel and Esc delete nothing, and give the focus back', async ({ page, person }) => {
  await addKey(person, { name: 'Code host' })
  await enter(page, person)
  const open = page.getByRole('button', { name: 'Delete Code host' })
  const dialog = page.getByRole('alertdialog')
  for (const key of ['Enter', 'Escape']) {
    await press(open)
    await expect(dialog).toBeVisible()
    await page.keyboard.press(key)
    await expect(dialog).toBeHidden()
    await expect(open).toBeFocused()
  }
  await page.reload()
  await expect(page.getByRole('article', { name: 'Code host' })).toBeVisible()
})

test('a press beside the dialog does not close it', async ({ page, person }) => {
  await addKey(person, { name: 'Code host' })
  await enter(page, person)
  await page.getByRole('button', { name: 'Delete Code host' }).click()
  await page.mouse.click(5, 5)
  await expect(page.getByRole('alertdialog')).toBeVisible()
})

test('a confirmed deletion says so, and the focus goes on to the key beside it', async ({ page, person }) => {
  await addKey(person, { name: 'First' })
  await addKey(person, { name: 'Second' })
  await enter(page, person)
  await expect(page.getByRole('article')).toHaveCount(2)
  const names = await page.getByRole('heading', { level: 3 }).allInnerTexts()
  for (const [index, name] of names.entries()) {
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('button', { name: 'Delete Key' }).click()
    await expect(page.getByText(`2FA key "${name}" deleted successfully.`)).toBeVisible()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(page.getByRole('article', { name })).toBeHidden()
    const next = names[index + 1]
    await expect(page.getByRole('button', { name: next === undefined ? 'Add 2FA Key' : `Delete ${next}` })).toBeFocused()
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
})

test('while it is being deleted the dialog stays, and says so', async ({ page, person }) => {
  await addKey(person, { name: 'Code host' })
  await enter(page, person)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/keys/details/*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Delete Code host' }).click()
  await page.getByRole('button', { name: 'Delete Key' }).click()
  await expect(page.getByRole('button', { name: 'Deleting...' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  held.resolve()
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('a failure closes the dialog and says what the server says, or else that it failed', async ({ page, person, guard }) => {
  guard.allow(/status of 404|ERR_CONNECTION_FAILED/)
  await addKey(person, { name: 'Code host' })
  await enter(page, person)
  await page.route('**/api/keys/details/*', (route) => route.abort('connectionfailed'), { times: 1 })
  await page.getByRole('button', { name: 'Delete Code host' }).click()
  await page.getByRole('button', { name: 'Delete Key' }).click()
  await expect(page.getByRole('alert').getByText('Failed to delete 2FA key. Please try again.')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()

  // Somebody else, or another tab, was faster.
  const other = await page.context().newPage()
  await enter(other, person)
  await other.getByRole('button', { name: 'Delete Code host' }).click()
  await other.getByRole('button', { name: 'Delete Key' }).click()
  await expect(other.getByText('deleted successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Code host' }).click()
  await page.getByRole('button', { name: 'Delete Key' }).click()
  await expect(page.getByRole('alert').getByText('2FA key not found.')).toBeVisible()
})
