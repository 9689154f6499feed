import { expect, type Page } from '@playwright/test'
import { enter } from '../people.ts'
import { button, type Cast, heading, type Screen } from './screen.ts'

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
      await expect(page.getByText('A theme of the system')).toBeVisible()
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
]
