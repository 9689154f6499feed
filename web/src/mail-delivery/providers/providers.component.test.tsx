import { getEmailStatistics, listMappingsInUse, listRecentMail } from '@twofold/contract/mail-log/dashboard'
import { changeProvider, createProvider, getProvider, listProviders, testProvider } from '@twofold/contract/mail-delivery/providers'
import { listTemplates } from '@twofold/contract/mail-design/templates'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { button, expectComplaint, field, leave, textsOf } from '../../testing/fields.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { refusal, serve, unreachable } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

const create = '/admin/email/providers/create'
const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()

const smtp = {
  provider: 'smtp' as const,
  id: idOf(1),
  name: 'Main',
  is_active: true,
  configuration: { host: 'mail.example.org', port: 587, username: 'vault', encryption: 'tls' as const },
}

beforeEach(() => {
  signInAsAdministrator()
  serve(listProviders, { has_sender: true, address: 'https://vault.example.org' })
})

async function fillSmtp() {
  await field('Name').fill('Third')
  await field('Priority').fill('7')
  await field('Host').fill('127.0.0.1')
  await field('Port').fill('2525')
  await field('Username').fill('twofold')
  await field('Password').fill('mailbox')
  await field('From address').fill('third@example.org')
}

test('problems are shown at the field that was left, and neither button can be pressed', async () => {
  await open(create)
  await field('Name').click()
  await field('Priority').fill('0')
  await field('Daily Limit').fill('0')
  await field('Hourly Limit').click()
  await says('This is required')
  await expect.element(page.getByText('A whole number, 1 or more')).toHaveLength(2)
  for (const name of ['Test Configuration', 'Save']) await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true')
})

test('each type has its fields, and another type clears what was typed', async () => {
  await open(create)
  await field('Username').fill('somebody')
  await page.getByRole('radio', { name: 'Amazon SES' }).click({ force: true })
  await expect.element(field('Access Key ID')).toBeVisible()
  expect(textsOf(field('Region').getByRole('option'))).toEqual(['us-east-1', 'us-west-2', 'eu-west-1', 'ap-southeast-1', 'ap-northeast-1'])
  await says('https://vault.example.org/api/webhooks/ses')
  await page.getByRole('radio', { name: 'Zoho Mail' }).click({ force: true })
  await expect.element(field('API Key')).toBeVisible()
  await says('https://vault.example.org/api/webhooks/zeptomail')
  await button('Copy address').click()
  await expect.poll(() => navigator.clipboard.readText()).toBe('https://vault.example.org/api/webhooks/zeptomail')
  await page.getByRole('radio', { name: 'SMTP' }).click({ force: true })
  await expect.element(field('Username')).toHaveValue('')
})

test('a card says what is left of the limits, what went wrong last, and until when the provider is paused', async () => {
  serve(listProviders, {
    providers: [
      {
        ...smtp,
        daily_limit: 10,
        emails_sent_today: 8,
        hourly_limit: 2,
        emails_sent_this_hour: 5,
        last_error: '421 Try again later',
        last_error_at: '2026-11-20T09:59:00.000Z',
        breaker: { state: 'open', open_until: '2026-11-20T10:04:00.000Z' },
      },
    ],
  })
  await open('/admin/email/providers')
  const card = page.getByRole('article')
  const today = card.getByRole('progressbar', { name: 'Today' })
  await expect.element(card).toMatchTextContent('8 of 10, 2 left')
  await expect.element(today).toHaveAttribute('aria-valuenow', '8')
  const widthOf = (element: Element | null | undefined) => element?.getBoundingClientRect().width ?? 0
  await expect.poll(() => widthOf(today.element().querySelector('i')) / widthOf(today.element())).toBeCloseTo(0.8, 1)
  // Never more than the bar is long.
  await expect.element(card.getByRole('progressbar', { name: 'This hour' })).toHaveAttribute('aria-valuenow', '2')
  const error = await card.getByText('421 Try again later').findElement()
  // Its time is no part of what the server said.
  expect((await card.getByRole('time').findElement()).getBoundingClientRect().top).toBeGreaterThanOrEqual(
    error.getBoundingClientRect().bottom,
  )
  await expect.element(card).toMatchTextContent('Paused until 10:04 AM')
})

test('a card notes that the rest of a limit is kept for urgent e-mail', async () => {
  const { id, ...other } = smtp
  serve(listProviders, {
    providers: [
      { id, ...other, daily_limit: 10, emails_sent_today: 9 },
      { id: idOf(2), ...other, name: 'Second', daily_limit: 10, emails_sent_today: 8, hourly_limit: 10, emails_sent_this_hour: 10 },
    ],
  })
  await open('/admin/email/providers')
  await expect.element(page.getByRole('article', { name: 'Main' })).toMatchTextContent('The rest is kept for account and security e-mails.')
  await expect.element(page.getByRole('article', { name: 'Second' })).not.toMatchTextContent('The rest is kept')
})

test('an installation without a sender says that From address is needed, and that a provider saved without one sends nothing', async () => {
  serve(listProviders, { has_sender: false })
  serve(createProvider, { provider: { ...smtp, has_sender: false } })
  await open(create)
  await expect.element(field('From address')).toHaveAccessibleDescription(/^Needed, unless Username is an e-mail address/)
  await page.getByRole('radio', { name: 'Amazon SES' }).click({ force: true })
  await expect.element(field('From address')).toHaveAccessibleDescription(/^Needed: the installation has no sender/)
  await page.getByRole('radio', { name: 'SMTP' }).click({ force: true })
  await fillSmtp()
  await field('From address').fill('')
  await button('Save').click()
  await says('Email provider created successfully!')
  await says(/^No e-mail can be sent through it yet.* Fill in From address/)
})

