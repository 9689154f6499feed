import { expect, type Page } from '@playwright/test'
import { enter } from '../people.ts'
import { button, type Cast, failed, heading, type Screen, unavailable } from './screen.ts'

async function openProviders(page: Page, { admin }: Cast, shown: readonly object[] = providers) {
  await page.route('**/api/admin/email/config', (route) => route.fulfill({ json: { success: true, providers: shown } }))
  await enter(page, admin, '/admin/email/providers')
  await expect(page.getByRole('article')).toHaveCount(shown.length)
}

export const emailProviderScreens: Screen[] = [
  {
    name: 'email-dashboard',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email')
      await expect(page.getByRole('button', { name: 'Open the whole e-mail' })).toBeVisible()
    },
  },
  {
    name: 'email-dashboard-failed',
    allowed: /status of 503/,
    async show(page, { admin }) {
      await page.route('**/api/admin/email/**', (route) => route.fulfill(unavailable))
      await enter(page, admin, '/admin/email')
      await heading(page, 'The figures could not be loaded')
    },
  },
  {
    name: 'email-dashboard-test',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email')
      await page.getByRole('list', { name: 'Event-Template Mappings' }).getByRole('button').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'email-providers',
    show: (page, cast) => openProviders(page, cast),
  },
  {
    name: 'email-providers-failed',
    allowed: /status of 500/,
    async show(page, { admin }) {
      await page.route('**/api/admin/email/config', (route) => route.fulfill(failed))
      await enter(page, admin, '/admin/email/providers')
      await heading(page, 'The providers could not be loaded')
    },
  },
  {
    name: 'email-provider-menu',
    async show(page, cast) {
      await openProviders(page, cast)
      await button(page, 'Actions for Own server').click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'email-provider-delete',
    async show(page, cast) {
      const use = {
        mails_waiting: 14,
        mails_under_way: 1,
        mappings: ['user.login', 'key.shared'],
        templates: ['Key shared'],
        is_default: true,
        is_last_working: true,
      }
      await page.route('**/api/admin/email/config/*/use', (route) => route.fulfill({ json: { success: true, use } }))
      await openProviders(page, cast)
      await button(page, 'Actions for Own server').click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'email-provider-deactivate',
    async show(page, cast) {
      await openProviders(page, cast, providers.slice(1))
      await button(page, 'Actions for Own server').click()
      await page.getByRole('menuitem', { name: 'Deactivate' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'email-provider-edit',
    async show(page, { admin }) {
      await page.route('**/api/admin/email/config/*', (route) => route.fulfill({ json: { success: true, provider: providers[1] } }))
      await enter(page, admin, `/admin/email/providers/${providers[1]?.id}`)
      await heading(page, 'Edit Email Provider')
      await expect(page.getByLabel('Host', { exact: true })).toHaveValue(smtp.host)
    },
  },
  {
    name: 'email-provider-test-failed',
    async show(page, { admin }) {
      await page.route('**/api/admin/email/config/test', (route) =>
        route.fulfill({ json: { success: false, message: 'mail.example.org refuses connections (ECONNREFUSED).' } }),
      )
      await enter(page, admin, '/admin/email/providers/create')
      const typed = { Name: 'Own server', Host: smtp.host, Username: 'vault', Password: 'Harbour', 'From address': 'vault@example.org' }
      for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
      await button(page, 'Test Configuration').click()
      await expect(page.getByText('ECONNREFUSED').first()).toBeVisible()
    },
  },
  {
    name: 'email-providers-empty',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/providers')
      await heading(page, 'No e-mail providers')
    },
  },
  {
    name: 'email-provider-create',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/providers/create')
      await page.getByLabel('Name', { exact: true }).focus()
      await page.getByLabel('Priority', { exact: true }).fill('0')
      await page.getByLabel('Host', { exact: true }).focus()
      await expect(page.getByText('This is required')).toBeVisible()
    },
  },
  {
    name: 'email-provider-create-ses',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/providers/create')
      await page.getByRole('radio', { name: 'Amazon SES' }).check()
      await expect(button(page, 'Copy address')).toBeVisible()
    },
  },
  {
    name: 'email-provider-create-zeptomail',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/providers/create')
      await page.getByRole('radio', { name: 'Zoho Mail' }).check()
      await expect(button(page, 'Copy address')).toBeVisible()
    },
  },
]

/** As the server describes them: one that works, one that is paused, one that is full and off. */
const shared = {
  has_secret: true,
  has_sender: true,
  hourly_limit: null,
  emails_sent_this_hour: 12,
  breaker: { state: 'closed', open_until: null },
  last_error: null,
  last_error_at: null,
  created_at: '2026-11-01T10:00:00.000Z',
  updated_at: '2026-11-01T10:00:00.000Z',
}
const smtp = { host: 'mail.example.org', port: 587, username: 'vault', encryption: 'tls', from_email: '', from_name: '' }
const providers = [
  {
    ...shared,
    id: '0190a000-0000-7000-8000-000000000001',
    name: 'Frankfurt',
    provider: 'ses',
    configuration: { key: 'AKIAEXAMPLE', region: 'eu-west-1' },
    priority: 1,
    daily_limit: 50_000,
    emails_sent_today: 1234,
    is_active: true,
    is_default: true,
  },
  {
    ...shared,
    id: '0190a000-0000-7000-8000-000000000002',
    name: 'Own server',
    provider: 'smtp',
    configuration: smtp,
    priority: 2,
    daily_limit: null,
    emails_sent_today: 17,
    is_active: true,
    is_default: false,
    breaker: { state: 'open', open_until: '2026-11-20T10:04:00.000Z' },
    last_error: 'mail.example.org refuses connections (ECONNREFUSED).',
    last_error_at: '2026-11-20T10:03:00.000Z',
  },
  {
    ...shared,
    id: '0190a000-0000-7000-8000-000000000003',
    name: 'A provider with a name that does not fit into one line of a narrow card',
    provider: 'smtp',
    configuration: smtp,
    priority: 3,
    daily_limit: 500,
    hourly_limit: 50,
    emails_sent_today: 500,
    emails_sent_this_hour: 44,
    is_active: false,
    is_default: false,
  },
]
