import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createTemplate } from '@twofold/contract/email/template-changes'
import { getTemplate } from '@twofold/contract/email/templates'
import { createTheme } from '@twofold/contract/email/theme-calls'
import { expectAccessible } from './axe.ts'
import { inDatabase } from './database.ts'
import { callAs, giveTheme, preview, startTrap } from './email-page.ts'
import { expect, test } from './fixtures.ts'
import { hostileHtml } from './hostile-mail.ts'
import { enter } from './people.ts'

const failing = { status: 500, json: { code: 'server.failed', message: 'Something went wrong.' } }
const unique = () => `T${Date.now().toString(36)}`
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

test('themes are found by name, type and layout, sorted, and all of it stands in the address', async ({ page, admin }) => {
  const name = unique()
  await callAs(admin, createTheme, { body: { name: `${name} One`, layout_type: 'magazine', is_public: true } })
  await callAs(admin, createTheme, { body: { name: `${name} Two`, description: 'For the second test', use_gradients: false } })
  await enter(page, admin, '/admin/email/themes')
  await page.getByLabel('Search themes').fill(name)
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByRole('article')).toHaveCount(2)
  const one = card(page, `${name} One`)
  await expect(one).toContainText('No description')
  await expect(one).toContainText('Magazine')
  await expect(one).toContainText('Public')
  await expect(one).toContainText(`by ${admin.name}`)
  await expect(one.locator('.theme-banner')).toHaveAttribute('style', /linear-gradient/)
  await expect(card(page, `${name} Two`)).toContainText('For the second test')
  await expect(card(page, `${name} Two`).locator('.theme-banner')).not.toHaveAttribute('style', /gradient/)
  await expect(one.locator('.theme-dots > span')).toHaveCount(3)

  await page.getByLabel('Type').selectOption('Public')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByLabel('Layout').selectOption('Newsletter')
  await expect(page.getByRole('heading', { name: 'No themes found' })).toBeVisible()
  await page.getByLabel('Type').selectOption('All types')
  await page.getByLabel('Layout').selectOption('All layouts')
  await page.getByLabel('Sort by').selectOption('Name')
  await expect(page).toHaveURL(/sort=name/)
  await page.reload()
  await expect(page.getByRole('article')).toHaveText([/One/, /Two/])
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL(`${admin.app.url}/admin/email/themes?sort=name`)
})

test('more than one page has numbers, two to each side of the current one', async ({ page, admin }) => {
  const name = unique()
  await Promise.all(Array.from({ length: 13 }, (_, number) => callAs(admin, createTheme, { body: { name: `${name} ${number}` } })))
  await enter(page, admin, `/admin/email/themes?search=${name}`)
  await expect(page.getByRole('article')).toHaveCount(12)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByRole('button', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page')
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByLabel('Search themes').fill(`${name} 12`)
  await expect(page).not.toHaveURL(/page=/)
  await expect(pages).toBeHidden()
})

test('themes of the system are neither edited nor deleted; their copy is', async ({ page, admin }) => {
  await enter(page, admin, '/admin/email/themes?type=system')
  const system = card(page, 'Minimal')
  await expect(system).toContainText('System')
  await expect(system.getByRole('button')).toHaveCount(2)
  await system.getByRole('button', { name: 'Preview Minimal' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'View settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Minimal' })
  await expect(dialog.getByText('It cannot be changed or deleted.')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeDisabled()
  await expect(dialog.getByLabel('Font size')).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Update Theme' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByText('Theme duplicated successfully')).toBeVisible()
  const copy = page.getByRole('dialog', { name: 'Edit Theme' })
  await expect(copy.getByLabel('Name')).toHaveValue('Minimal (Copy)')
  await expect(copy.getByLabel('Name')).toBeEnabled()
})

test('a theme is deleted after a question that counts its templates', async ({ page, admin }) => {
  const { theme } = await callAs(admin, createTheme, { body: { name: unique() } })
  await giveTheme(admin, 'pin-changed', theme.slug)
  await enter(page, admin, `/admin/email/themes?search=${theme.name}`)
  await card(page, theme.name)
    .getByRole('button', { name: `Delete ${theme.name}` })
    .click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText(`Are you sure you want to delete "${theme.name}"?`)).toBeVisible()
  await expect(question.getByText('1 template has it, and has none then')).toBeVisible()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Theme deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No themes found' })).toBeVisible()
  expect((await callAs(admin, getTemplate, { params: { id: 'pin-changed' } })).template.theme_slug).toBe(null)
  await giveTheme(admin, 'pin-changed', 'standard')
})

test('Initialize System Themes brings them back as they were made', async ({ page, admin }) => {
  await inDatabase(admin.app, `update email_themes set name = 'Spoilt' where slug = 'card'`)
  await enter(page, admin, '/admin/email/themes?type=system')
  await expect(card(page, 'Spoilt')).toBeVisible()
  await page.getByRole('button', { name: 'Initialize System Themes' }).click()
  await expect(page.getByText('System themes initialized successfully')).toBeVisible()
  await expect(card(page, 'Card')).toBeVisible()
})

test('the preview shows what a theme is made of, zooms in steps of a quarter, and is had as a file and in a tab', async ({
  page,
  admin,
}) => {
  await enter(page, admin, '/admin/email/themes?type=system')
  await page.getByRole('button', { name: 'Preview Newsletter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Newsletter' })
  await expect(page).toHaveURL(/preview=newsletter/)
  for (const fact of ['Layout', 'Font', 'Container width', 'Created']) await expect(dialog.getByText(fact, { exact: true })).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Colour palette' }).getByRole('listitem')).toHaveText([
    /Primary#/,
    /Secondary#/,
    /Accent#/,
    /Background#/,
    /Text#/,
  ])
  await expect(preview(page).getByText('A sign-in from a new device').first()).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', '')

  const [out, into] = [dialog.getByRole('button', { name: 'Zoom out' }), dialog.getByRole('button', { name: 'Zoom in' })]
  await into.click()
  await expect(dialog.getByText('125%')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCSS('height', '480px')
  for (let step = 0; step < 3; step += 1) await into.click()
  await expect(dialog.getByText('200%')).toBeVisible()
  await expect(into).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('button', { name: 'Reset zoom' }).click()
  await expect(dialog.getByText('100%')).toBeVisible()
  for (let step = 0; step < 2; step += 1) await out.click()
  await expect(dialog.getByText('50%')).toBeVisible()
  await expect(out).toHaveAttribute('aria-disabled', 'true')
  await expect(page.locator('iframe')).toHaveCSS('height', '1200px')

  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download HTML' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('newsletter-preview.html')
  expect(await readFile(await file.path(), 'utf8')).toContain('A sign-in from a new device')

  const opening = page.context().waitForEvent('page')
  await dialog.getByRole('button', { name: 'Open in New Tab' }).last().click()
  const tab = await opening
  await expect(tab.getByText('A sign-in from a new device').first()).toBeVisible()
  await tab.close()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page).not.toHaveURL(/preview=/)
})

