import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, newAccount, type Person, signUp } from './people.ts'

const row = (page: Page, { name }: { name: string }) => page.getByRole('row').filter({ hasText: name })
const found = (email: string) => `/admin/users?search=${encodeURIComponent(email)}`

async function openUser(page: Page, admin: Person, person: Person) {
  await enter(page, admin, found(person.email))
  await row(page, person).getByRole('link', { name: person.name }).click()
  await expect(page.getByRole('heading', { name: person.name, level: 1 })).toBeVisible()
}

test('many are deactivated for a reason, which the audit log has, filters and exports', async ({ page, admin, app }) => {
  const mark = `leaving-${Date.now()}`
  await signUp(app, newAccount(`${mark} One`))
  await enter(page, admin, `/admin/users?search=${mark}`)
  await page.getByLabel(`Select ${mark} One`).check()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Reason').fill('The project is over')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('dialog').getByText('1 of 1 done.')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: `${mark} One` }).click()
  await page.getByRole('tab', { name: 'Audit' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'User deactivated' })).toContainText('The project is over')

  await page.goto(`${admin.app.url}/admin/audit?action=user.deactivated`)
  await expect(page.getByRole('table', { name: 'Audit Log' })).toContainText(`${mark} One`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'As CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('twofold-audit.csv')
  expect(await readFile(await file.path(), 'utf8')).toContain('The project is over')
  await page.getByLabel('Target').fill('nobody of this name')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
})

test('a deleted user is found by their own filter, and restored after what comes back was counted', async ({ page, admin, person }) => {
  await addKey(person, { name: 'Code host' })
  await openUser(page, admin, person)
  await page.getByRole('button', { name: 'Delete User' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete User' }).click()
  await expect(page).toHaveURL(/\/admin\/users$/)
  await page.goto(`${admin.app.url}${found(person.email)}&status=deleted`)
  await expect(row(page, person)).toContainText('Deleted')
  await row(page, person).getByRole('link', { name: person.name }).click()
  await expect(page.getByText('This user is deleted')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore User' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('1 key')
  await dialog.getByRole('button', { name: 'Restore user' }).click()
  await expect(page.getByText('The user is restored.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Account Information' })).toBeVisible()
})
