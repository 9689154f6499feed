import type { Page } from '@playwright/test'
import { addBackupCodes, listBackupCodes, markBackupCode } from '@twofold/contract/backup-codes'
import { verifyPin } from '@twofold/contract/pin'
import { shareKey } from '@twofold/contract/sharing/grants'
import { call } from './api.ts'
import { expect, test } from './fixtures.ts'
import { chooseInMenu } from './key-menu.ts'
import { addKey, enter, newAccount, type Person, signUp } from './people.ts'
import { dialog, enterPin, row } from './security-page.ts'

const codesDialog = (page: Page) => dialog(page, 'Backup codes')
const as = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

async function open(page: Page, person: Person) {
  await enter(page, person)
  await chooseInMenu(page, 'Code host', 'Backup codes')
}

test.beforeEach(({ guard }) => guard.allow(/status of 403/))

test('many are pasted at once, seen only behind the PIN, marked as used and removed; none of that is one more showing', async ({
  page,
  person,
}) => {
  await addKey(person, { name: 'Code host' })
  await open(page, person)
  await codesDialog(page).getByRole('button', { name: 'Add codes' }).click()
  const add = dialog(page, 'Add backup codes')
  await add.getByRole('button', { name: 'Save codes' }).click()
  await expect(add.getByLabel('Backup codes')).toHaveAccessibleDescription(/Enter at least one code/)
  await add.getByLabel('Backup codes').fill('1. 1234 5678      3. 3456 7890\n2. 2345 6789\n\na1b2c-3d4e5')
  await expect(add.getByText('4 codes found in it.')).toBeVisible()
  await add.getByRole('button', { name: 'Save codes' }).click()
  await expect(page.getByText('Backup codes saved.')).toBeVisible()
  await expect(codesDialog(page).getByRole('heading', { name: '4 of 4 not used yet' })).toBeVisible()
  await expect(page.getByText('1234 5678')).toHaveCount(0)

  await codesDialog(page).getByRole('button', { name: 'Show codes' }).click()
  await enterPin(page, person.pin)
  await expect(codesDialog(page).getByRole('listitem')).toHaveCount(4)
  await expect(codesDialog(page).locator('li code')).toHaveText(['1234 5678', '3456 7890', '2345 6789', 'a1b2c-3d4e5'])
  await expect(codesDialog(page)).toContainText(/Shown at .+, and logged/)
  await row(page, 'a1b2c-3d4e5').getByRole('button', { name: 'Copy a1b2c-3d4e5' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('a1b2c-3d4e5')

  let showings = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/backup-codes') && response.request().method() === 'GET' && response.ok()) showings += 1
  })
  const code = row(page, '2345 6789')
  await code.getByRole('button', { name: 'Mark 2345 6789 as used' }).click()
  await expect(code).toContainText(/Used by Cleo Example, now/)
  await expect(code.getByRole('button', { name: /^Copy/ })).toHaveCount(0)
  await code.getByRole('button', { name: 'Mark 2345 6789 as not used' }).click()
  await expect(code).toContainText('Not used')
  await code.getByRole('button', { name: 'Remove 2345 6789' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove backup code 2345 6789?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(codesDialog(page).getByRole('listitem')).toHaveCount(3)
  await expect(codesDialog(page)).not.toContainText('2345 6789')
  expect(showings).toBe(0)

  await codesDialog(page).getByRole('button', { name: 'Add codes' }).click()
  await add.getByLabel('Backup codes').fill('a1b2c-3d4e5\nzzzz-9999')
  await add.getByRole('button', { name: 'Save codes' }).click()
  await expect(codesDialog(page).getByRole('listitem')).toHaveCount(4)
})

test('full control sees what the owner keeps and who used it, with the own PIN; they are hidden again after a minute', async ({
  page,
  app,
  person,
}) => {
  const friend = await signUp(app, { ...newAccount('Fay Friend'), pin: '1357' })
  const id = await addKey(person, { name: 'Code host' })
  await call(app, addBackupCodes, { params: { id }, body: { codes: ['aaaa-1111'] } }, as(person))
  await call(app, verifyPin, { body: { pin: person.pin } }, as(person))
  const { data } = await call(app, listBackupCodes, { params: { id } }, as(person))
  await call(app, markBackupCode, { params: { id, code_id: data[0]?.id ?? '' }, body: { used: true } }, as(person))
  await call(app, shareKey, { params: { id }, body: { email: friend.email, permission: 'admin' } }, as(person))
  await page.clock.install()
  await open(page, friend)
  await codesDialog(page).getByRole('button', { name: 'Show codes' }).click()
  await enterPin(page, friend.pin)
  await expect(row(page, 'aaaa-1111')).toContainText('Used by Cleo Example')
  await page.clock.fastForward(61_000)
  await expect(codesDialog(page).getByRole('heading', { name: 'Hidden again' })).toBeVisible()
  await expect(page.getByText('aaaa-1111')).toHaveCount(0)
})
