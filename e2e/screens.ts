import { expect, type Page } from '@playwright/test'
import type { Application } from './application.ts'
import { addKey, enter, type Person } from './people.ts'

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

async function openDemo(page: Page, { demo }: Cast) {
  await page.goto(`${demo.url}/login`)
  await page.getByLabel('Email', { exact: true }).fill('ann@example.org')
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-battery')
  await button(page, 'Sign in').click()
  await page.waitForURL(/admin/)
  await page.goto(`${demo.url}/dashboard`)
  await expect(page.locator('.code-digits').first()).toHaveText(/\d{3}/)
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
  {
    name: 'profile',
    async show(page, { person }) {
      await enter(page, person, '/profile')
      await heading(page, person.name)
    },
  },
  {
    name: 'admin-dashboard',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/dashboard')
      await heading(page, 'Signed in')
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
