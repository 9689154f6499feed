import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { press, typeInto } from './keyboard.ts'
import { signUp } from './people.ts'
import { openProfile } from './profile-page.ts'
import { button, expectComplaint, field } from './sign-in-page.ts'

const update = (page: Page) => button(page, 'Update Profile').click()
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard your changes?' })

test('a new name is saved, said, and everywhere at once', async ({ page, person }) => {
  await openProfile(page, person, 'settings')
  await expect(field(page, 'Name')).toHaveValue(person.name)
  await expect(field(page, 'Email')).toHaveValue(person.email)
  await field(page, 'Name').fill('Zoë Renamed')
  await update(page)
  await expect(page.getByText('Profile updated.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account menu: Zoë Renamed' })).toBeVisible()
  await page.reload()
  await expect(field(page, 'Name')).toHaveValue('Zoë Renamed')
})

test('by keyboard alone', async ({ page, person }) => {
  await openProfile(page, person, 'settings')
  await typeInto(field(page, 'Name'), ' Junior')
  await press(button(page, 'Update Profile'))
  await expect(page.getByText('Profile updated.')).toBeVisible()
})

test('what is not right is said beneath its field, and has the focus', async ({ page, person }) => {
  await openProfile(page, person, 'settings')
  await field(page, 'Name').fill('')
  await field(page, 'Email').fill('not an address')
  await update(page)
  await expectComplaint(page, 'Name', 'Name is required')
  await expectComplaint(page, 'Email', 'Please enter a valid email address')
  await expect(field(page, 'Name')).toBeFocused()
  await field(page, 'Name').fill('Z')
  await expectComplaint(page, 'Name', 'Name must be at least 2 characters')
  await field(page, 'Email').fill('')
  await expectComplaint(page, 'Email', 'Email is required')
})

test('another e-mail takes the current password; what the server refuses stands beneath its field', async ({ page, app, person }) => {
  const other = await signUp(app)
  await openProfile(page, person, 'settings')
  await expect(field(page, 'Current password')).toBeHidden()
  await field(page, 'Email').fill(other.email)
  await update(page)
  await expectComplaint(page, 'Current password', 'Please enter your current password to change the e-mail.')
  await field(page, 'Current password').fill('Not-the-password')
  await update(page)
  await expectComplaint(page, 'Current password', 'The password is not right.')
  await expect(field(page, 'Current password')).toBeFocused()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to update profile')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Please fix the errors above')
  await field(page, 'Current password').fill(person.password)
  await update(page)
  await expectComplaint(page, 'Email', 'This e-mail is already in use.')
})

test('where no mail can be sent, another e-mail holds at once', async ({ page, person }) => {
  await openProfile(page, person, 'settings')
  const next = `new-${person.email}`
  await field(page, 'Email').fill(next)
  await field(page, 'Current password').fill(person.password)
  await update(page)
  await expect(page.getByText('Profile updated.')).toBeVisible()
  await expect(field(page, 'Current password')).toBeHidden()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await expect(page.getByText(next)).toBeVisible()
})

test('mails are chosen by switches, which hold at once and stay', async ({ page, person }) => {
  await openProfile(page, person, 'settings')
  const wanted = page.getByRole('switch', { name: 'Key shared with you' })
  const digest = page.getByRole('switch', { name: 'Weekly digest' })
  await expect(wanted).toBeChecked()
  await expect(digest).not.toBeChecked()
  await wanted.click()
  await digest.click()
  await expect(page.getByText('Notification settings saved.')).toBeVisible()
  await page.reload()
  await expect(wanted).not.toBeChecked()
  await expect(digest).toBeChecked()
})

test('a choice that could not be saved goes back, and says so', async ({ page, person, guard }) => {
  guard.allow(/ERR_CONNECTION_FAILED/)
  await openProfile(page, person, 'settings')
  await page.route('**/api/profile/preferences', (route) =>
    route.request().method() === 'PUT' ? route.abort('connectionfailed') : route.fallback(),
  )
  await page.getByRole('switch', { name: 'Sign-ins' }).click()
  await expect(page.getByText('Your choice could not be saved. Please try again.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Sign-ins' })).toBeChecked()
})

test('appearance, shortcuts and the accessibility helper are set here for this browser', async ({ page, person }) => {
  await openProfile(page, person, 'settings')
  await page.getByLabel('Appearance').selectOption('Dark')
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
  await page.getByRole('switch', { name: 'Accessibility helper' }).click()
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).click()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Accessibility helper' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Keyboard shortcuts' })).not.toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
})

test('nobody leaves a form that has changed without being asked: not to a tab, a screen or back', async ({ page, person }) => {
  await openProfile(page, person)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await field(page, 'Name').fill('Half a na')
  for (const leave of [
    () => page.getByRole('tab', { name: 'Security' }).click(),
    () => page.getByRole('link', { name: 'Dashboard', exact: true }).click(),
    () => page.goBack(),
  ]) {
    await leave()
    await expect(question(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question(page)).toBeHidden()
    await expect(page).toHaveURL(`${person.app.url}/profile?tab=settings`)
    await expect(field(page, 'Name')).toHaveValue('Half a na')
  }
  await page.getByRole('tab', { name: 'Overview' }).click()
  await button(page, 'Discard changes').last().click()
  await expect(page.getByRole('heading', { name: person.name })).toBeVisible()
  await expect(page).toHaveURL(`${person.app.url}/profile`)
})

test('a form that is saved or put back does not ask', async ({ page, person }) => {
  await openProfile(page, person, 'settings')
  await field(page, 'Name').fill('Another Name')
  await button(page, 'Discard changes').click()
  await expect(field(page, 'Name')).toHaveValue(person.name)
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: 'Account Information' })).toBeVisible()
})
