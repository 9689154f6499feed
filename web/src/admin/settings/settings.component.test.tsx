import { changeSettings, countSettingsImpact, getSettings, type Settings } from '@twofold/contract/admin/settings'
import { listUsers } from '@twofold/contract/admin/users'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { button, expectComplaint, isUncovered, pressIn } from '../../testing/fields.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { refusal, serve } from '../../testing/server.ts'

const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()
const activityDays = page.getByLabelText('Activity of people')
const question = page.getByRole('alertdialog', { name: 'Save these settings?' })

const defaults: Settings = {
  name: 'Twofold',
  address: 'https://vault.example.org',
  sign_up: 'open',
  email_verification: 'auto',
  session_idle_hours: 12,
  session_absolute_hours: 24,
  session_remember_days: 30,
  password_min_length: 8,
  activity_days: 90,
  notification_days: 90,
  quarantine_days: 1,
  second_factor: 'admins',
  second_factor_grace_days: 7,
}

beforeEach(() => {
  signInAsAdministrator()
  serve(listUsers, onePage())
})

/** Settings as the server keeps them; the address is the environment's. */
function serveSettings() {
  let values = defaults
  const shown = () => ({ settings: { values, defaults, sources: { address: 'environment' as const } } })
  serve(getSettings, shown)
  serve(countSettingsImpact, { activities: 3 })
  return serve(changeSettings, ({ body }) => {
    values = { ...values, ...(body as Partial<Settings>) }
    return { ...shown(), message: 'The settings are saved.' }
  })
}

test('a setting of the environment is shown, and changed only there', async () => {
  serveSettings()
  await open('/admin/settings')
  await says('Set by APP_URL of the environment, and changed only there.')
  await expect.element(page.getByLabelText('Address', { exact: true })).toHaveAttribute('readonly', '')
  await expect.element(button('Save settings')).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible()
})

test('a value that cannot be is refused on its field, and what was typed stays', async () => {
  const saved = serveSettings()
  await open('/admin/settings')
  await page.getByLabelText('Idle time-out').fill('100')
  await activityDays.fill('2')
  await button('Save settings').click()
  await expectComplaint('Activity of people', 'Please enter a whole number of days from 7 to 3650')
  await expect.element(activityDays).toHaveFocus()
  await activityDays.fill('30')
  const message = 'A session cannot be unused for longer than it lasts.'
  serve(countSettingsImpact, refusal('request.invalid', {}, { errors: { session_idle_hours: [message] } }))
  await button('Save settings').click()
  await says(message)
  await expect.element(page.getByLabelText('Idle time-out')).toHaveFocus()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Idle time-out')).toHaveValue(100)
  await expectAccessible()
  await button('Discard changes').click()
  await expect.element(page.getByLabelText('Idle time-out')).toHaveValue(12)
  expect(saved).toEqual([])
})

test('an emptied number is refused, and the first wrong field has the focus', async () => {
  const saved = serveSettings()
  await open('/admin/settings')
  await activityDays.fill('')
  const first = page.getByLabelText('Maximum length')
  await first.fill('')
  // The bar with the buttons sticks to the bottom of the window, where the field is now.
  window.scrollBy({ top: (await first.findElement()).getBoundingClientRect().bottom - window.innerHeight + 20, behavior: 'instant' })
  expect(isUncovered(await first.findElement())).toBe(false)
  await button('Save settings').click()
  await expectComplaint('Maximum length', 'Please enter a whole number of hours from 1 to 720')
  await expectComplaint('Activity of people', 'Please enter a whole number of days from 7 to 3650')
  await expect.element(first).toHaveFocus()
  await expect.poll(() => isUncovered(first.element())).toBe(true)
  expect(saved).toEqual([])
})

test('rows that shorter times end and remove are counted before they are saved', async () => {
  const saved = serveSettings()
  await open('/admin/settings')
  await activityDays.fill('10')
  await button('Save settings').click()
  await expect.element(question.getByText('3 entries of people’s activity are removed')).toBeVisible()
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expectAccessible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await says('There are changes that are not saved.')
  expect(saved).toEqual([])
  await button('Save settings').click()
  await question.getByRole('button', { name: 'Save settings' }).click()
  await says('The settings are saved.')
  await activityDays.fill('400')
  await pressIn(activityDays, '{Enter}')
  await says('Everything is saved.')
  await expect.element(question).not.toBeInTheDocument()
  expect(saved.map(({ body }) => body)).toEqual([{ activity_days: 10 }, { activity_days: 400 }])
})

test('leaving the settings asks first while something is not saved', async () => {
  serveSettings()
  await open('/admin/settings')
  await page.getByLabelText('Name', { exact: true }).fill('Another name')
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Users' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
  await button('Keep editing').click()
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Another name')
  await page.getByLabelText('Name', { exact: true }).fill('Twofold')
  await says('Everything is saved.')
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Users' }).click()
  await expectAddress(/^\/admin\/users/)
})
