import {
  type ActivityEntry,
  getPreferences,
  getProfile,
  getProfileStats,
  listActivity,
  putPreferences,
  updateProfile,
} from '@twofold/contract/profile'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, expectComplaint, field, pressIn } from '../../../testing/fields.ts'
import { expectAddress, open } from '../../../testing/open.tsx'
import { onePage } from '../../../testing/paging.ts'
import { signInWithProfile } from '../../../testing/profile.ts'
import { refusal, serve, unreachable } from '../../../testing/server.ts'

const alert = page.getByRole('main').getByRole('alert')
const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
const now = new Date().toISOString()
const tab = (name: string) => page.getByRole('tab', { name })
/** The value beside a name in a list of facts or figures. */
const factOf = (name: string) =>
  [...document.querySelectorAll('dl > div')].find((row) => row.querySelector('dt')?.textContent === name)?.querySelector('dd')?.textContent
const expectFact = (name: string, text: RegExp) => expect.poll(() => factOf(name)).toMatch(text)
const badges = () => [...document.querySelectorAll('main .ui-badge')].map(({ textContent }) => textContent)

test('the first tab shows the person, their keys and the state of the account', async () => {
  const user = signInWithProfile()
  serve(getProfileStats, { stats: { total_keys: 2, last_login: now, account_created: user.created_at, account_status: 'active' } })
  await open('/profile')
  await expect.element(page.getByRole('heading', { name: user.name })).toBeVisible()
  await expect.element(page.getByRole('main').getByText(user.email)).toBeVisible()
  await expectFact('Total 2FA Keys', /2/)
  await expectFact('Shared Keys', /0/)
  await expectFact('Recovery Codes', /none made yet/)
  await expectFact('Last Login', /now|minute/i)
  await expectFact('Account Created', /^[A-Z][a-z]{2} \d+, \d{4}$/)
  await expectFact('Account Status', /^Active$/)
  await expectFact('Keys Shared by Me', /^0$/)
  await expectFact('Recovery Codes Used', /^0$/)
  expect(badges()).toEqual(['User', 'Active', 'Active'])
  expect(document.querySelector('main .ui-face')?.textContent).toBe('CE')
})

test('an administrator is called one', async () => {
  signInWithProfile({ role: 'admin' })
  await open('/profile')
  await expect.poll(badges).toContain('Administrator')
})

test('an account that nobody signed in to yet says Never, and one out of use says Inactive', async () => {
  const user = signInWithProfile()
  serve(getProfile, { user: { ...user, is_active: false } })
  serve(getProfileStats, { stats: { last_login: null } })
  await open('/profile')
  await expectFact('Last Login', /Never/)
  await expectFact('Account Status', /^Inactive$/)
})

