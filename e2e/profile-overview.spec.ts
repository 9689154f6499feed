import { expect, test } from './fixtures.ts'
import { press } from './keyboard.ts'
import { addKey, enter } from './people.ts'
import { fact, openProfile } from './profile-page.ts'

test('who one is, what one has and how the account stands is on the first tab', async ({ page, person }) => {
  await addKey(person, { name: 'Code host' })
  await addKey(person, { name: 'Mail' })
  await openProfile(page, person)
  await expect(page.getByRole('heading', { name: person.name })).toBeVisible()
  await expect(page.getByRole('main').getByText(person.email)).toBeVisible()
  const badges = page.locator('main .ui-badge')
  await expect(badges.filter({ hasText: /^User$/ })).toBeVisible()
  await expect(badges.filter({ hasText: /^Active$/ })).toHaveCount(2)
  await expect(page.locator('.ui-face', { hasText: 'CE' })).toBeVisible()
  await expect(fact(page, 'Total 2FA Keys')).toContainText('2')
  await expect(fact(page, 'Shared Keys')).toContainText('0')
  await expect(fact(page, 'Recovery Codes')).toContainText('none made yet')
  await expect(fact(page, 'Last Login')).toContainText(/now|minute/)
  await expect(fact(page, 'Account Created')).toHaveText(/^[A-Z][a-z]{2} \d+, \d{4}$/)
  await expect(fact(page, 'Account Status')).toHaveText('Active')
  await expect(fact(page, 'Keys Shared by Me')).toHaveText('0')
  await expect(fact(page, 'Recovery Codes Used')).toHaveText('0')
})

test('an administrator is called one', async ({ page, admin }) => {
  await openProfile(page, admin)
  await expect(page.locator('main .ui-badge').filter({ hasText: /^Administrator$/ })).toBeVisible()
})

test('an account that nobody signed in to yet says Never, and one out of use says Inactive', async ({ page, person }) => {
  // Whoever sees their own profile has signed in and is active: the answers are those of an older server.
  await page.route('**/api/profile/stats', async (route) => {
    const response = await route.fetch()
    const { stats } = (await response.json()) as { stats: object }
    await route.fulfill({ response, json: { stats: { ...stats, last_login: null } } })
  })
  await page.route('**/api/profile', async (route) => {
    const response = await route.fetch()
    const { user } = (await response.json()) as { user: object }
    await route.fulfill({ response, json: { user: { ...user, is_active: false } } })
  })
  await openProfile(page, person)
  await expect(fact(page, 'Last Login')).toContainText('Never')
  await expect(fact(page, 'Account Status')).toHaveText('Inactive')
})

test('each tab has an address, which opens it; Back leads to the tab before', async ({ page, person }) => {
  await openProfile(page, person)
  const tab = (name: string) => page.getByRole('tab', { name })
  await tab('Settings').click()
  await expect(page).toHaveURL(`${person.app.url}/profile?tab=settings`)
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  await tab('Danger Zone').click()
  await expect(page).toHaveURL(`${person.app.url}/profile?tab=danger`)
  await page.goBack()
  await expect(tab('Settings')).toHaveAttribute('aria-selected', 'true')
  await tab('Overview').click()
  await expect(page).toHaveURL(`${person.app.url}/profile`)
  await page.goto(`${person.app.url}/profile?tab=nothing`)
  await expect(tab('Overview')).toHaveAttribute('aria-selected', 'true')
})

test('by keyboard: arrows move between the tabs', async ({ page, person }) => {
  await openProfile(page, person)
  await press(page.getByRole('tab', { name: 'Overview' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Danger Zone' })).toBeFocused()
})

test('the activity says what happened, when, and from where', async ({ page, person }) => {
  await addKey(person, { name: 'Code host' })
  await openProfile(page, person)
  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity.getByRole('heading', { name: 'Today' })).toBeVisible()
  const entries = activity.getByRole('listitem')
  await expect(entries.first()).toContainText('Key Code host added')
  await expect(entries.first().locator('time')).toHaveText(/^\d+:\d\d [AP]M$/)
  await expect(entries.filter({ hasText: 'Signed in with' })).toContainText(/from 10\.\d+\.\d+\.\d+/)
})

test('of the activity a part can be shown alone, by an address; an empty part says so', async ({ page, person }) => {
  await addKey(person, { name: 'Code host' })
  await openProfile(page, person)
  const activity = page.getByRole('region', { name: 'Activity' })
  await activity.getByRole('button', { name: 'Keys' }).click()
  await expect(page).toHaveURL(`${person.app.url}/profile?show=keys`)
  await expect(activity.getByText('Signed in with')).toBeHidden()
  await expect(activity.getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await expect(activity.getByRole('button', { name: 'Keys' })).toHaveAttribute('aria-pressed', 'true')
  await expect(activity.getByRole('listitem')).toHaveCount(1)
  await activity.getByRole('button', { name: 'Done by others' }).click()
  await expect(activity.getByRole('heading', { name: 'Nothing of this kind has happened' })).toBeVisible()
  await activity.getByRole('button', { name: 'Show all activity' }).click()
  await expect(page).toHaveURL(`${person.app.url}/profile`)
  await expect(activity.getByText('Signed in with')).toBeVisible()
})

test('a long activity has pages; one that there is not leads to the last', async ({ page, person }) => {
  for (let count = 1; count <= 26; count += 1) await addKey(person, { name: `Key number ${count}` })
  await openProfile(page, person)
  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity.getByRole('listitem')).toHaveCount(25)
  await expect(activity.getByText('27 results')).toBeVisible()
  await activity.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(`${person.app.url}/profile?page=2`)
  await expect(activity.getByRole('listitem')).toHaveCount(2)
  await expect(activity.getByText('Signed in with')).toBeVisible()
  await enter(page, person, '/profile?page=9')
  await expect(page).toHaveURL(`${person.app.url}/profile?page=2`)
  await expect(activity.getByRole('listitem')).toHaveCount(2)
})
