import { createHash } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { inDatabase } from '../database.ts'
import { enter, type Person } from '../people.ts'
import { enrolTotp } from '../security-page.ts'
import { button, type Cast, heading, type Screen } from './screen.ts'

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

/** Nothing e-mails a link here: the answer is what it would be. */
async function openLink(page: Page, { admin }: Cast, path: string, answer: object) {
  await page.route('**/api/auth/links/check', (route) => route.fulfill({ json: answer }))
  await page.goto(`${admin.app.url}${path}#token=${'x'.repeat(43)}`)
  await expect(page.locator('.gate-head + *')).toBeVisible()
  await expect(page.getByText('Checking the link...')).toBeHidden()
}

export const accountScreens: Screen[] = [
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
    name: 'setup-locked',
    async show(page, { admin }) {
      await page.route('**/api/installation', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), setup_required: true } })
      })
      await page.goto(`${admin.app.url}/`)
      await page.getByLabel('Set-up link').fill('https://vault.example.org/setup#token=nonsense')
      await button(page, 'Continue').click()
      await expect(page.getByText('This link was used, has expired or is incomplete.')).toBeVisible()
    },
  },
  {
    name: 'setup-without-token',
    async show(page, { admin }) {
      await page.goto(`${admin.app.url}/setup`)
      await heading(page, 'This link is incomplete')
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
    name: 'new-pin',
    show: (page, cast) => openLink(page, cast, '/new-pin', { state: 'good', purpose: 'new_pin', email: 'ann@example.org' }),
  },
  {
    name: 'new-pin-expired',
    show: (page, cast) => openLink(page, cast, '/new-pin', { state: 'expired', purpose: 'new_pin', email: null }),
  },
  {
    name: 'invite',
    async show(page, cast) {
      await page.route('**/api/auth/invite/read', (route) =>
        route.fulfill({
          json: {
            invited_by: 'Ann Example',
            keys: [{ name: 'AWS root' }, { name: 'Cloudflare' }, { name: 'Discord' }, { name: 'GitHub' }],
            expires_at: '2026-11-29T12:00:00.000Z',
          },
        }),
      )
      await openLink(page, cast, '/invite', { state: 'good', purpose: 'invite', email: 'bo@example.org' })
      await expect(page.getByText('4 keys are waiting for bo@example.org')).toBeVisible()
    },
  },
  {
    name: 'invite-signed-in',
    async show(page, { admin, person }) {
      await enter(page, person)
      await heading(page, 'Your codes')
      await page.goto(`${admin.app.url}/invite#token=${'x'.repeat(43)}`)
      await expect(page.getByRole('button', { name: 'Sign out and accept' })).toBeVisible()
    },
  },
  { name: 'invite-expired', show: (page, cast) => openLink(page, cast, '/invite', { state: 'expired', purpose: 'invite', email: null }) },
  {
    name: 'second-step',
    async show(page, { person }) {
      await enrolTotp(person)
      await openStep(page, person)
      await page.getByLabel('Code from your authenticator app').fill('000000')
      await page.getByLabel('Code from your authenticator app').press('Enter')
      await expect(page.getByText('Attempts left: 4.')).toBeVisible()
    },
  },
  {
    name: 'second-step-ended',
    untouched: ['It took too long, or was ended elsewhere. Please sign in again.'],
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
]
