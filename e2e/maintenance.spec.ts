import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, setUp, signUp } from './people.ts'
import { fillSignIn } from './sign-in-page.ts'

test('during a maintenance only administrators work and sign in; others see a notice wherever they are, and return without a reload', async ({
  browser,
  emptyApp,
  guard,
}) => {
  test.slow()
  guard.allow(/status of 503/)
  const admin = await setUp(emptyApp)
  const person = await signUp(emptyApp)
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
  await expect(touched).toContainText('2 people get an e-mail now')
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

  const another = await browser.newPage()
  await another.goto(`${emptyApp.url}/login`)
  await expect(another.getByText('Only administrators can sign in meanwhile.')).toBeVisible()
  await expect(another.getByText('We move to a bigger machine.')).toBeVisible()
  await expectAccessible(another)
  await fillSignIn(another, person)
  await another.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(another.getByText(/Maintenance is under way until/)).toBeVisible()
  await fillSignIn(another, admin)
  await another.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(another).toHaveURL(/\/admin/)
  await expect(another.getByRole('heading', { name: 'Total Users' })).toBeVisible()

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
