import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { MailingApplication } from './mailbox.ts'
import { enter } from './people.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const says = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** Of its width, from 0 to 1. */
async function shareFilled(bar: Locator) {
  const [fill, whole] = await Promise.all([bar.locator('i').boundingBox(), bar.boundingBox()])
  return (fill?.width ?? 0) / (whole?.width ?? 1)
}

async function fillSmtp(page: Page, { mailbox }: MailingApplication, name: string) {
  await field(page, 'Name').fill(name)
  await field(page, 'Priority').fill('7')
  await field(page, 'Daily Limit').fill('250')
  await field(page, 'Host').fill('127.0.0.1')
  await field(page, 'Port').fill(String(mailbox.port))
  await field(page, 'Username').fill('twofold')
  await field(page, 'Password').fill('mailbox')
  await page.getByLabel('Encryption').selectOption('none')
  await field(page, 'From Email').fill('second@example.org')
}

test('a provider is tried for real, created, edited with its secret kept, and switched off', async ({ page, mailing }) => {
  const { admin, mailbox } = mailing
  await enter(page, admin, '/admin/email/providers/create')
  await fillSmtp(page, mailing, 'Second')
  await button(page, 'Test Configuration').click()
  await says(page, 'Configuration test passed! Provider is working correctly.')
  await mailbox.mail(admin.email, /test/i)
  await expectAccessible(page)
  await button(page, 'Save').click()
  await says(page, 'Email provider created successfully!')
  await expect(page).toHaveURL(`${admin.app.url}/admin/email`)

  await page.goto(`${admin.app.url}/admin/email/providers`)
  await expect(card(page, 'Second')).toContainText('of 250, 250 left')
  await expectAccessible(page)
  await card(page, 'Second').getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { name: 'Edit Email Provider' })).toBeVisible()
  await expect(field(page, 'Type')).not.toBeEditable()
  await expect(field(page, 'Password')).toHaveValue('')
  await field(page, 'Name').fill('Second, renamed')
  await field(page, 'Daily Limit').fill('')
  await button(page, 'Test Configuration').click()
  await says(page, 'Configuration test passed! Provider is working correctly.')
  await button(page, 'Save').click()
  await says(page, 'Email provider updated successfully!')
  await expect(page).toHaveURL(`${admin.app.url}/admin/email`)

  await page.goto(`${admin.app.url}/admin/email/providers`)
  await expect(card(page, 'Second, renamed')).toContainText('no limit')
  await button(page, 'Actions for Second, renamed').click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await expect(card(page, 'Second, renamed')).toContainText('Inactive')
  await button(page, 'Actions for Mailbox').click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const question = page.getByRole('alertdialog', { name: 'Deactivate the last active provider?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page, 'Mailbox')).toContainText('Active')
})

