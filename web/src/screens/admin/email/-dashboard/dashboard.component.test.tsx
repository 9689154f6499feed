import { getEmailStatistics, listMappingsInUse, listRecentMail } from '@twofold/contract/mail-log/dashboard'
import { testEvent } from '@twofold/contract/mail-delivery/mapping-trials'
import { listProviders } from '@twofold/contract/mail-delivery/providers'
import { previewTemplate } from '@twofold/contract/mail-design/template-previews'
import { listTemplates } from '@twofold/contract/mail-design/templates'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../testing/axe.ts'
import { signInAsAdministrator } from '../../../../testing/back-office.ts'
import { holdTime, passTime } from '../../../../testing/clock.ts'
import { button, pressIn } from '../../../../testing/fields.ts'
import { open } from '../../../../testing/open.tsx'
import { refusal, serve } from '../../../../testing/server.ts'
import { idOf } from '../../../../testing/vault.ts'

const panel = 'Event-Template Mappings'
const says = (text: string) => expect.element(page.getByText(text).first()).toBeVisible()
const checked = { last_health_check: '2026-01-01T00:00:00.000Z' }
const provider = {
  id: idOf(1),
  provider: 'smtp' as const,
  name: 'Mailbox',
  is_active: true,
  is_default: true,
  has_sender: true,
  configuration: { host: 'mail.example.org', port: 587, username: 'mail', encryption: 'tls' as const },
}
const mappings = ['pin.changed', 'key.shared', 'user.login', 'pin.reset', 'key.deleted', 'key.created'].map((event_name, index) => ({
  id: idOf(10 + index),
  event_name,
  template: { slug: 'a-notice', name: 'A notice', provider: null },
  is_active: true,
}))

beforeEach(() => {
  signInAsAdministrator()
  serve(getEmailStatistics, { statistics: { ...checked, active_providers: 1, total_providers: 1 } })
  serve(listRecentMail, { logs: [{ id: idOf(5), subject: 'Your PIN was changed', recipient_email: 'bo@example.org', status: 'sent' }] })
  serve(listMappingsInUse, { mappings })
  serve(listProviders, { providers: [provider] })
  const template = { id: idOf(2), slug: 'a-notice', name: 'A notice', is_active: true }
  serve(listTemplates, { templates: [template], data: [template] })
  serve(previewTemplate, {
    preview: { subject: 'A notice', text_content: `Dear Bo,\n${'words '.repeat(200)}` },
    preview_url: 'about:blank',
  })
})

