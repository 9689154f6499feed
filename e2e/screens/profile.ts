import { expect } from '@playwright/test'
import { approveDevice, startDeviceSignIn } from '@twofold/contract/devices'
import { deviceGrant, issueToken } from '@twofold/contract/oauth'
import { verifyPin } from '@twofold/contract/pin'
import { createToken } from '@twofold/contract/tokens'
import { call } from '../api.ts'
import { enter } from '../people.ts'
import { openProfile } from '../profile-page.ts'
import { enrolTotp, enterPin, openSecurity } from '../security-page.ts'
import { button, failed, heading, openDemo, type Screen } from './screen.ts'

export const profileScreens: Screen[] = [
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
      await page.route('**/api/profile', (route) => route.fulfill(failed))
      await enter(page, person, '/profile')
      await heading(page, 'Failed to load profile')
    },
  },
  {
    name: 'profile-statistics-failed',
    allowed: /status of 500/,
    async show(page, { person }) {
      await page.route(/\/api\/profile\/(stats|activity)/, (route) => route.fulfill(failed))
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
      // The answer of an installation that can send e-mail.
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
      await expect(page.getByText('The password is wrong.')).toBeVisible()
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
    name: 'profile-tokens',
    async show(page, { person }) {
      const { app, token } = person
      const by = { authorization: `Bearer ${token}` }
      await call(app, verifyPin, { body: { pin: person.pin } }, by)
      const script = { name: 'Deploy script', scopes: ['keys:read', 'codes:read'] as const }
      await call(app, createToken, { body: { ...script, scopes: [...script.scopes], expires_in_days: 90 } }, by)
      const office = { name: 'Backup of the office', expires_in_days: 7, networks: ['192.0.2.0/24'] }
      await call(app, createToken, { body: { ...office, scopes: ['keys:read'] } }, by)
      await openProfile(page, person, 'tokens')
      await expect(page.getByRole('list', { name: 'Access tokens' })).toBeVisible()
    },
  },
  {
    name: 'device',
    async show(page, { person }) {
      await enter(page, person, '/device')
      await page.getByLabel('Code', { exact: true }).fill('BCDF-GHJK')
      await button(page, 'Continue').click()
      await expect(page.getByText('This code is wrong')).toBeVisible()
    },
    allowed: /status of 422/,
  },
  {
    name: 'device-question',
    async show(page, { person }) {
      const { user_code } = await call(person.app, startDeviceSignIn, { body: { client_id: 'twofold 0.1.0', device_name: 'build-host-7' } })
      await page.route('**/api/profile/devices/find', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...((await response.json()) as object), is_same_network: false, address: '203.0.113.9' } })
      })
      await enter(page, person, '/device')
      await page.getByLabel('Code', { exact: true }).fill(user_code)
      await button(page, 'Continue').click()
      await heading(page, 'Did you just start this yourself?')
    },
  },
  {
    name: 'profile-devices',
    async show(page, { person }) {
      const { app, token } = person
      const by = { authorization: `Bearer ${token}` }
      const begun = await call(app, startDeviceSignIn, { body: { client_id: 'twofold 0.1.0', device_name: 'build-host-7' } })
      await call(app, verifyPin, { body: { pin: person.pin } }, by)
      await call(app, approveDevice, { body: { user_code: begun.user_code } }, by)
      await call(app, issueToken, { body: { grant_type: deviceGrant, device_code: begun.device_code } })
      await openSecurity(page, person)
      await expect(page.getByRole('list', { name: 'Signed-in programs' })).toBeVisible()
    },
  },
  {
    name: 'create-token-dialog',
    async show(page, { person }) {
      await openProfile(page, person, 'tokens')
      await button(page, 'Create token').click()
      await expect(page.getByRole('dialog').getByLabel('Networks')).toBeVisible()
    },
  },
  {
    name: 'pin-dialog',
    allowed: /status of (403|422)/,
    async show(page, { person }) {
      await openSecurity(page, person)
      await button(page, 'Set up authenticator app').click()
      await enterPin(page, '0000')
      await expect(page.getByText('Attempts left: 4.')).toBeVisible()
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
]