test('a failed test marks the settings to change; deleting a provider says what depends on it', async ({ page, mailing }) => {
  const { admin } = mailing
  await enter(page, admin, '/admin/email/providers/create')
  await fillSmtp(page, mailing, 'Third')
  await field(page, 'Port').fill('9')
  await button(page, 'Test Configuration').click()
  await says(page, 'Check Host and Port.')
  await expect(field(page, 'Port')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Password')).not.toHaveAttribute('aria-invalid', 'true')
  await field(page, 'Port').fill(String(mailing.mailbox.port))
  await expect(field(page, 'Host')).not.toHaveAttribute('aria-invalid', 'true')
  await button(page, 'Save').click()
  await expect(page).toHaveURL(`${admin.app.url}/admin/email`)

  await page.goto(`${admin.app.url}/admin/email/providers`)
  await button(page, 'Actions for Third').click()
  await page.getByRole('menuitem', { name: 'Make default' }).click()
  await expect(card(page, 'Third')).toContainText('Default')
  await button(page, 'Actions for Third').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Third?' })
  await expect(question).toContainText('It is the default.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await says(page, 'Email provider deleted')
  await expect(card(page, 'Third')).toHaveCount(0)
})

test('a secret is asked for again when the host changes', async ({ page, mailing, guard }) => {
  guard.allow(/status of 422/)
  const { admin } = mailing
  await enter(page, admin, '/admin/email/providers')
  await card(page, 'Mailbox').getByRole('link', { name: 'Edit' }).click()
  await field(page, 'Host').fill('mail.example.org')
  await button(page, 'Save').click()
  await expect(field(page, 'Password')).toHaveAttribute('aria-invalid', 'true')
})

test('what is not right is said at the field that was left, and neither button can be pressed', async ({ page, admin }) => {
  await enter(page, admin, '/admin/email/providers/create')
  await field(page, 'Name').focus()
  await field(page, 'Priority').fill('0')
  await field(page, 'Daily Limit').fill('0')
  await field(page, 'Hourly Limit').focus()
  await says(page, 'This is required')
  await expect(page.getByText('A whole number, 1 or more')).toHaveCount(2)
  for (const name of ['Test Configuration', 'Save']) await expect(button(page, name)).toHaveAttribute('aria-disabled', 'true')
})

test('each type has its fields, and another type clears what was typed', async ({ page, admin }) => {
  await enter(page, admin, '/admin/email/providers/create')
  await field(page, 'Username').fill('somebody')
  await page.getByRole('radio', { name: 'Amazon SES' }).check()
  await expect(field(page, 'Access Key ID')).toBeVisible()
  await expect(field(page, 'Region').locator('option')).toHaveText([
    'us-east-1',
    'us-west-2',
    'eu-west-1',
    'ap-southeast-1',
    'ap-northeast-1',
  ])
  await expect(page.getByText(`${admin.app.url}/api/webhooks/ses`)).toBeVisible()
  await page.getByRole('radio', { name: 'Zoho Mail' }).check()
  await expect(field(page, 'API Key')).toBeVisible()
  await expect(page.getByText(`${admin.app.url}/api/webhooks/zeptomail`)).toBeVisible()
  await button(page, 'Copy address').click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${admin.app.url}/api/webhooks/zeptomail`)
  await page.getByRole('radio', { name: 'SMTP' }).check()
  await expect(field(page, 'Username')).toHaveValue('')
})

test('a card says what is left of the limits, what went wrong last, and until when the provider is paused', async ({ page, mailing }) => {
  await page.route('**/api/admin/email/config', async (route) => {
    const answer = await route.fetch()
    const { providers, ...others } = (await answer.json()) as { providers: Record<string, unknown>[] }
    const trouble = {
      daily_limit: 10,
      emails_sent_today: 8,
      hourly_limit: 2,
      emails_sent_this_hour: 5,
      last_error: '421 Try again later',
      last_error_at: '2026-11-20T09:59:00.000Z',
      breaker: { state: 'open', open_until: '2026-11-20T10:04:00.000Z' },
    }
    await route.fulfill({ response: answer, json: { ...others, providers: providers.map((one) => ({ ...one, ...trouble })) } })
  })
  await enter(page, mailing.admin, '/admin/email/providers')
  const first = page.getByRole('article').first()
  await expect(first).toContainText('8 of 10, 2 left')
  await expect(first.getByRole('progressbar', { name: 'Today' })).toHaveAttribute('aria-valuenow', '8')
  await expect.poll(() => shareFilled(first.getByRole('progressbar', { name: 'Today' }))).toBeCloseTo(0.8, 1)
  // Never more than the bar is long.
  await expect(first.getByRole('progressbar', { name: 'This hour' })).toHaveAttribute('aria-valuenow', '2')
  await expect(first).toContainText('421 Try again later')
  await expect(first).toContainText('Paused until 10:04 AM')
})

test('a configuration that does not work says why', async ({ page, mailing }) => {
  await enter(page, mailing.admin, '/admin/email/providers/create')
  await fillSmtp(page, mailing, 'Nowhere')
  await field(page, 'Port').fill('9')
  await button(page, 'Test Configuration').click()
  await says(page, 'ECONNREFUSED')
  const verdict = page.getByRole('main').getByText('ECONNREFUSED')
  await expect(verdict).toBeVisible()
  await field(page, 'Port').fill('10')
  await expect(verdict).toBeHidden()
})

test.describe('when the server cannot', () => {
  test('Configuration test failed, Failed to create provider: nothing that was typed is lost', async ({ page, mailing, guard }) => {
    guard.allow(/Failed to load resource/)
    await enter(page, mailing.admin, '/admin/email/providers/create')
    await fillSmtp(page, mailing, 'Third')
    await page.route('**/api/admin/email/config**', (route) => route.abort())
    await button(page, 'Test Configuration').click()
    await says(page, 'Configuration test failed')
    await button(page, 'Save').click()
    await says(page, 'Failed to create provider')
    await expect(field(page, 'Name')).toHaveValue('Third')
  })

  test('Failed to fetch provider details: back to the e-mail dashboard', async ({ page, admin, guard }) => {
    guard.allow(/status of 404/)
    await enter(page, admin, `/admin/email/providers/${crypto.randomUUID()}`)
    await says(page, 'Failed to fetch provider details')
    await expect(page).toHaveURL(`${admin.app.url}/admin/email`)
  })

  test('the list says so, and Retry loads it', async ({ page, admin, guard }) => {
    guard.allow(/status of 500/)
    const broken = { status: 500, json: { code: 'server.failed', message: 'Something went wrong.' } }
    await page.route('**/api/admin/email/config', (route) => route.fulfill(broken))
    await enter(page, admin, '/admin/email/providers')
    await says(page, 'The providers could not be loaded')
    await page.unroute('**/api/admin/email/config')
    await button(page, 'Retry').click()
    await says(page, 'No email providers')
  })
})
