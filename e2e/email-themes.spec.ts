import { createTemplate } from '@twofold/contract/mail-design/template-changes'
import { inDatabase } from './database.ts'
import { callAs, preview, startTrap } from './email-page.ts'
import { expect, test } from './fixtures.ts'
import { hostileHtml } from './hostile-mail.ts'
import { enter } from './people.ts'

const unique = () => `T${Date.now().toString(36)}`

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
