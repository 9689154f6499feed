import { endMaintenance, listMaintenance } from '@twofold/contract/admin/maintenance'
import { call } from './api.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, setUp, signUp } from './people.ts'

test('an administrator begins a maintenance: others see it wherever they are, and are back by themselves when it ends', async ({
  browser,
  freshApp,
  guard,
}) => {
  test.slow()
  guard.allow(/status of 503/)
  const admin = await setUp(freshApp)
  const person = await signUp(freshApp)
  await addKey(person, { name: 'Code host' })
  const [theirs, ours] = [await browser.newPage(), await browser.newPage()]
  await enter(theirs, person)
  await expect(theirs.getByText('Code host').first()).toBeVisible()

  await enter(ours, admin, '/admin/system?tab=maintenance')
  await expect(ours.getByRole('heading', { name: 'No maintenance is planned' })).toBeVisible()
  await ours.getByRole('button', { name: 'Schedule maintenance' }).click()
  const dialog = ours.getByRole('dialog')
  await dialog.getByLabel('Begins').selectOption('Now')
  const until = new Date(Date.now() + 3_600_000)
  await dialog.getByLabel('Until').fill(new Date(until.getTime() - until.getTimezoneOffset() * 60_000).toISOString().slice(0, 16))
  await dialog.getByLabel('Message').fill('We move to a bigger machine.')
  const touched = dialog.getByRole('list', { name: 'What this touches' })
  await expect(touched).toContainText('2 people are mailed now')
  await expect(touched).toContainText('1 user cannot work')
  await expect(touched).toContainText('1 administrator goes on working')
  await dialog.getByRole('button', { name: 'Begin and announce' }).click()
  await expect(ours.getByText('Maintenance is under way')).toBeVisible()

  // Wherever an administrator works meanwhile, it is not forgotten.
  await ours.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(ours.getByText(/^Maintenance until .* only administrators can work\.$/)).toBeVisible()
  await expect(ours.getByRole('heading', { name: 'User Management' })).toBeVisible()
  await expectAccessible(ours)
  await ours.getByRole('link', { name: 'Manage', exact: true }).click()
  await expect(ours.getByText('Maintenance is under way')).toBeVisible()

  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: 'Down for maintenance' })).toBeVisible()
  await expect(theirs.getByText('We move to a bigger machine.')).toBeVisible()
  await expect(theirs.getByText('Code host')).toBeHidden()
  await expectAccessible(theirs)
  await theirs.getByRole('button', { name: 'Check again' }).click()
  await expect(theirs.getByRole('heading', { name: 'Down for maintenance' })).toBeVisible()

  await ours.getByRole('alert').or(ours.locator('.ui-alert')).getByRole('button', { name: 'End now' }).click()
  const ending = ours.getByRole('alertdialog')
  await expect(ending).toContainText('1 user can work again')
  await ending.getByRole('button', { name: 'End now' }).click()
  await expect(ours.getByText('The maintenance has ended.')).toBeVisible()
  await expect(ours.getByRole('cell', { name: 'Ended' })).toBeVisible()
  await ours.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(ours.getByRole('heading', { name: 'User Management' })).toBeVisible()
  await expect(ours.getByText(/^Maintenance until/)).toBeHidden()
  // Nobody has to do anything: the page looks by itself, and nobody was signed out.
  await expect(theirs.getByText('Code host').first()).toBeVisible()
})

test('during maintenance the sign-in screen says so, lets administrators in and tells others to come back', async ({
  page,
  freshApp,
  guard,
}) => {
  guard.allow(/status of 503/)
  const admin = await setUp(freshApp)
  const person = await signUp(freshApp)
  const ends_at = new Date(Date.now() + 3_600_000).toISOString()
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ starts_at: null, ends_at, message: 'Back at noon.' })
  const begun = await fetch(`${freshApp.url}/api/admin/system/maintenance`, { method: 'POST', headers, body })
  expect(begun.status).toBe(201)

  await page.goto(`${freshApp.url}/login`)
  await expect(page.getByText('Only administrators can sign in meanwhile.')).toBeVisible()
  await expect(page.getByText('Back at noon.')).toBeVisible()
  await expectAccessible(page)
  const enterAs = async ({ email, password }: { email: string; password: string }) => {
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await enterAs(person)
  await expect(page.getByText(/Maintenance is under way until/)).toBeVisible()
  await enterAs(admin)
  await expect(page).toHaveURL(/\/admin/)
  await expect(page.getByRole('heading', { name: 'Total Users' })).toBeVisible()
})

test('a window is set for later, told before to whom it matters, and called off', async ({ page, freshApp }) => {
  const admin = await setUp(freshApp)
  await enter(page, admin, '/admin/system?tab=maintenance')
  await page.getByRole('button', { name: 'Schedule maintenance' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByLabel('From').fill('2020-01-01T10:00')
  await dialog.getByRole('button', { name: 'Schedule and announce' }).click()
  await expect(dialog.getByText('Please choose a time in the future.')).toBeVisible()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('From').fill(`${tomorrow}T10:00`)
  await dialog.getByLabel('Until').fill(`${tomorrow}T10:00`)
  await dialog.getByRole('button', { name: 'Schedule and announce' }).click()
  await expect(dialog.getByText('The end must be at least a minute after the start.')).toBeVisible()
  await dialog.getByLabel('Until').fill(`${tomorrow}T10:30`)
  await dialog.getByRole('button', { name: 'Schedule and announce' }).click()
  await expect(page.getByText('The maintenance is scheduled.')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Scheduled' })).toBeVisible()

  await page.getByRole('button', { name: 'Schedule maintenance' }).click()
  await dialog.getByLabel('From').fill(`${tomorrow}T10:15`)
  await dialog.getByLabel('Until').fill(`${tomorrow}T11:00`)
  await dialog.getByRole('button', { name: 'Schedule and announce' }).click()
  await expect(dialog.getByText('Another maintenance is set for this time.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await page.getByRole('button', { name: 'Call off' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('are not mailed again')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Call off' }).click()
  await expect(page.getByRole('cell', { name: 'Called off' })).toBeVisible()
})

test('a window that somebody else ended meanwhile says so', async ({ page, freshApp, guard }) => {
  guard.allow(/status of 409/)
  const admin = await setUp(freshApp)
  const headers = { authorization: `Bearer ${admin.token}` }
  const times = [1, 2].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
  await fetch(`${freshApp.url}/api/admin/system/maintenance`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ starts_at: times[0], ends_at: times[1] }),
  })
  await enter(page, admin, '/admin/system?tab=maintenance')
  await page.getByRole('button', { name: 'Call off' }).click()
  const { data } = await call(freshApp, listMaintenance, {}, headers)
  await call(freshApp, endMaintenance, { params: { id: data[0]?.id ?? '' } }, headers)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Call off' }).click()
  await expect(page.getByText('This maintenance is over already.')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Called off' })).toBeVisible()
})