test('each tab has an address, which opens it; Back leads to the tab before', async () => {
  signInWithProfile()
  await open('/profile')
  await tab('Settings').click()
  await expectAddress('/profile?tab=settings')
  await expect.element(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  await tab('Danger Zone').click()
  await expectAddress('/profile?tab=danger')
  window.history.back()
  await expect.element(tab('Settings')).toHaveAttribute('aria-selected', 'true')
  await tab('Overview').click()
  await expectAddress('/profile')
  await open('/profile?tab=nothing')
  await expect.element(tab('Overview')).toHaveAttribute('aria-selected', 'true')
})

test('by keyboard: arrows move between the tabs', async () => {
  signInWithProfile()
  await open('/profile')
  await expect.element(page.getByRole('heading', { name: 'Account Information' })).toBeVisible()
  await pressIn(tab('Overview'), '{ArrowRight}')
  await expect.element(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  await userEvent.keyboard('{End}')
  await expect.element(page.getByRole('button', { name: 'Delete Account' })).toBeVisible()
  await expect.element(tab('Danger Zone')).toHaveFocus()
})

const entries: readonly Partial<ActivityEntry>[] = [
  { id: '2', kind: 'key.created', group: 'keys', description: 'Key Code host added', happened_at: now },
  { id: '1', kind: 'signed_in', group: 'sign_in', description: 'Signed in with password', address: '10.1.2.3', happened_at: now },
]
const activity = page.getByRole('region', { name: 'Activity' })

test('the activity says what happened, when, and from where', async () => {
  signInWithProfile()
  serve(listActivity, onePage(...entries))
  await open('/profile')
  await expect.element(activity.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect.element(activity.getByRole('listitem').first()).toMatchTextContent('Key Code host added')
  await expect.element(activity.getByRole('listitem').first()).toMatchTextContent(/\d+:\d\d [AP]M/)
  await expect.element(activity.getByRole('listitem').filter({ hasText: 'Signed in with' })).toMatchTextContent(/from 10\.1\.2\.3/)
})

test('a part of the activity can be shown alone, by an address; an empty part says so', async () => {
  signInWithProfile()
  serve(listActivity, ({ query }) => onePage(...entries.filter(({ group }) => query.show === undefined || group === query.show)))
  await open('/profile')
  await activity.getByRole('button', { name: 'Keys' }).click()
  await expectAddress('/profile?show=keys')
  await expect.element(activity.getByText('Signed in with')).not.toBeInTheDocument()
  await expect.element(activity.getByRole('listitem')).toHaveLength(1)
  await open('/profile?show=keys')
  await expect.element(activity.getByRole('button', { name: 'Keys' })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(activity.getByRole('listitem')).toHaveLength(1)
  await activity.getByRole('button', { name: 'Done by others' }).click()
  await expect.element(activity.getByRole('heading', { name: 'Nothing of this kind has happened' })).toBeVisible()
  await activity.getByRole('button', { name: 'Show all activity' }).click()
  await expectAddress('/profile')
  await expect.element(activity.getByText('Signed in with')).toBeVisible()
})

test('a long activity has pages; one that there is not leads to the last', async () => {
  signInWithProfile()
  serve(listActivity, ({ query }) => {
    const pages = { current_page: query.page, last_page: 2, per_page: 25, total: 27, from: 1, to: 2 }
    const rows = query.page === 1 ? 25 : query.page === 2 ? 2 : 0
    return { ...pages, data: Array.from({ length: rows }, (_, index) => ({ ...entries[0], id: String(index) })) }
  })
  await open('/profile')
  await expect.element(activity.getByRole('listitem')).toHaveLength(25)
  await expect.element(activity.getByText('27 results')).toBeVisible()
  await activity.getByRole('button', { name: 'Next page' }).click()
  await expectAddress('/profile?page=2')
  await expect.element(activity.getByRole('listitem')).toHaveLength(2)
  await open('/profile?page=9')
  await expectAddress('/profile?page=2')
  await expect.element(activity.getByRole('listitem')).toHaveLength(2)
})

const update = () => button('Update Profile').click()

test('a new name is saved, and said', async () => {
  const user = signInWithProfile()
  const calls = serve(updateProfile, ({ body }) => ({ user: { ...user, name: body.name }, message: 'Profile updated.' }))
  await open('/profile?tab=settings')
  await expect.element(field('Name')).toHaveValue(user.name)
  await expect.element(field('Email')).toHaveValue(user.email)
  await field('Name').fill('Zoë Renamed')
  await update()
  await expect.element(page.getByText('Profile updated.')).toBeVisible()
  expect(calls).toEqual([{ body: { name: 'Zoë Renamed', email: user.email } }])
})

test('the profile is saved by keyboard alone', async () => {
  const user = signInWithProfile()
  const calls = serve(updateProfile, { user, message: 'Profile updated.' })
  await open('/profile?tab=settings')
  await pressIn(field('Name'), '{End}')
  await userEvent.keyboard(' Junior')
  await pressIn(button('Update Profile'), '{Enter}')
  await expect.element(page.getByText('Profile updated.')).toBeVisible()
  expect(calls).toEqual([{ body: { name: `${user.name} Junior`, email: user.email } }])
})

test('a problem is shown beneath its field, and the field has the focus', async () => {
  signInWithProfile()
  await open('/profile?tab=settings')
  await field('Name').fill('')
  await field('Email').fill('not an address')
  await update()
  await expectComplaint('Name', 'Name is required')
  await expectComplaint('Email', 'Please enter a valid email address')
  await expect.element(field('Name')).toHaveFocus()
  await field('Name').fill('Z')
  await expectComplaint('Name', 'Name must be at least 2 characters')
  await field('Email').fill('')
  await expectComplaint('Email', 'Email is required')
})

test('another e-mail takes the current password; what the server refuses stands beneath its field', async () => {
  const user = signInWithProfile()
  await open('/profile?tab=settings')
  await expect.element(field('Current password')).not.toBeInTheDocument()
  await field('Email').fill('other@example.org')
  await update()
  await expectComplaint('Current password', 'Please enter your current password to change the e-mail.')
  serve(updateProfile, refusal('request.invalid', {}, { errors: { current_password: ['The password is wrong.'] } }))
  await field('Current password').fill('Not-the-password')
  await update()
  await expectComplaint('Current password', 'The password is wrong.')
  await expect.element(field('Current password')).toHaveFocus()
  await expect.element(alert).toMatchTextContent('Failed to update profile')
  await expect.element(alert).toMatchTextContent('Please fix the errors above')
  const calls = serve(updateProfile, ({ body }) => ({ user: { ...user, email: body.email }, message: 'Profile updated.' }))
  await field('Current password').fill('Violet-Harbour-27')
  await update()
  await expect.element(page.getByText('Profile updated.')).toBeVisible()
  await expect.element(field('Current password')).not.toBeInTheDocument()
  expect(calls).toEqual([{ body: { name: user.name, email: 'other@example.org', current_password: 'Violet-Harbour-27' } }])
})

const choices = (wanted: boolean) => ({
  data: [
    { event: 'key.shared', title: 'Key shared with you', description: '', is_wanted: wanted },
    { event: 'digest', title: 'Weekly digest', description: '', is_wanted: false },
  ],
})

test('e-mails are chosen by switches, which apply at once; a choice that was not saved goes back, and says so', async () => {
  signInWithProfile()
  serve(getPreferences, choices(true))
  await open('/profile?tab=settings')
  const wanted = page.getByRole('switch', { name: 'Key shared with you' })
  await expect.element(wanted).toBeChecked()
  await expect.element(page.getByRole('switch', { name: 'Weekly digest' })).not.toBeChecked()
  serve(putPreferences, unreachable)
  await wanted.click()
  await expect.element(page.getByText('Your choice could not be saved. Please try again.')).toBeVisible()
  await expect.element(wanted).toBeChecked()
  const calls = serve(putPreferences, { ...choices(false), message: 'Notification settings saved.' })
  await wanted.click()
  await expect.element(page.getByText('Notification settings saved.')).toBeVisible()
  await expect.element(wanted).not.toBeChecked()
  expect(calls).toEqual([{ body: { preferences: { 'key.shared': false } } }])
})

test('appearance, shortcuts and the accessibility helper are set here for this browser', async () => {
  signInWithProfile()
  await open('/profile?tab=settings')
  await page.getByLabelText('Appearance').selectOptions('Dark')
  await page.getByRole('switch', { name: 'Accessibility helper' }).click()
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).click()
  await open('/profile?tab=settings')
  await expect.element(page.getByRole('switch', { name: 'Accessibility helper' })).toBeChecked()
  await expect.element(page.getByRole('switch', { name: 'Keyboard shortcuts' })).not.toBeChecked()
  expect(['scheme', 'accessibility', 'shortcuts'].map((key) => localStorage.getItem(key))).toEqual(['dark', 'enabled', 'disabled'])
})

test('nobody leaves a form that has changed without being asked: not to a tab, a screen or back', async () => {
  const user = signInWithProfile()
  await open('/profile')
  await tab('Settings').click()
  await field('Name').fill('Half a na')
  for (const leave of [
    () => tab('Security').click(),
    () => page.getByRole('link', { name: 'Dashboard', exact: true }).click(),
    async () => window.history.back(),
  ]) {
    await leave()
    await expect.element(button('Keep editing')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(question).not.toBeInTheDocument()
    await expectAddress('/profile?tab=settings')
    await expect.element(field('Name')).toHaveValue('Half a na')
  }
  await tab('Overview').click()
  await button('Discard changes').last().click()
  await expect.element(page.getByRole('heading', { name: user.name })).toBeVisible()
  await expectAddress('/profile')
})

test('a form that is put back does not ask', async () => {
  const user = signInWithProfile()
  await open('/profile?tab=settings')
  await field('Name').fill('Another Name')
  await button('Discard changes').click()
  await expect.element(field('Name')).toHaveValue(user.name)
  await tab('Overview').click()
  await expect.element(page.getByRole('heading', { name: 'Account Information' })).toBeVisible()
})
