import { expect, type Page } from '@playwright/test'
import { createTheme } from '@twofold/contract/mail-design/theme-calls'
import { callAs } from '../email-page.ts'
import { enter } from '../people.ts'
import { button, type Cast, failed, heading, type Screen } from './screen.ts'

const frameIsLoaded = (page: Page) =>
  expect(page.frameLocator('iframe').first().getByText('A sign-in from a new device').first()).toBeVisible()

async function openThemes(page: Page, { admin }: Cast, search = '') {
  await enter(page, admin, `/admin/email/themes${search}`)
  await expect(page.getByRole('article').first()).toBeVisible()
}

export const emailThemeScreens: Screen[] = [
  { name: 'email-themes', show: (page, cast) => openThemes(page, cast, '?type=system') },
  {
    name: 'email-themes-empty',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/themes?search=no+such+theme')
      await heading(page, 'No themes found')
    },
  },
  {
    name: 'email-theme-preview',
    async show(page, cast) {
      await openThemes(page, cast, '?type=system')
      await button(page, 'Preview Newsletter').click()
      await frameIsLoaded(page)
    },
  },
  {
    name: 'email-theme-create',
    async show(page, cast) {
      await openThemes(page, cast)
      await button(page, 'Create Theme').click()
      await frameIsLoaded(page)
    },
  },
  {
    name: 'email-theme-narrow-preview',
    async show(page, cast) {
      await openThemes(page, cast)
      await button(page, 'Create Theme').click()
      await frameIsLoaded(page)
      await page.setViewportSize({ width: 320, height: 640 })
      await button(page, 'Show preview').click()
      await expect(page.getByRole('region', { name: 'Live preview' })).toBeVisible()
    },
  },
  {
    name: 'email-theme-problems',
    async show(page, cast) {
      await openThemes(page, cast)
      await button(page, 'Create Theme').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Text', { exact: true }).fill('#cccccc')
      await dialog.getByRole('textbox', { name: 'Custom CSS' }).fill('p { position: fixed }')
      await expect(dialog.getByRole('list', { name: 'Problems of the custom CSS' })).toBeVisible()
      await dialog.getByRole('button', { name: 'Create Theme' }).click()
      await expect(page.getByText('Validation errors:')).toBeVisible()
    },
  },
  {
    name: 'email-theme-of-the-system',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/themes?edit=card')
      await expect(page.getByText('System theme', { exact: true })).toBeVisible()
      await frameIsLoaded(page)
    },
  },
  {
    name: 'email-settings',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/settings')
      await page.getByRole('radio', { name: 'Card' }).check()
      await frameIsLoaded(page)
    },
  },
  {
    name: 'email-themes-failed',
    allowed: /status of 500/,
    async show(page, { admin }) {
      await page.route(/\/api\/admin\/email\/themes(\?|$)/, (route) => route.fulfill(failed))
      await enter(page, admin, '/admin/email/themes')
      await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
    },
  },
  {
    name: 'email-theme-delete',
    async show(page, cast) {
      const { theme } = await callAs(cast.admin, createTheme, { body: { name: `Ours ${crypto.randomUUID().slice(0, 8)}` } })
      await openThemes(page, cast, `?search=${encodeURIComponent(theme.name)}`)
      await button(page, `Delete ${theme.name}`).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'email-settings-failed',
    allowed: /status of 500/,
    async show(page, { admin }) {
      await page.route('**/api/admin/email/settings', (route) => route.fulfill(failed))
      await enter(page, admin, '/admin/email/settings')
      await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
    },
  },
  {
    name: 'email-settings-errors',
    allowed: /status of 422/,
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/settings')
      await page.getByLabel('Sender address').fill('not an address')
      await button(page, 'Save Settings').click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  {
    name: 'email-settings-apply',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/settings')
      await page.getByRole('radio', { name: 'Card' }).check()
      await page.getByLabel('Override existing themes').check()
      await button(page, 'Apply Default Theme to All Templates').click()
      await expect(page.getByRole('alertdialog').getByRole('list')).toBeVisible()
    },
  },
  {
    name: 'email-settings-applied',
    async show(page, { admin }) {
      // Not for real, since all screens show the same templates.
      await page.route('**/api/admin/email/settings/apply-theme', (route) => route.fulfill({ json: applied }))
      await enter(page, admin, '/admin/email/settings')
      await page.getByRole('radio', { name: 'Card' }).check()
      await button(page, 'Apply Default Theme to All Templates').click()
      await button(page, 'Apply theme').click()
      await expect(page.getByRole('list', { name: 'Templates that failed' })).toBeVisible()
    },
  },
]

const applied = {
  success: false,
  message: 'Applied theme to 12 templates, but 2 failed',
  applied: 12,
  failed: 2,
  failures: [
    { template: 'Key shared', reason: 'The HTML is not closed properly at line 4.' },
    { template: 'A notice with a long name that somebody wrote last year', reason: 'Somebody else has changed this template meanwhile.' },
  ],
  undo_id: '0190a000-0000-7000-8000-000000000009',
}