test('figures, newest e-mails, mappings, providers and health are there, with the ways to the other screens', async () => {
  await open('/admin/email')
  await expect.element(page.getByRole('heading', { name: 'Email System Dashboard' })).toBeVisible()
  for (const name of ['Recent Email Activity', panel, 'Template Preview', 'Email Providers', 'System Health']) {
    await expect.element(page.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  await expect.element(page.getByRole('list', { name: 'Recent Email Activity' })).toMatchTextContent(/bo@example\.org/)
  await expect.poll(() => page.getByRole('list', { name: panel }).getByRole('listitem').elements().length).toBe(5)
  await expect.element(page.getByRole('list', { name: 'Email Providers' })).toMatchTextContent(/Mailbox/)
  await says('Queue Pending')
  const links = page.getByRole('navigation', { name: 'Quick links' })
  for (const name of ['Providers', 'Logs', 'Settings']) await expect.element(links.getByRole('link', { name })).toBeVisible()
  await expectAccessible()
})

test('success is shown once an e-mail has an outcome', async () => {
  serve(getEmailStatistics, { statistics: { ...checked, total_emails_sent: 0, success_rate: 100 } })
  await open('/admin/email')
  const success = page.getByRole('region', { name: 'Success Rate' })
  await expect.element(success).toMatchTextContent(/–$/)
  serve(getEmailStatistics, { statistics: { ...checked, total_emails_sent: 1, success_rate: 100 } })
  await button('Refresh').click()
  await expect.element(success).toMatchTextContent(/100%$/)
})

test('Failed to send test email: said in the dialog with the reason', async () => {
  const tried = serve(testEvent, refusal('server.unavailable'))
  await open('/admin/email')
  await page.getByRole('list', { name: panel }).getByRole('button').first().click()
  const dialog = page.getByRole('dialog', { name: 'Test Event Mapping' })
  await expect.element(dialog.getByRole('button', { name: 'Send Test' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabelText('Email').fill('trial@example.org')
  await pressIn(dialog.getByLabelText('Email'), '{Enter}')
  await expect.element(dialog.getByText('Failed to send test email: The database cannot be reached right now.')).toBeVisible()
  expect(tried.map(({ params, body }) => [params.id, body.test_email])).toEqual([[idOf(10), 'trial@example.org']])
})

test('the page is reloaded by a button, and by itself every 30 seconds once that is switched on', async () => {
  const passed = holdTime()
  const reads = serve(listRecentMail, {})
  await open('/admin/email')
  await expect.element(button('Refresh')).toBeVisible()
  await passTime(1000)
  await expect.poll(() => reads.length).toBeGreaterThan(0)
  const first = reads.length
  await passTime(61_000)
  expect(reads.length).toBe(first)
  await button('Refresh').click()
  await expect.poll(() => reads.length).toBe(first + 1)
  const switchedAt = passed()
  await page.getByRole('switch', { name: 'Auto-refresh' }).click({ force: true })
  await passTime(29_000 - (passed() - switchedAt))
  expect(reads.length).toBe(first + 1)
  await passTime(2000)
  await expect.poll(() => reads.length).toBe(first + 2)
})

test('while a test e-mail is on its way it is not read again', async () => {
  holdTime()
  const reads = serve(listRecentMail, {})
  const held = Promise.withResolvers<never>()
  serve(testEvent, () => held.promise)
  await open('/admin/email')
  await page.getByRole('switch', { name: 'Auto-refresh' }).click({ force: true })
  await page.getByRole('list', { name: panel }).getByRole('button').first().click()
  const dialog = page.getByRole('dialog', { name: 'Test Event Mapping' })
  await dialog.getByLabelText('Email').fill('trial@example.org')
  await dialog.getByRole('button', { name: 'Send Test' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Sending...' })).toBeVisible()
  const before = reads.length
  await passTime(61_000)
  expect(reads.length).toBe(before)
})

test('an e-mail is previewed with sample values, its first 300 characters, and whole in a tab that runs nothing', async () => {
  await open('/admin/email')
  const preview = page.getByRole('region', { name: 'Template Preview' })
  await expect.element(preview.getByRole('button', { name: 'Open the whole e-mail' })).toBeEnabled()
  await expect.element(preview.getByText(/^Dear Bo,/)).toBeVisible()
  const shown = (await preview.getByText(/^Dear Bo,/).findElement()).textContent
  expect(shown).toHaveLength(301)
  expect(shown).toMatch(/…$/)
})

test('without a provider a banner says that e-mail waits', async () => {
  serve(getEmailStatistics, { statistics: { ...checked, active_providers: 0 } })
  serve(listProviders, { success: true })
  await open('/admin/email')
  await says('E-mails are waiting: no provider works')
})

test('however long a subject is, it takes two lines of the newest e-mails', async () => {
  const subject = 'word '.repeat(100).trim()
  serve(listRecentMail, { logs: [{ id: idOf(5), subject, recipient_email: 'bo@example.org', status: 'sent' }] })
  await open('/admin/email')
  const shown = page.getByText(subject)
  await expect.element(shown).toBeVisible()
  const line = Number.parseFloat(getComputedStyle(await shown.findElement()).lineHeight)
  expect((await shown.findElement()).getBoundingClientRect().height).toBeLessThan(2.5 * line)
})

test('an active provider that failed too often says until when it is left alone', async () => {
  serve(listProviders, { providers: [{ ...provider, breaker: { state: 'open', open_until: '2026-11-20T10:04:00.000Z' } }] })
  await open('/admin/email')
  await expect.element(page.getByRole('list', { name: 'Email Providers' })).toMatchTextContent('Paused until 10:04 AM')
})
