import { expect, type Page } from '@playwright/test'
import { addKey, enter } from '../people.ts'
import { button, type Cast, failed, heading, openDemo, type Screen, unavailable } from './screen.ts'

async function openAddDialog(page: Page, { person }: Cast) {
  await enter(page, person)
  await button(page, 'Add 2FA Key').click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** The Access sheet of the first key that is shared. */
const openAccess = (page: Page) =>
  page
    .getByRole('button', { name: /^Shared with \d/ })
    .first()
    .click()

export const vaultScreens: Screen[] = [
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
      await page.route('**/api/keys', (route) => route.fulfill(failed))
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
      await page.getByRole('dialog').getByLabel('Access ends').click()
      await page.getByRole('menuitemradio', { name: 'On a date' }).click()
    },
  },
  {
    name: 'people-with-access',
    async show(page, cast) {
      await openDemo(page, cast)
      await openAccess(page)
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'access-adding',
    async show(page, cast) {
      await openDemo(page, cast)
      await openAccess(page)
      await page.getByLabel('User Email').fill('dana@partner.example')
      await page.keyboard.press(',')
      await page.getByLabel('User Email').fill('b')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'who-used-it',
    async show(page, cast) {
      await openDemo(page, cast)
      await openAccess(page)
      await page.getByRole('tab', { name: 'History' }).click()
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
]