test('an installation with a sender uses it where From address is empty', async () => {
  serve(createProvider, { provider: { ...smtp, has_sender: true } })
  await open(create)
  await expect.element(field('From address')).toHaveAccessibleDescription('Empty: the sender of the installation.')
  await fillSmtp()
  await button('Save').click()
  await says('Email provider created successfully!')
  await expect.element(page.getByText('No e-mail can be sent through it yet')).not.toBeInTheDocument()
})

test('a failed test marks the settings to change, and says why until one of them is changed', async () => {
  serve(testProvider, {
    success: false,
    message: 'ECONNREFUSED. Check Host and Port.',
    fields: ['configuration.host', 'configuration.port'],
  })
  await open(create)
  await fillSmtp()
  await button('Test Configuration').click()
  const verdict = page.getByRole('main').getByText('ECONNREFUSED')
  await expect.element(verdict).toBeVisible()
  await says('Check Host and Port.')
  await expect.element(field('Port')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Password')).not.toHaveAttribute('aria-invalid', 'true')
  await field('Port').fill('10')
  await expect.element(verdict).not.toBeInTheDocument()
  await expect.element(field('Host')).not.toHaveAttribute('aria-invalid', 'true')
})

test('Configuration test failed, Failed to create provider: nothing that was typed is lost', async () => {
  serve(testProvider, unreachable)
  serve(createProvider, unreachable)
  await open(create)
  await fillSmtp()
  await button('Test Configuration').click()
  await says('Configuration test failed')
  await button('Save').click()
  await says('Failed to create provider')
  await expect.element(field('Name')).toHaveValue('Third')
})

test('a secret that the server asks for again, as when the host changes, is asked for at its field', async () => {
  serve(createProvider, refusal('request.invalid', {}, { errors: { 'configuration.password': ['Please enter the password'] } }))
  await open(create)
  await fillSmtp()
  await button('Save').click()
  await expect.element(field('Password')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Password')).toHaveAccessibleDescription(/Please enter the password/)
  await expect.element(field('Host')).not.toHaveAttribute('aria-invalid', 'true')
})

test('a stored provider whose host changes is asked for its password again, at its field', async () => {
  const refused = { 'configuration.password': ['Please enter the password'] }
  serve(getProvider, { provider: { ...smtp, has_secret: true, priority: 1 } })
  serve(changeProvider, refusal('request.invalid', {}, { errors: refused }))
  await open(`/admin/email/providers/${smtp.id}`)
  await field('Host').fill('mail.example.net')
  await button('Save').click()
  await expect.element(field('Password')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Password')).toHaveAccessibleDescription(/Please enter the password/)
  await expect.element(field('Password')).toHaveFocus()
  await expect.element(field('Host')).toHaveValue('mail.example.net')
  await expect.element(button('Save')).not.toHaveAttribute('aria-disabled', 'true')
})

test.each([
  ['SMTP', ['Host', 'Username', 'Password']],
  ['Amazon SES', ['Access Key ID', 'Secret Access Key']],
  ['Zoho Mail', ['API Key', 'From address']],
])('%s needs its fields, which say so once they were left, and is saved when they are filled', async (kind, names) => {
  await open(create)
  await field('Name').fill('Main')
  await page.getByRole('radio', { name: kind }).click({ force: true })
  for (const name of names) await leave(field(name))
  for (const name of names) await expectComplaint(name, 'This is required')
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(names.length)
  await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'true')
  for (const name of names) await field(name).fill('vault@example.org')
  await expect.element(button('Save')).not.toHaveAttribute('aria-disabled', 'true')
})

test('a secret that is stored is kept when it stays empty, and limits are sent as numbers', async () => {
  serve(getProvider, { provider: { ...smtp, has_secret: true, priority: 1, hourly_limit: null } })
  const changed = serve(changeProvider, {})
  await open(`/admin/email/providers/${smtp.id}`)
  await field('Daily Limit').fill('50')
  await button('Save').click()
  await says('Email provider updated successfully!')
  expect(changed).toMatchObject([{ body: { daily_limit: 50, hourly_limit: null, configuration: { port: 587, password: '' } } }])
})

test('leaving asks while something is not saved, and no longer once it is as it was', async () => {
  serve(getProvider, { provider: { ...smtp, has_secret: true, priority: 1 } })
  serve(listProviders, {})
  for (const read of [getEmailStatistics, listRecentMail, listMappingsInUse, listTemplates]) serve(read, refusal('server.unavailable'))
  await open(`/admin/email/providers/${smtp.id}`)
  const cancel = page.getByRole('main').getByRole('link', { name: 'Cancel' })
  await field('Host').fill('mail.example.net')
  await cancel.click()
  await expect.element(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
  await button('Keep editing').click()
  await expect.element(field('Host')).toHaveValue('mail.example.net')
  await field('Host').fill('mail.example.org')
  await cancel.click()
  await expectAddress(/^\/admin\/email$/)
})

test('Failed to fetch provider details: back to the list of providers', async () => {
  serve(listProviders, {})
  serve(getProvider, refusal('request.not_found'))
  // The target screen has nothing to show, so that only the message is checked.
  for (const read of [getEmailStatistics, listRecentMail, listMappingsInUse, listTemplates]) serve(read, refusal('server.unavailable'))
  await open(`/admin/email/providers/${idOf(9)}`)
  await says('Failed to fetch provider details')
  await expectAddress(/^\/admin\/email/)
})