test('each failure of the themes says what failed', async ({ page, admin, guard }) => {
  guard.allow(/status of 500|status of 404/)
  const { theme } = await callAs(admin, createTheme, { body: { name: unique() } })
  let broken = ''
  await page.route('**/api/admin/email/themes**', (route) => {
    const { pathname } = new URL(route.request().url())
    const isBroken = broken !== '' && `${route.request().method()} ${pathname}`.endsWith(broken)
    return isBroken ? route.fulfill({ ...failing, json: { ...failing.json, message: '' } }) : route.continue()
  })
  broken = 'GET /api/admin/email/themes'
  await enter(page, admin, `/admin/email/themes?search=${theme.name}`)
  await expect(page.getByRole('heading', { name: 'Failed to fetch themes' })).toBeVisible()
  broken = ''
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(card(page, theme.name)).toBeVisible()

  const acts = [
    ['POST /api/admin/email/themes/initialize-system', 'Initialize System Themes', 'Failed to initialize system themes'],
    [`POST /api/admin/email/themes/${theme.slug}/duplicate`, `Duplicate ${theme.name}`, 'Failed to duplicate theme'],
  ] as const
  for (const [path, name, message] of acts) {
    broken = path
    await page.getByRole('button', { name }).click()
    await expect(page.getByText(message)).toBeVisible()
  }
  broken = `DELETE /api/admin/email/themes/${theme.slug}`
  await page.getByRole('button', { name: `Delete ${theme.name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete theme')).toBeVisible()

  broken = `POST /api/admin/email/themes/${theme.slug}/preview`
  await page.getByRole('button', { name: `Preview ${theme.name}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Failed to preview theme' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Open in New Tab' })).toHaveAttribute('aria-disabled', 'true')
  await expect(dialog.getByRole('button', { name: 'Download HTML' })).toHaveAttribute('aria-disabled', 'true')
  broken = ''
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(preview(page).getByText('A sign-in from a new device').first()).toBeVisible()

  await page.goto(`${admin.app.url}/admin/email/themes?edit=no-such-theme`)
  await expect(page.getByText('There is no such theme.')).toBeVisible()
})

test('hostile HTML in a template that a theme shows runs nothing, loads nothing and reaches nothing, also in a tab of its own', async ({
  page,
  admin,
  guard,
}) => {
  guard.allow(/Content Security Policy|Refused to|Unsafe attempt|Blocked|sandboxed/)
  const trap = await startTrap()
  const attacks = hostileHtml(trap.origin).join('\n')
  const { template } = await callAs(admin, createTemplate, {
    body: { name: unique(), category: 'test', subject: 'Harmless', html_content: `<p>First words</p>${attacks}`, theme_slug: null },
  })
  await enter(page, admin, '/admin/email/settings')
  await page.getByRole('radio', { name: 'Card' }).check()
  await page.getByLabel('Template to preview').selectOption(template.name)
  await expect(preview(page).getByText('First words', { exact: true })).toBeVisible()

  await inDatabase(admin.app, 'update email_previews set html = $1', [`<html><body><p>Not cleaned</p>${attacks}`])
  await page.getByRole('button', { name: 'Show in dark mode' }).click()
  await expect(preview(page).getByText('Not cleaned')).toBeVisible()
  const address = await page.locator('iframe').first().getAttribute('src')
  const tab = await page.context().newPage()
  const answer = await tab.goto(admin.app.url + (address ?? ''))
  expect(answer?.headers()['content-security-policy']).toMatch(/^sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:/)
  await expect(tab.getByText('Not cleaned')).toBeVisible()
  expect(tab.url()).toBe(admin.app.url + (address ?? ''))
  await tab.close()
  await expect(page).toHaveTitle('Email Settings · Twofold')
  expect(trap.asked).toEqual([])
  trap.stop()
})
