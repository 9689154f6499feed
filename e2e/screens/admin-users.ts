import { expect, type Page } from '@playwright/test'
import { makeLeaver } from '../leavers.ts'
import { addKey, enter, type Person } from '../people.ts'
import { button, type Cast, failed, heading, type Screen } from './screen.ts'

async function openUser(page: Page, admin: Person, { email, name }: Pick<Person, 'email' | 'name'>, tab?: string) {
  await enter(page, admin, `/admin/users?search=${email}`)
  await page.getByRole('table').getByRole('link', { name }).click()
  await heading(page, name)
  if (tab) await page.getByRole('tab', { name: tab }).click()
}

/** A user who owns keys that others have, opened at one of the acts. */
async function openActs(page: Page, { admin, person }: Cast, act: string) {
  const { leaver } = await makeLeaver(admin, person)
  await openUser(page, admin, leaver)
  await button(page, act).click()
}

async function openAdding(page: Page, { admin }: Cast, way: string) {
  await enter(page, admin, '/admin/users')
  await button(page, 'Add User').click()
  await page.getByLabel('How').selectOption(way)
}

export const adminUserScreens: Screen[] = [
  {
    name: 'admin-users-none',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/users?search=nobody-at-all')
      await heading(page, 'No users found')
    },
  },
  {
    name: 'admin-users-failed',
    allowed: /status of 500/,
    async show(page, { admin }) {
      await page.route('**/api/admin/users?*', (route) => route.fulfill(failed))
      await enter(page, admin, '/admin/users')
      await heading(page, 'The users could not be loaded')
    },
  },
  {
    name: 'admin-user-add',
    async show(page, cast) {
      await openAdding(page, cast, 'password')
      await page.getByLabel('Email', { exact: true }).fill('not an address')
      await button(page, 'Create user').click()
      await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    },
  },
  {
    name: 'admin-user-link',
    async show(page, cast) {
      await openAdding(page, cast, 'link')
      await page.getByLabel('Email', { exact: true }).fill(`${Date.now()}@example.org`)
      await button(page, 'Make link').click()
      await expect(page.getByLabel('Link', { exact: true })).toHaveValue(/invite/)
    },
  },
  {
    name: 'admin-user-edit',
    async show(page, cast) {
      await openActs(page, cast, 'Edit')
      await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible()
    },
  },
  {
    name: 'admin-user-reset-password',
    async show(page, cast) {
      await openActs(page, cast, 'Reset Password')
      await button(page, 'Continue').click()
      await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
    },
  },
  {
    name: 'admin-user-reset-link',
    async show(page, cast) {
      await openActs(page, cast, 'Reset Link')
      await expect(button(page, 'Send by e-mail')).toBeVisible()
    },
  },
  {
    name: 'admin-user-keys',
    async show(page, cast) {
      await openActs(page, cast, 'View 2FA Keys')
      await expect(page.getByRole('dialog').getByText('Door of the old office')).toBeVisible()
    },
  },
  {
    name: 'admin-user-delete',
    async show(page, cast) {
      await openActs(page, cast, 'Delete User')
      await expect(page.getByRole('alertdialog').getByText('open session')).toBeVisible()
    },
  },
  {
    name: 'admin-user-deactivate',
    async show(page, { admin, person }) {
      const { leaver } = await makeLeaver(admin, person)
      await openUser(page, admin, leaver)
      await button(page, 'Deactivate User').click()
      await expect(page.getByRole('alertdialog').getByText('open session')).toBeVisible()
    },
  },
  {
    name: 'admin-user-activity',
    async show(page, { admin, person }) {
      await addKey(person, { name: 'Code host' })
      await openUser(page, admin, person, 'Activity Timeline')
      await expect(page.getByRole('list', { name: 'Activity Timeline' })).toContainText('Key Code host added')
    },
  },
  {
    name: 'admin-user-shares',
    async show(page, { admin, person }) {
      const { leaver } = await makeLeaver(admin, person)
      await openUser(page, admin, leaver, 'Shares')
      await expect(page.getByText('Cloud console')).toBeVisible()
    },
  },
  {
    name: 'admin-user-audit',
    async show(page, { admin, person }) {
      await openUser(page, admin, person, 'Audit')
      await expect(page.getByText('User looked at').first()).toBeVisible()
    },
  },
  {
    name: 'admin-users-results',
    async show(page, cast) {
      const { leaver } = await makeLeaver(cast.admin, cast.person)
      await enter(page, cast.admin, `/admin/users?search=${leaver.email}`)
      await page.getByLabel(`Select ${leaver.name}`).check()
      await button(page, 'Revoke sessions').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke sessions' }).click()
      await heading(page, 'Results')
    },
  },
]
