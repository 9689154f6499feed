import { expect, type Page } from '@playwright/test'
import { enter } from '../people.ts'
import { button, type Cast, type Screen } from './screen.ts'

export const welcomeScreens: Screen[] = [
  { name: 'welcome', show: (page, cast) => showWelcome(page, cast) },
  {
    name: 'welcome-https',
    async show(page, cast) {
      await showWelcome(page, cast, ['vault'])
      await button(page, 'Set up HTTPS').click()
      await page.getByRole('textbox', { name: 'Domain' }).fill('codes.example.org')
      await expect(page.getByText('--from codes.example.org')).toBeVisible()
    },
  },
  {
    name: 'welcome-mail',
    async show(page, cast) {
      await page.route('**/api/admin/email/config/test', (route) =>
        route.fulfill({
          json: {
            success: false,
            message: 'Check Host and Port. mail.example.org refuses connections (ECONNREFUSED).',
            fields: ['configuration.host', 'configuration.port'],
          },
        }),
      )
      await showWelcome(page, cast)
      await button(page, 'Connect e-mail').click()
      const typed = { Host: 'mail.example.org', Username: 'vault', Password: 'Harbour', 'From address': 'vault@example.org' }
      for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
      await button(page, 'Test and connect').click()
      await expect(page.getByText('ECONNREFUSED')).toBeVisible()
    },
  },
  {
    name: 'welcome-backup',
    async show(page, cast) {
      await showWelcome(page, cast)
      await button(page, 'Make a backup').click()
      const dialog = page.getByRole('dialog', { name: 'Back up' })
      const verified = dialog.getByText('Verified')
      const make = dialog.getByRole('button', { name: 'Make backup' })
      await expect(verified.or(make)).toBeVisible()
      if (await make.isVisible()) await make.click()
      await expect(verified).toBeVisible({ timeout: 30_000 })
      await dialog.getByText('I have stored the secret outside of this machine').click()
    },
  },
]

/** The home of an installation that is new, some of its seven steps done. */
async function showWelcome(page: Page, { admin }: Cast, names = ['vault', 'https', 'passkey']) {
  const since = new Date(Date.now() - 600_000).toISOString()
  const done = new Set(names)
  await page.route('**/api/admin/first-steps', (route) =>
    route.fulfill({
      json: {
        steps: ['vault', 'https', 'passkey', 'key', 'invite', 'mail', 'backup'].map((name) => ({
          name,
          done: done.has(name),
          since: done.has(name) && name !== 'https' ? since : null,
        })),
      },
    }),
  )
  await enter(page, admin, '/welcome')
  await expect(page.getByText(`${names.length} of 7 done`)).toBeVisible()
}
