import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { inDatabase } from './database.ts'
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

test('the search, the filters, the sort and the page stand in the address', async ({ page, admin, person }) => {
  await enter(page, admin, '/admin/users')
  await page.getByLabel('Search users').fill(person.email)
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row(page, person)).toContainText('Active')
  await page.getByLabel('Role').selectOption('admin')
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible()
  await expect(page.getByText('Try adjusting your search filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL(`${admin.app.url}/admin/users`)
  await page.getByRole('button', { name: 'Last Login' }).click()
  await expect(page).toHaveURL(/sort=last_login_at/)
  await expect(page.getByRole('columnheader', { name: 'Last Login' })).toHaveAttribute('aria-sort', 'ascending')
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Last Login' })).toHaveAttribute('aria-sort', 'ascending')
  await expectAccessible(page)
})

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

test('a list that cannot be loaded says so, and Retry loads it', async ({ page, admin, guard }) => {
  guard.allow(/status of 500/)
  let isBroken = true
  await page.route('**/api/admin/users?*', (route) =>
    isBroken ? route.fulfill({ status: 500, json: { code: 'server.failed', message: 'Something went wrong.' } }) : route.continue(),
  )
  await enter(page, admin, '/admin/users')
  await expect(page.getByRole('heading', { name: 'The users could not be loaded' })).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(row(page, admin).first()).toBeVisible()
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

test('an act that is refused says why in the words of the server', async ({ page, admin }) => {
  await enter(page, admin, found(admin.email))
  await page.getByRole('button', { name: `Actions for ${admin.name}` }).click()
  await page.getByRole('menuitem', { name: 'Demote' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Demote to User' }).click()
  await expect(page.getByText('Please ask another administrator to do this with your own account.')).toBeVisible()
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

test('an invitation can be had as a link to hand over', async ({ page, admin }) => {
  await enter(page, admin, '/admin/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  await page.getByLabel('How').selectOption('link')
  await page.getByLabel('Email', { exact: true }).fill('not an address')
  await page.getByRole('button', { name: 'Make link' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(`invited-${Date.now()}@example.org`)
  await page.getByRole('button', { name: 'Make link' }).click()
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(/\/invite#token=/)
  await expectAccessible(page)
})

test('the detail shows figures, and each tab has an address', async ({ page, admin, person }) => {
  await addKey(person, { name: 'Code host' })
  await openUser(page, admin, person)
  await expect(page.getByRole('region', { name: 'Total 2FA Keys' })).toContainText('1')
  await expect(page.getByText('Account Age')).toBeVisible()
  await page.getByRole('tab', { name: 'Activity Timeline' }).click()
  await expect(page).toHaveURL(/tab=activity/)
  await expect(page.getByRole('list', { name: 'Activity Timeline' })).toContainText('Key Code host added')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Shares' }).click()
  await expect(page.getByRole('heading', { name: 'Shares nothing' })).toBeVisible()
  await page.getByRole('tab', { name: 'Sessions and Devices' }).click()
  await expect(page.getByRole('table', { name: 'Sessions' }).getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('table', { name: 'Devices' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('tab', { name: 'Audit' }).click()
  await expect(page.getByText('No administrator has done anything with this user.')).toBeVisible()
})

test('a user without any activity, and a list on its way, say so', async ({ page, admin, person }) => {
  await inDatabase(admin.app, 'delete from activity where user_id = (select id from users where email = $1)', [person.email])
  await openUser(page, admin, person, 'Activity Timeline')
  await expect(page.getByRole('heading', { name: 'No activity found' })).toBeVisible()
  await expect(page.getByText('This user has no recorded activity.')).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/admin/users?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${admin.app.url}/admin/users`)
  await expect(page.getByText('Loading users...')).toBeVisible()
  release()
  await expect(page.getByText('Loading users...')).toBeHidden()
})

test('a user who cannot be loaded: the specified texts, and the way back', async ({ page, admin, guard }) => {
  guard.allow(/status of 404/)
  await enter(page, admin, '/admin/users/019a0000-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
  await expect(page.getByText('The requested user could not be loaded.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Users' }).click()
  await expect(page).toHaveURL(`${admin.app.url}/admin/users`)
})

test('a password is checked, confirmed and set; the person is signed out', async ({ page, admin, person }) => {
  await openUser(page, admin, person, 'Admin Actions')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  const field = page.getByRole('dialog').getByLabel('New password')
  await field.fill('short')
  await field.press('Enter')
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
  await expectAccessible(page)
  await field.fill('Amber-Lantern-41')
  await field.press('Enter')
  await expect(page.getByRole('alertdialog', { name: `Reset password for ${person.name}?` })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Password reset successfully. User will need to log in again.')).toBeVisible()
  const answer = await fetch(`${person.app.url}/api/auth/user`, { headers: { authorization: `Bearer ${person.token}` } })
  expect(answer.status).toBe(401)
})

test('a PIN is checked, confirmed and set', async ({ page, admin, person }) => {
  await openUser(page, admin, person, 'Admin Actions')
  await page.getByRole('button', { name: 'Reset PIN' }).click()
  const field = page.getByRole('dialog').getByLabel('New PIN')
  await field.fill('12')
  await field.press('Enter')
  await expect(page.getByText('PIN must be exactly 4 digits')).toBeVisible()
  await field.fill('1357')
  await field.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset PIN' }).click()
  await expect(page.getByText('PIN reset successfully')).toBeVisible()
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

test('an act that fails without a word of the server says which one it was', async ({ page, admin, person, guard }) => {
  guard.allow(/status of 500/)
  await openUser(page, admin, person, 'Admin Actions')
  await page.route(/\/api\/admin\/users\/[^/]+\/(status|role|reset-password|reset-pin|revoke-sessions)$/, (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  const typed = async (button: string, field: string, secret: string) => {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('dialog').getByLabel(field).fill(secret)
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: button }).click()
  }
  const confirmed = async (button: string) => {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: button }).click()
  }
  for (const [act, failure] of [
    [() => confirmed('Deactivate User'), 'Failed to update user status'],
    [() => confirmed('Promote to Admin'), 'Failed to update user role'],
    [() => typed('Reset Password', 'New password', 'Amber-Lantern-41'), 'Failed to reset password'],
    [() => typed('Reset PIN', 'New PIN', '1357'), 'Failed to reset PIN'],
    [() => confirmed('Revoke All Sessions'), 'Failed to revoke sessions'],
  ] as const) {
    await act()
    await expect(page.getByText(failure).first()).toBeVisible()
    await expect(page.getByRole('alertdialog')).toBeHidden()
  }
})

for (const [button, path, text] of [
  ['View 2FA Keys', 'keys', 'Failed to load user keys'],
  ['Export User Data', 'export', 'Failed to export user data'],
] as const) {
  test(`${text}: when the server cannot`, async ({ page, admin, person, guard }) => {
    guard.allow(/ERR_FAILED|status of 500/)
    await openUser(page, admin, person, 'Admin Actions')
    await page.route(`**/api/admin/users/*/${path}`, (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText(path === 'keys' ? text : /gave an answer that cannot be read|Failed to export user data/)).toBeVisible()
  })
}

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
