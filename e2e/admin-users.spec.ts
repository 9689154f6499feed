import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, newAccount, type Person, signUp } from './people.ts'

const row = (page: Page, { name }: { name: string }) => page.getByRole('row').filter({ hasText: name })
const found = (email: string) => `/admin/users?search=${encodeURIComponent(email)}`

async function openUser(page: Page, admin: Person, person: Person, tab = '') {
  await enter(page, admin, found(person.email))
  await row(page, person).getByRole('link', { name: person.name }).click()
  await expect(page.getByRole('heading', { name: person.name, level: 1 })).toBeVisible()
  if (tab) await page.getByRole('tab', { name: tab }).click()
}

test('an address that says what no screen knows shows what every screen begins with, and is put right', async ({ page, admin }) => {
  const wrong = 'page=abc&sort=shoe_size&direction=sideways&role=root&status=asleep&tab=none&from=soon&to=2026-13-40&search=%00&colour=red'
  for (const [screen, shown] of [
    ['users', 'User Management'],
    ['audit', 'Audit Log'],
    ['notifications', 'Notifications'],
    ['analytics', 'User Growth Analysis'],
    ['system', 'System Information'],
    ['backups', 'Files'],
    ['users/leavers', 'Leaver plans'],
    ['email/logs', 'Email Logs'],
    ['email/templates', 'Email Templates'],
    ['email/themes', 'Email Themes'],
    ['email/events', 'Event Mappings'],
    ['email/suppressions', 'Suppression List'],
  ] as const) {
    await enter(page, admin, `/admin/${screen}?${wrong}`)
    await expect(page).toHaveURL(`${admin.app.url}/admin/${screen}`)
    await expect(page.getByRole('heading', { name: shown, exact: true })).toBeVisible()
    await expect(page.getByText('could not be loaded')).toBeHidden()
  }
})

test('deactivating asks first, counts what it touches, and the row shows the outcome', async ({ page, admin, person }) => {
  await addKey(person, { name: 'Code host' })
  await enter(page, admin, found(person.email))
  await page.getByRole('button', { name: `Actions for ${person.name}` }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(dialog.getByText('1 key of theirs')).toBeVisible()
  await expect(dialog.getByText('1 open session ends')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Deactivate User' }).click()
  await expect(page.getByRole('heading', { name: `Leaver plan of ${person.name}` })).toBeVisible()
  await page.goto(`${admin.app.url}${found(person.email)}`)
  await expect(row(page, person)).toContainText('Deactivated')
})

test('a bulk act over all that match ends with a result for each', async ({ page, admin, app }) => {
  const mark = `bulk-${Date.now()}`
  await signUp(app, newAccount(`${mark} One`))
  await signUp(app, newAccount(`${mark} Two`))
  await enter(page, admin, `/admin/users?search=${mark}`)
  await page.getByLabel(`Select ${mark} One`).check()
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Select all 2 that match' }).click()
  await page.getByRole('button', { name: 'Revoke sessions' }).click()
  await expect(page.getByRole('alertdialog').getByText('2 open sessions end')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke sessions' }).click()
  await expect(page.getByRole('dialog').getByText('2 of 2 done.')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/selected$/)).toBeHidden()
})

test('many are deactivated for a reason, which each of them reads and the audit log has', async ({ page, admin, app }) => {
  const mark = `leaving-${Date.now()}`
  await signUp(app, newAccount(`${mark} One`))
  await enter(page, admin, `/admin/users?search=${mark}`)
  await page.getByLabel(`Select ${mark} One`).check()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('What they share stays shared until their leaver plans have decided about it.')
  await dialog.getByLabel('Reason').fill('The project is over')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('dialog').getByText('1 of 1 done.')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: `${mark} One` }).click()
  await page.getByRole('tab', { name: 'Audit' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'User deactivated' })).toContainText('The project is over')
})

test('a page of a list that is not there leads to its last one', async ({ page, admin }) => {
  for (const address of ['users', 'audit', 'notifications', 'users/leavers', 'system?tab=jobs', 'analytics?tab=risks']) {
    await enter(page, admin, `/admin/${address}${address.includes('?') ? '&' : '?'}page=999`)
    // Which one that is follows from what other tests have made; the first is not named.
    await expect(page).not.toHaveURL(/page=999/)
    expect(page.url()).toContain(`/admin/${address}`)
  }
})

test('sessions are revoked after a question, keys are shown by name, and data are saved as a file with its date', async ({
  page,
  admin,
  person,
}) => {
  await openUser(page, admin, person, 'Admin Actions')
  await page.getByRole('button', { name: 'View 2FA Keys' }).click()
  await expect(page.getByText('This user has no 2FA keys')).toBeVisible()
  await page.keyboard.press('Escape')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export User Data' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^user-.*-\d{4}-\d{2}-\d{2}\.json$/)
  await page.getByRole('button', { name: 'Revoke All Sessions' }).click()
  const question = `Revoke all sessions for ${person.name}? They will be logged out from all devices.`
  await expect(page.getByRole('alertdialog').getByText(question)).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke All Sessions' }).click()
  await expect(page.getByText('All user sessions have been revoked')).toBeVisible()
})

test('what was done stands in the audit log, which filters and exports', async ({ page, admin, person }) => {
  await openUser(page, admin, person, 'Admin Actions')
  await page.getByRole('button', { name: 'Mark as Verified' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as Verified' }).click()
  await expect(page.getByText('The e-mail address counts as verified.')).toBeVisible()
  await page.goto(`${admin.app.url}/admin/audit?action=user.email_verified`)
  await expect(page.getByRole('table', { name: 'Audit Log' })).toContainText(person.email)
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'As CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('twofold-audit.csv')
  await page.getByLabel('Whom').fill('nobody of this name')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await expect(page).toHaveURL(/whom=/)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL(`${admin.app.url}/admin/audit`)
})

test('a deleted user is found by their own filter, and restored after what comes back was counted', async ({ page, admin, person }) => {
  await addKey(person, { name: 'Code host' })
  await openUser(page, admin, person, 'Admin Actions')
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
