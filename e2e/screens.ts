import { createHash } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Application } from './application.ts'
import { inDatabase } from './database.ts'
import { addKey, enter, type Person } from './people.ts'
import { openProfile } from './profile-page.ts'
import { enrolTotp, enterPin, openSecurity } from './security-page.ts'

type Cast = { admin: Person; person: Person; demo: Application }

/** A screen, or a dialog on one, in one of its states. */
type Screen = {
  /** Kebab case: names its pictures. */
  name: string
  show: (page: Page, cast: Cast) => Promise<void>
  /** Console errors that belong to it. */
  allowed?: RegExp
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible()

async function openLogin(page: Page, { admin }: Cast, path: string) {
  await page.goto(`${admin.app.url}${path}`)
  await heading(page, 'Sign in')
}

async function openSignUp(page: Page, cast: Cast) {
  await openLogin(page, cast, '/login')
  await button(page, 'Create an account').click()
  await heading(page, 'Create an account')
}

async function openStep(page: Page, person: Person) {
  await page.goto(`${person.app.url}/login`)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await button(page, 'Sign in').click()
  await heading(page, 'Confirm your sign-in')
}

/** Nothing mails a link here: the answer is what it would be. */
async function openLink(page: Page, { admin }: Cast, path: string, answer: object) {
  await page.route('**/api/auth/links/check', (route) => route.fulfill({ json: answer }))
  await page.goto(`${admin.app.url}${path}#token=${'x'.repeat(43)}`)
  await expect(page.locator('.gate-head + *')).toBeVisible()
  await expect(page.getByText('Checking the link...')).toBeHidden()
}

async function openDemo(page: Page, { demo }: Cast) {
  await page.goto(`${demo.url}/login`)
  await page.getByLabel('Email', { exact: true }).fill('ann@example.org')
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-battery')
  await button(page, 'Sign in').click()
  await page.waitForURL(/admin/)
  await page.goto(`${demo.url}/dashboard`)
  await expect(page.locator('.code-digits').first()).toHaveText(/\d{3}/, { timeout: 30_000 })
}

async function openAddDialog(page: Page, { person }: Cast) {
  await enter(page, person)
  await button(page, 'Add 2FA Key').click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** The answer that the server gives while its database is away. */
const unavailable = { status: 503, json: { code: 'server.unavailable', message: 'The database cannot be reached right now.' } }

/** Everything that can be seen so far. */
export const screens: Screen[] = [
  { name: 'login', show: (page, cast) => openLogin(page, cast, '/login') },
  {
    name: 'login-errors',
    async show(page, cast) {
      await openLogin(page, cast, '/login')
      await page.getByLabel('Email', { exact: true }).fill('ann@example')
      await page.getByLabel('Email', { exact: true }).press('Enter')
      await expect(page.getByText('Please fix the errors above')).toBeVisible()
    },
  },
  {
    name: 'login-limited',
    async show(page, cast) {
      await openLogin(page, cast, '/login')
      await page.getByLabel('Email', { exact: true }).fill(cast.person.email)
      await page.getByLabel('Password', { exact: true }).fill('Not-the-password')
      for (let attempt = 1; attempt <= 6; attempt += 1) {
        const answer = page.waitForResponse('**/api/auth/login')
        await button(page, 'Sign in').click()
        await answer
      }
      await expect(page.getByText('Too many attempts')).toBeVisible()
    },
  },
  { name: 'login2', show: (page, cast) => openLogin(page, cast, '/login2') },
  {
    name: 'reset-password-dialog',
    async show(page, cast) {
      await openLogin(page, cast, '/login2')
      await button(page, 'Forgot password?').click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  { name: 'sign-up', show: openSignUp },
  {
    name: 'sign-up-filled',
    async show(page, cast) {
      await openSignUp(page, cast)
      await page.getByLabel('Password', { exact: true }).fill('Harbourrr7')
      await page.getByLabel('PIN', { exact: true }).fill('12')
      await page.getByLabel('PIN', { exact: true }).press('Enter')
      await expect(page.getByText('Please fix the errors above')).toBeVisible()
    },
  },
  {
    name: 'sign-up-breached',
    async show(page, cast) {
      const password = 'Violet-Harbour-27'
      const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
      const known = { known: true, suffixes: [{ suffix: hash.slice(5), count: 3861 }] }
      await page.route('**/api/breach-range/*', (route) => route.fulfill({ json: known }))
      await openSignUp(page, cast)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await expect(page.getByText('This password was found in 3,861 data breaches')).toBeVisible()
    },
  },
  {
    name: 'verification-notice',
    async show(page, cast) {
      await openLogin(page, cast, '/login')
      await page.route('**/api/auth/login', (route) => route.fulfill({ json: { email_verification_required: true } }))
      await page.getByLabel('Email', { exact: true }).fill(cast.person.email)
      await page.getByLabel('Password', { exact: true }).fill(cast.person.password)
      await button(page, 'Sign in').click()
      await expect(page.getByText('Email verification required')).toBeVisible()
    },
  },
  {
    name: 'setup',
    async show(page, { admin }) {
      // An installation is set up once, and this one was: the answer is what it was before.
      await page.route('**/api/auth/setup/check', (route) =>
        route.fulfill({ json: { valid: true, expires_at: new Date(Date.now() + 1_800_000).toISOString() } }),
      )
      await page.goto(`${admin.app.url}/setup#token=used`)
      await heading(page, 'Set up Twofold')
      await expect(button(page, 'Create administrator')).toBeVisible()
    },
  },
  {
    name: 'setup-invalid',
    async show(page, { admin }) {
      await page.goto(`${admin.app.url}/setup#token=used`)
      await heading(page, 'The set-up link cannot be used')
    },
  },
  {
    name: 'setup-without-token',
    async show(page, { admin }) {
      await page.goto(`${admin.app.url}/setup`)
      await heading(page, 'The set-up link is not whole')
    },
  },
  {
    name: 'verify-email',
    show: (page, cast) => openLink(page, cast, '/verify-email', { state: 'good', purpose: 'verify_email', email: 'ann@example.org' }),
  },
  {
    name: 'verify-email-expired',
    show: (page, cast) => openLink(page, cast, '/verify-email', { state: 'expired', purpose: null, email: null }),
  },
  { name: 'verify-email-used', show: (page, cast) => openLink(page, cast, '/verify-email', { state: 'used', purpose: null, email: null }) },
  {
    name: 'reset-password',
    async show(page, cast) {
      await openLink(page, cast, '/reset-password', { state: 'good', purpose: 'reset_password', email: 'ann@example.org' })
      await page.getByLabel('New password', { exact: true }).fill('Harbourrr7')
    },
  },
  {
    name: 'reset-password-expired',
    show: (page, cast) => openLink(page, cast, '/reset-password', { state: 'expired', purpose: 'reset_password', email: null }),
  },
  {
    name: 'invite',
    show: (page, cast) => openLink(page, cast, '/invite', { state: 'good', purpose: 'invite', email: 'ann@example.org' }),
  },
  { name: 'invite-expired', show: (page, cast) => openLink(page, cast, '/invite', { state: 'expired', purpose: 'invite', email: null }) },
  {
    name: 'second-step',
    async show(page, { person }) {
      await enrolTotp(person)
      await openStep(page, person)
      await page.getByLabel('Code from your authenticator app').fill('000000')
      await page.getByLabel('Code from your authenticator app').press('Enter')
      await expect(page.getByText('Tries left: 4.')).toBeVisible()
    },
  },
  {
    name: 'second-step-ended',
    async show(page, { person }) {
      await enrolTotp(person)
      await openStep(page, person)
      await page.evaluate(() => localStorage.setItem('auth_token', 'x'.repeat(43)))
      await page.getByLabel('Code from your authenticator app').fill('000000')
      await page.getByLabel('Code from your authenticator app').press('Enter')
      await expect(page.getByText('This sign-in has ended')).toBeVisible()
    },
  },
  {
    name: 'new-password',
    async show(page, { person }) {
      await inDatabase(person.app, 'update users set must_change_password = true where email = $1', [person.email])
      await enter(page, person)
      await heading(page, 'Choose a password of your own')
    },
  },
  {
    name: 'dashboard-empty',
    async show(page, { person }) {
      await enter(page, person)
      await heading(page, 'No 2FA keys')
    },
  },
  { name: 'dashboard', show: openDemo },
  {
    name: 'dashboard-loading',
    async show(page, { person }) {
      await page.route('**/api/keys', () => {})
      await enter(page, person)
      await expect(page.getByRole('status').filter({ hasText: 'Loading keys...' })).toBeVisible()
    },
  },
  {
    name: 'dashboard-failed',
    allowed: /status of 500/,
    async show(page, { person }) {
      await page.route('**/api/keys', (route) =>
        route.fulfill({ status: 500, json: { code: 'server.failed', message: 'Something went wrong.' } }),
      )
      await enter(page, person)
      await heading(page, 'Your keys could not be loaded')
    },
  },
  {
    name: 'dashboard-codes-failed',
    allowed: /status of 503/,
    async show(page, cast) {
      await page.route('**/api/keys/generate-codes', (route) => route.fulfill(unavailable))
      await addKey(cast.person, { name: 'Code host' })
      await addKey(cast.person, {
        name: 'A key with a name that is so long that it cannot be shown whole on any screen of this world'.repeat(2),
      })
      await enter(page, cast.person)
      await expect(page.getByText('Not available').first()).toBeVisible()
    },
  },
  {
    name: 'dashboard-toast',
    async show(page, cast) {
      await openDemo(page, cast)
      await page.locator('button.code').first().click()
      await expect(page.getByText('code copied to clipboard!')).toBeVisible()
      await page.getByRole('region', { name: 'Messages' }).getByRole('button').focus()
    },
  },
  {
    name: 'share-dialog',
    async show(page, cast) {
      await openDemo(page, cast)
      await page
        .getByRole('button', { name: /^Share / })
        .first()
        .click()
      await page.getByRole('dialog').getByLabel('Access ends').selectOption('On a date')
    },
  },
  {
    name: 'people-with-access',
    async show(page, cast) {
      await openDemo(page, cast)
      await page
        .getByRole('button', { name: /^Shared with/ })
        .first()
        .click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'who-used-it',
    async show(page, cast) {
      await openDemo(page, cast)
      await page
        .getByRole('button', { name: /^Shared with/ })
        .first()
        .click()
      await button(page, 'Who used it').click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    },
  },
  { name: 'add-key-dialog', show: openAddDialog },
  {
    name: 'add-key-dialog-advanced',
    async show(page, cast) {
      await openAddDialog(page, cast)
      await page.getByText('Advanced').click()
      await page.getByLabel('Period in seconds').fill('0')
      await page.getByLabel('Name', { exact: true }).fill('x')
      await page.getByLabel('Name', { exact: true }).press('Enter')
      await page.getByLabel('Name', { exact: true }).fill('')
      await expect(page.getByText('Please enter a whole number')).toBeVisible()
    },
  },
  {
    name: 'provisioning-dialog',
    async show(page, cast) {
      await openAddDialog(page, cast)
      await page.getByLabel('Name', { exact: true }).fill('Code host')
      await page.getByLabel('Name', { exact: true }).press('Enter')
      await expect(page.getByRole('img', { name: 'QR code for Code host' })).toBeVisible()
      await page.getByRole('region', { name: 'Messages' }).getByRole('button').click()
    },
  },
  {
    name: 'delete-key-dialog',
    async show(page, cast) {
      await openDemo(page, cast)
      await button(page, 'Delete Code host').click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'account-menu',
    async show(page, { admin }) {
      await enter(page, admin)
      await button(page, /^Account menu/).click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'navigation-menu',
    async show(page, { admin }) {
      await page.setViewportSize({ width: 320, height: 640 })
      await enter(page, admin)
      await button(page, 'Navigation').click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  { name: 'profile', show: (page, { person }) => openProfile(page, person) },
  {
    name: 'profile-demo',
    async show(page, cast) {
      await openDemo(page, cast)
      await page.goto(`${cast.demo.url}/profile`)
      await expect(page.getByText('Signed in with').first()).toBeVisible()
    },
  },
  {
    name: 'profile-activity-empty',
    async show(page, { person }) {
      await enter(page, person, '/profile?show=others')
      await heading(page, 'Nothing of this kind has happened')
    },
  },
  {
    name: 'profile-loading',
    async show(page, { person }) {
      await page.route('**/api/profile', () => {})
      await enter(page, person, '/profile')
      await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
    },
  },
  {
    name: 'profile-failed',
    allowed: /status of 500/,
    async show(page, { person }) {
      await page.route('**/api/profile', (route) =>
        route.fulfill({ status: 500, json: { code: 'server.failed', message: 'Something went wrong.' } }),
      )
      await enter(page, person, '/profile')
      await heading(page, 'Failed to load profile')
    },
  },
  {
    name: 'profile-statistics-failed',
    allowed: /status of 500/,
    async show(page, { person }) {
      const failure = { status: 500, json: { code: 'server.failed', message: 'Something went wrong.' } }
      await page.route(/\/api\/profile\/(stats|activity)/, (route) => route.fulfill(failure))
      await enter(page, person, '/profile')
      await heading(page, 'Failed to load statistics')
      await heading(page, 'Your activity could not be loaded')
    },
  },
  { name: 'profile-settings', show: (page, { person }) => openProfile(page, person, 'settings') },
  {
    name: 'profile-settings-errors',
    async show(page, { person }) {
      await openProfile(page, person, 'settings')
      await page.getByLabel('Email', { exact: true }).fill('other@example.org')
      await page.getByLabel('Current password', { exact: true }).fill('Not-the-password')
      await button(page, 'Update Profile').click()
      await expect(page.getByText('Failed to update profile')).toBeVisible()
    },
  },
  {
    name: 'profile-settings-pending',
    async show(page, { person }) {
      // The answer of an installation that can send mail.
      await page.route('**/api/profile', async (route) => {
        const response = await route.fetch()
        const { user } = (await response.json()) as { user: object }
        await route.fulfill({ response, json: { user: { ...user, pending_email: 'a-much-longer-address-than-before@example.org' } } })
      })
      await openProfile(page, person, 'settings')
      await expect(page.getByText('Waiting for')).toBeVisible()
    },
  },
  {
    name: 'profile-leave-question',
    async show(page, { person }) {
      await openProfile(page, person, 'settings')
      await page.getByLabel('Name', { exact: true }).fill('Half a na')
      await page.getByRole('tab', { name: 'Overview' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'profile-danger',
    async show(page, cast) {
      await openDemo(page, cast)
      await page.goto(`${cast.demo.url}/profile?tab=danger`)
      await expect(page.getByText('You are the last active administrator')).toBeVisible()
    },
  },
  {
    name: 'delete-account-dialog',
    async show(page, { person }) {
      await openProfile(page, person, 'danger')
      await expect(page.getByText('You have no keys of your own.')).toBeVisible()
      await button(page, 'Delete Account').click()
      await page.getByLabel('Password', { exact: true }).fill('Not-the-password')
      await page.getByLabel('Type DELETE to confirm', { exact: true }).fill('DELETE')
      await page.keyboard.press('Enter')
      await expect(page.getByText('The password is not right.')).toBeVisible()
    },
  },
  {
    name: 'profile-security',
    async show(page, { person }) {
      await enrolTotp(person)
      await openSecurity(page, person)
      await expect(page.getByRole('list', { name: 'Sessions' })).toBeVisible()
    },
  },
  {
    name: 'pin-dialog',
    allowed: /status of (403|422)/,
    async show(page, { person }) {
      await openSecurity(page, person)
      await button(page, 'Set up authenticator app').click()
      await enterPin(page, '0000')
      await expect(page.getByText('Tries left: 4.')).toBeVisible()
    },
  },
  {
    name: 'totp-dialog',
    allowed: /status of 403/,
    async show(page, { person }) {
      await openSecurity(page, person)
      await button(page, 'Set up authenticator app').click()
      await enterPin(page, person.pin)
      await expect(page.getByRole('img', { name: 'QR code for your sign-in' })).toBeVisible()
    },
  },
  {
    name: 'recovery-codes',
    allowed: /status of 403/,
    async show(page, { person }) {
      await enrolTotp(person)
      await openSecurity(page, person)
      await button(page, 'Make new codes').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
      await enterPin(page, person.pin)
      await heading(page, 'Your recovery codes')
    },
  },
  {
    name: 'vault-locked',
    async show(page, { person }) {
      await openSecurity(page, person)
      await button(page, 'Lock now').click()
      await expect(page.getByLabel('PIN', { exact: true })).toBeFocused()
    },
  },
  {
    name: 'admin-dashboard',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/dashboard')
      await heading(page, 'Total Users')
    },
  },
  {
    name: 'admin-navigation',
    async show(page, { admin }) {
      await page.setViewportSize({ width: 320, height: 640 })
      await enter(page, admin, '/admin/dashboard')
      await button(page, 'Navigation').click()
      await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible()
    },
  },
  {
    name: 'admin-notifications',
    async show(page, { admin, person }) {
      await enter(page, admin, '/admin/notifications')
      await expect(page.getByText(person.email)).toBeVisible()
    },
  },
  {
    name: 'admin-notifications-menu',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/dashboard')
      await button(page, /^Notifications/).click()
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'Notifications' })).toBeVisible()
    },
  },
  {
    name: 'command-palette',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/dashboard')
      await button(page, /^Search/).click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
    },
  },
  {
    name: 'admin-users',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/users')
      await page.getByRole('checkbox').nth(1).check()
      await expect(page.getByText('1 selected')).toBeVisible()
    },
  },
  {
    name: 'admin-user',
    async show(page, { admin, person }) {
      await enter(page, admin, `/admin/users?search=${person.email}`)
      await page.getByRole('table').getByRole('link', { name: person.name }).click()
      await heading(page, person.name)
    },
  },
  {
    name: 'admin-user-actions',
    async show(page, { admin, person }) {
      await enter(page, admin, `/admin/users?search=${person.email}`)
      await page.getByRole('table').getByRole('link', { name: person.name }).click()
      await page.getByRole('tab', { name: 'Admin Actions' }).click()
      await expect(button(page, 'Reset Password')).toBeVisible()
    },
  },
  {
    name: 'admin-audit',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/audit')
      await heading(page, 'Acts')
      await expect(page.getByText('Loading...')).toBeHidden()
    },
  },
  {
    name: 'outage',
    allowed: /status of 503/,
    async show(page, { person }) {
      await page.route('**/api/auth/user', (route) => route.fulfill(unavailable))
      await enter(page, person)
      await heading(page, 'The vault cannot be reached')
    },
  },
  {
    name: 'not-found',
    async show(page, { admin }) {
      await page.goto(`${admin.app.url}/nowhere`)
      await heading(page, 'Page not found')
    },
  },
]
