import { getEmailSettings } from '@twofold/contract/mail-design/settings'
import { listTemplates, listTemplateThemes } from '@twofold/contract/mail-design/templates'
import { listThemePresets, listThemes, previewDesign } from '@twofold/contract/mail-design/theme-calls'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { open } from '../../testing/open.tsx'
import { failAndRetry } from '../../testing/retry.ts'
import { serve } from '../../testing/server.ts'

beforeEach(() => {
  signInAsAdministrator()
  serve(listTemplateThemes, {})
  for (const endpoint of [listThemes, listThemePresets, previewDesign, listTemplates]) serve(endpoint, {})
})

test('an empty list of themes offers to make the first one', async () => {
  await open('/admin/email/themes?search=no+such+theme')
  await page.getByRole('button', { name: 'Create Your First Theme' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Create New Theme' })).toBeVisible()
})

test('settings that were not saved are not lost without a question', async () => {
  serve(getEmailSettings, { settings: { default_category: 'notification' } })
  await open('/admin/email/settings')
  const override = page.getByLabelText('Override existing themes')
  await override.click({ force: true })
  await page
    .getByRole('link', { name: 'Email Templates' })
    .or(page.getByRole('link', { name: 'Templates', exact: true }))
    .first()
    .click()
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(override).toBeChecked()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(override).not.toBeChecked()
})

test('settings that fail to load say so, and Retry loads them', async () => {
  await failAndRetry(getEmailSettings, '/admin/email/settings', 'Error Loading Settings', () =>
    serve(getEmailSettings, { settings: { default_category: 'notification' } }),
  )
  await expect.element(page.getByLabelText('Override existing themes')).toBeVisible()
})
