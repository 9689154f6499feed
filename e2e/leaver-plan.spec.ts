import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { letInherit, makeLeaver } from './leavers.ts'
import { enter, newAccount, signUp } from './people.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('deactivating counts what it touches, then opens the plan of what is left to do', async ({ page, admin, person }) => {
  const { leaver, id } = await makeLeaver(admin, person)
  await enter(page, admin, `/admin/users/${id}`)
  await page.getByRole('button', { name: 'Deactivate User' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('2 keys of theirs')).toBeVisible()
  await expect(dialog.getByText('1 other person uses them')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Left the company')
  await dialog.getByRole('button', { name: 'Deactivate User' }).click()
  await expect(page).toHaveURL(`${admin.app.url}/admin/users/${id}/leaver`)
  await expect(page.getByRole('heading', { name: `Leaver plan of ${leaver.name}` })).toBeVisible()
  await expect(page.getByText('Left the company')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Keys to decide about' })).toContainText('2')
  await expect(page.getByRole('region', { name: 'Secrets to rotate' }).first()).toContainText('3')
  await expectAccessible(page)
})

test('from the list of users too, and whoever leaves nothing behind stays in the list', async ({ page, admin, person, app }) => {
  const { leaver, id } = await makeLeaver(admin, person)
  const other = await signUp(app, newAccount('Nora Nothing'))
  for (const { name, email } of [other, leaver]) {
    await enter(page, admin, `/admin/users?search=${email}`)
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate User' }).click()
    if (email === other.email) await expect(row(page, other.name)).toContainText('Deactivated')
  }
  await expect(page).toHaveURL(`${admin.app.url}/admin/users/${id}/leaver`)
})

test('a key gets another owner, who is searched for and is never the administrator', async ({ page, admin, person, app }) => {
  const heir = await signUp(app, newAccount(`Hera ${Date.now()}`))
  await letInherit(heir)
  const { id, leave } = await makeLeaver(admin, person)
  await leave()
  await enter(page, admin, `/admin/users/${id}/leaver`)
  await expect(row(page, 'Cloud console')).toContainText('Not yet')
  await page.getByRole('button', { name: 'Hand over Cloud console' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over Cloud console' })
  await dialog.getByLabel('Search users').fill(admin.email)
  await expect(dialog.getByText('No active user by this name.')).toBeVisible()
  await dialog.getByLabel('Search users').fill(heir.email)
  await dialog.getByRole('radio', { name: heir.name }).check()
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByText(`Cloud console: Belongs to ${heir.name} now.`)).toBeVisible()
  await expect(row(page, 'Cloud console')).toContainText(`Handed over to ${heir.name}`)
  await expect(row(page, 'Cloud console')).toContainText(admin.name)
  await expect(page.getByRole('region', { name: 'Keys to decide about' })).toContainText('1 of 2 done')
})

test('keys stay with the account after a question that counts who loses them; all undecided ones in one go', async ({
  page,
  admin,
  person,
}) => {
  const { id, leave } = await makeLeaver(admin, person)
  await leave()
  await enter(page, admin, `/admin/users/${id}/leaver`)
  await page.getByLabel('Select Cloud console').check()
  await page.getByRole('button', { name: 'Select all 2 undecided keys' }).click()
  await page.getByRole('button', { name: 'Keep with account', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Keep 2 keys with the account?' })
  await expect(dialog.getByText('1 person loses access')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep with account' }).click()
  await expect(page.getByText('2 of 2 done.')).toBeVisible()
  await expect(row(page, 'Cloud console')).toContainText('Kept with the account')
  await expect(page.getByText(/selected$/)).toBeHidden()
})

test('secrets are ticked off with name and time, and the plan closes with the last one', async ({ page, admin, person }) => {
  const { id, leave } = await makeLeaver(admin, person)
  await leave()
  await enter(page, admin, `/admin/users/${id}/leaver?tab=rotate`)
  await expect(row(page, 'Payroll')).toContainText('Saw the secret')
  await expect(row(page, 'Cloud console')).toContainText('Added it')
  for (const [index, name] of ['Payroll', 'Cloud console', 'Door of the old office'].entries()) {
    await page.getByLabel(`${name} is rotated`).press('Space')
    await expect(row(page, name)).toContainText(admin.name)
    await expect(page.getByRole('region', { name: 'Secrets to rotate' }).first()).toContainText(`${index + 1} of 3 done`)
  }
  await page.getByRole('tab', { name: 'Safe' }).click()
  await expect(page).toHaveURL(/tab=safe/)
  await expect(row(page, 'Newsletter')).toContainText('View Only')
  await page.getByRole('tab', { name: 'Their own keys' }).click()
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Keep with account', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep with account' }).click()
  await expect(page.getByText('All is decided and done')).toBeVisible()
})

test('open plans are counted on the overview and above the users, listed, and gone from there when their person comes back', async ({
  page,
  admin,
  person,
}) => {
  const { leaver, id, leave } = await makeLeaver(admin, person, `Lena ${Date.now()}`)
  await leave()
  for (const screen of ['/admin/dashboard', '/admin/users']) {
    await enter(page, admin, screen)
    await expect(page.getByText(/^\d+ open leaver plans?$/)).toBeVisible()
  }
  await page.getByRole('link', { name: 'View', exact: true }).click()
  await expect(row(page, leaver.name)).toContainText('0 of 2')
  await expectAccessible(page)
  await row(page, leaver.name).getByRole('link', { name: leaver.name }).click()
  await page.getByRole('link', { name: 'View user' }).click()
  await expect(page.getByText('2 keys to decide about, 3 secrets to rotate')).toBeVisible()
  await page.getByRole('button', { name: 'Activate User' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activate User' }).click()
  await expect(page.getByText('The leaver plan is open')).toBeHidden()
  await page.goto(`${admin.app.url}/admin/users/${id}/leaver`)
  await expect(page.getByText('They came back before this was done')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hand over Cloud console' })).toBeHidden()
  await page.goto(`${admin.app.url}/admin/users/leavers?state=closed`)
  await expect(row(page, leaver.name)).toContainText('Came back')
})

test('a plan that cannot be loaded says so, and Retry loads it; where there is none, the page says that', async ({
  page,
  admin,
  person,
  guard,
}) => {
  guard.allow(/status of 500/)
  const { leaver, id, leave } = await makeLeaver(admin, person)
  await enter(page, admin, `/admin/users/${id}/leaver`)
  await expect(page.getByRole('heading', { name: 'There is no leaver plan for this user' })).toBeVisible()
  await leave()
  let isBroken = true
  await page.route('**/api/admin/users/*/leaver', (route) =>
    isBroken ? route.fulfill({ status: 500, json: { code: 'server.failed', message: 'Something went wrong.' } }) : route.continue(),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The leaver plan could not be loaded' })).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: `Leaver plan of ${leaver.name}` })).toBeVisible()
})
