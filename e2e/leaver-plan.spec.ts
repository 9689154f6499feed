import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { letInherit, makeLeaver } from './leavers.ts'
import { enter, newAccount, signUp } from './people.ts'

/** The first of that name: the tab has it too. */
const figure = (page: Page, name: string) => page.getByRole('region', { name }).first()
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('deactivating counts what it touches and opens the plan, in which keys are decided about and secrets ticked off, until it is done', async ({
  page,
  admin,
  person,
  app,
}) => {
  const heir = await signUp(app, newAccount(`Hera ${Date.now()}`))
  await letInherit(heir)
  const { leaver, id } = await makeLeaver(admin, person)
  await enter(page, admin, `/admin/users/${id}`)
  await page.getByRole('button', { name: 'Deactivate User' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('2 keys of theirs')).toBeVisible()
  await expect(question.getByText('1 other person uses them')).toBeVisible()
  await question.getByLabel('Reason').fill('Left the company')
  await question.getByRole('button', { name: 'Deactivate User' }).click()
  await expect(page).toHaveURL(`${admin.app.url}/admin/users/${id}/leaver`)
  await expect(page.getByRole('heading', { name: `Leaver plan of ${leaver.name}` })).toBeVisible()
  await expect(page.getByText('Left the company')).toBeVisible()
  const [owned, secrets] = [figure(page, 'Keys to decide about'), figure(page, 'Secrets to rotate')]
  await expect(owned).toContainText('2')
  await expect(secrets).toContainText('3')
  await expectAccessible(page)

  // Another owner is searched for, and never the administrator.
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
  await expect(owned).toContainText('1 of 2 done')

  await page.getByRole('tab', { name: 'Secrets to rotate' }).click()
  await expect(row(page, 'Payroll')).toContainText('Saw the secret')
  await expect(row(page, 'Cloud console')).toContainText('Added it')
  for (const [index, name] of ['Payroll', 'Cloud console', 'Door of the old office'].entries()) {
    await page.getByLabel(`${name} is rotated`).press('Space')
    await expect(row(page, name)).toContainText(admin.name)
    await expect(secrets).toContainText(`${index + 1} of 3 done`)
  }
  await page.getByRole('tab', { name: 'Safe' }).click()
  await expect(page).toHaveURL(/tab=safe/)
  await expect(row(page, 'Newsletter')).toContainText('View Only')

  await page.getByRole('tab', { name: 'Their own keys' }).click()
  await page.getByLabel('Select Door of the old office').check()
  await page.getByRole('button', { name: 'Keep with account', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep with account' }).click()
  await expect(row(page, 'Door of the old office')).toContainText('Kept with the account')
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
