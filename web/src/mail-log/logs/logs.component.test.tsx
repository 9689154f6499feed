import { getEmailStatistics } from '@twofold/contract/mail-log/dashboard'
import { exportMailLogs, getMailLog, listMailLogs, type MailLogDetails, resendMail, resolveMail } from '@twofold/contract/mail-log/logs'
import { mailStatusLabels } from '@twofold/contract/mail-design/mail-terms'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import type { Said } from '../../testing/example.ts'
import { holdTime, passTime, releaseTime } from '../../testing/clock.ts'
import { button, textsOf } from '../../testing/fields.ts'
import { takeFiles } from '../../testing/files.ts'
import { pressEscape } from '../../testing/keyboard.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { pageOf } from '../../testing/paging.ts'
import { refusal, serve } from '../../testing/server.ts'
import { pageWith, serveTemplate } from '../../testing/templates.ts'
import { idOf } from '../../testing/vault.ts'

const path = '/admin/email/logs'
const address = 'bo@example.org'
const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()
const rows = () => page.getByRole('table', { name: 'Email logs' }).getByRole('row').filter({ hasText: address })
const dialog = () => page.getByRole('dialog')

const mail = (number: number, change: Said<MailLogDetails> = {}): Said<MailLogDetails> => {
  const status = change.status ?? 'sent'
  return {
    id: idOf(number),
    recipient_email: address,
    subject: `Mail ${number}`,
    status,
    status_label: mailStatusLabels[status],
    template: { slug: 'a-notice', name: 'A notice' },
    category: 'security',
    provider: 'smtp',
    provider_name: 'Mailbox',
    attempts: 1,
    sent_at: '2026-01-01T00:00:00.000Z',
    html_content: '<p>Hello</p>',
    text_content: 'Hello',
    preview_url: pageWith('<p>Hello</p>'),
    ...change,
  }
}

/** The listed fields of an e-mail. */
const listed = ({
  html_content: _html,
  text_content: _text,
  preview_url: _url,
  attempt_log: _log,
  decision: _why,
  resolution: _as,
  request_id: _request,
  ...rest
}: Said<MailLogDetails>) => rest

/** A log whose e-mails a test may change; by status it is filtered as on the server. */
function serveLog(...mails: Said<MailLogDetails>[]) {
  const asked = serve(listMailLogs, ({ query: { status, page: number } }) => ({
    logs: pageOf(mails.filter((one) => status === undefined || one.status === status).map(listed), number),
  }))
  serve(getMailLog, ({ params: { id } }) => ({ log: mails.find((one) => one.id === id) }))
  return { mails, asked }
}

beforeEach(() => void signInAsAdministrator())

test('filters, the search and the page stand in the address, and can be cleared', async () => {
  const times = { delivered_at: '2026-01-01T00:01:00.000Z', opened_at: '2026-01-01T00:02:00.000Z', clicked_at: '2026-01-01T00:03:00.000Z' }
  const { mails, asked } = serveLog(mail(1))
  await open(path)
  await page.getByLabelText('Search by recipient e-mail').fill(address)
  await expectAddress(`${path}?search=bo%40example.org`)
  for (const text of [/A notice/, /Mailbox/, /Sent/]) await expect.element(rows()).toMatchTextContent(text)
  await page.getByLabelText('Status').selectOptions('Delivered')
  await expect.element(page.getByRole('heading', { name: 'No email logs found' })).toBeVisible()
  await says('No emails have been sent yet or match your filters.')
  mails[0] = mail(1, { status: 'clicked', attempts: 3, ...times })
  await page.getByLabelText('Status').selectOptions('Clicked')
  for (const text of [/3 attempts/, /Delivered/, /Opened/, /Clicked/]) await expect.element(rows()).toMatchTextContent(text)
  await page.getByLabelText('Provider').selectOptions('SMTP')
  await page.getByLabelText('Category').selectOptions('Security')
  await expectAddress(/provider=smtp.*category=security|category=security.*provider=smtp/)
  await open(`${window.location.pathname}${window.location.search}`)
  await expect.element(page.getByLabelText('Status')).toHaveValue('clicked')
  await expect.element(page.getByLabelText('Search by recipient e-mail')).toHaveValue(address)
  const filters = { status: 'clicked', provider: 'smtp', category: 'security' }
  await expect.poll(() => asked.at(-1)?.query).toEqual({ ...filters, recipient_email: address, page: 1 })
  await button('Clear Filters').click()
  await expectAddress(path)
})

test('the log is narrowed down to a subject and days, which stand in the address and go into the file', async () => {
  const [{ asked }, files] = [serveLog(mail(1)), takeFiles()]
  const exported = serve(
    exportMailLogs,
    new Response('id\r\n', { headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="logs.csv"' } }),
  )
  await open(`${path}?from=yesterday`)
  await expectAddress(path)
  await page.getByRole('searchbox', { name: 'Subject' }).fill('password')
  await expectAddress(`${path}?subject=password`)
  await page.getByLabelText('From (UTC)').fill('2026-01-01')
  await page.getByLabelText('To (UTC)').fill('2026-01-31')
  await expectAddress(`${path}?subject=password&from=2026-01-01&to=2026-01-31`)
  const query = { subject: 'password', from: '2026-01-01', to: '2026-01-31' }
  await expect.poll(() => asked.at(-1)?.query).toEqual({ ...query, page: 1 })
  await button('Export').click()
  await expect.poll(() => files).toHaveLength(1)
  expect(exported.map((call) => call.query)).toEqual([query])
  await page.getByLabelText('From (UTC)').fill('2026-02-01')
  await expect.element(page.getByText('The range ends before it begins.')).toBeVisible()
})

test('e-mails of a request are found by its id, and one names the request that it follows from', async () => {
  const request = idOf(9)
  const { asked } = serveLog(mail(1, { request_id: request }))
  await open(path)
  await page.getByRole('searchbox', { name: 'Request ID' }).fill(request)
  await expectAddress(`${path}?request=${request}`)
  await expect.poll(() => asked.at(-1)?.query).toEqual({ request, page: 1 })
  await button(`View details of the e-mail to ${address}`).click()
  await expect.element(dialog().getByRole('link', { name: request })).toHaveAttribute('href', `/admin/audit?acts=all&request=${request}`)
})

const hasFocus = () => document.activeElement?.closest('[role=dialog]') !== null

test('an e-mail of unknown outcome is sent again from its log, or marked as delivered', async () => {
  const { mails } = serveLog(mail(1, { status: 'unknown', sent_at: null }))
  const decided = serve(resolveMail, ({ params: { id }, body: { as } }) => {
    const resolution = { as, at: '2026-01-02T00:00:00.000Z' }
    mails[0] = mail(1, { status: as === 'delivered' ? 'delivered' : 'unknown', resolution })
    if (as === 'sent_again') mails.push(mail(2))
    return { success: true, message: id }
  })
  await open(path)
  await button(`View details of the e-mail to ${address}`).click()
  await says('Nobody knows whether it arrived')
  await expectAccessible()
  await button('Send again').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click()
  await says(/An administrator sent it again on/)
  // The button that was pressed is gone: the focus stays where it stood.
  await expect.poll(hasFocus).toBe(true)
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  await expect.poll(() => rows().elements().length).toBe(2)

  mails.splice(0, 2, mail(1, { status: 'unknown', sent_at: null }))
  await open(`${path}?mail=${idOf(1)}`)
  await button('Mark as delivered').click()
  await says(/An administrator marked it as delivered on/)
  await expect.poll(hasFocus).toBe(true)
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  await expect.element(rows()).toMatchTextContent(/Delivered/)
  expect(decided.map(({ body }) => body.as)).toEqual(['sent_again', 'delivered'])
})

test('25 e-mails are on a page, and only more of them have a footer that counts them', async () => {
  const { mails, asked } = serveLog(mail(1))
  await open(path)
  await expect.element(rows()).toBeVisible()
  await expect.element(page.getByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument()
  for (let number = 2; number <= 27; number += 1) mails.push(mail(number))
  await button('Refresh').click()
  await says('Showing 1 to 25 of 27 results')
  await button('Next page').click()
  await expectAddress(/page=2/)
  await says('Showing 26 to 27 of 27 results')
  // Values that the screen cannot produce fall back to existing ones.
  await open(`${path}?page=99&status=lost&provider=pigeon`)
  await expectAddress(`${path}?page=2`)
  await expect.poll(() => rows().elements().length).toBe(2)
  await expect.poll(() => asked.at(-1)?.query).toEqual({ page: 2 })
})

test('details show the way of an e-mail, its tries, why it was sent, and its content; they have an address', async () => {
  const attempt_log = [{ number: 1, provider_name: 'Mailbox', outcome: 'accepted' as const }]
  serveLog(mail(1, { status: 'delivered', delivered_at: '2026-01-01T00:01:00.000Z', attempt_log }))
  serveTemplate()
  await open(path)
  await button(`View details of the e-mail to ${address}`).click()
  await expectAddress(`${path}?mail=${idOf(1)}`)
  const timeline = dialog().getByRole('list', { name: 'Status timeline' }).getByRole('listitem')
  await expect
    .poll(() => textsOf(timeline))
    .toEqual([expect.stringMatching(/^Queued/), expect.stringMatching(/^Sent/), expect.stringMatching(/^Delivered/)])
  await expect.element(dialog().getByRole('list', { name: 'Attempts' })).toMatchTextContent(/Mailbox.*Accepted/)
  await expect.element(dialog().getByText('No event led to it')).toBeVisible()
  const frame = () => dialog().element().querySelector<HTMLIFrameElement>('iframe[sandbox=""]')
  await expect.poll(() => decodeURIComponent(frame()?.src ?? '')).toContain('<p>Hello</p>')
  await expect.element(dialog().getByRole('heading', { name: 'Mail 1', level: 2 })).toBeVisible()
  await expectAccessible()
  await dialog().getByRole('tab', { name: 'Text' }).click()
  await expect.element(dialog().getByRole('group', { name: 'Text part' })).toMatchTextContent(/Hello/)
  await pressEscape()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expectAddress(path)
  const current = (await page.getByRole('navigation', { name: 'Back office' }).findElement()).querySelectorAll('[aria-current]')
  expect([...current].map(({ textContent }) => textContent)).toEqual(['Logs'])
  await button(`View details of the e-mail to ${address}`).click()
  await dialog().getByRole('link', { name: 'A notice' }).click()
  await expectAddress('/admin/email/templates/a-notice')
  await expect.element(page.getByRole('heading', { name: 'A notice', level: 1 })).toBeVisible()
})

test('details of an e-mail that waits show by themselves that it was sent, and its content stays', async () => {
  holdTime()
  onTestFinished(releaseTime)
  const { mails } = serveLog(mail(1, { status: 'pending', sent_at: null }))
  await open(`${path}?mail=${idOf(1)}`)
  await expect.element(dialog().getByText('Pending')).toBeVisible()
  const frame = () => dialog().element().querySelector('iframe')?.src
  const before = frame()
  mails[0] = mail(1, { preview_url: pageWith('<p>Again</p>') })
  await passTime(5_000)
  await expect.element(dialog().getByText('Pending')).not.toBeInTheDocument()
  await expect.element(dialog().getByText('Sent', { exact: true }).first()).toBeVisible()
  expect(frame()).toBe(before)
})

test('an e-mail that an event led to shows every check that was made', async () => {
  const trace = [
    { check: 'mapping' as const, passed: true, detail: 'The mapping is active' },
    { check: 'suppression' as const, passed: true, detail: 'The address is not suppressed' },
  ]
  serveLog(mail(1, { event_name: 'pin.changed', decision: { reason: 'Every check passed', trace } }))
  await open(`${path}?mail=${idOf(1)}`)
  const decision = dialog().getByRole('list', { name: 'Decision' })
  await expect.element(decision).toMatchTextContent(/Mapping ?The mapping is active/)
  await expect.element(decision).toMatchTextContent(/Suppression ?The address is not suppressed/)
})

test('a failed e-mail is sent again after a question that names the recipient, once', async () => {
  const { mails } = serveLog(mail(1))
  const sent = serve(resendMail, () => {
    mails.push(mail(2))
    return { message: 'Email queued for resending' }
  })
  await open(path)
  await expect.element(rows()).toBeVisible()
  await expect.element(button(`Resend to ${address}`)).not.toBeInTheDocument()
  mails[0] = mail(1, { status: 'bounced', bounced_at: '2026-01-01T00:01:00.000Z', error_message: 'The mailbox is full' })
  await button('Refresh').click()
  await expect.element(rows()).toMatchTextContent(/Bounced/)
  await button(`View details of the e-mail to ${address}`).click()
  await expect.element(dialog().getByText('The mailbox is full')).toBeVisible()
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  await button(`Resend to ${address}`).click()
  const question = page.getByRole('alertdialog', { name: `Resend to ${address}?` })
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expectAccessible()
  await question.getByRole('button', { name: 'Resend' }).click()
  await says('Email queued for resending')
  await expect.poll(() => rows().elements().length).toBe(2)
  expect(sent.map(({ params }) => params.id)).toEqual([idOf(1)])
  serve(resendMail, refusal('email.already_resent'))
  await button(`Resend to ${address}`).click()
  await question.getByRole('button', { name: 'Resend' }).click()
  await says('Failed to resend email: This e-mail was already sent again.')
})

test('the export is a file of what the filters show, by its day', async () => {
  serveLog(mail(1))
  const files = takeFiles()
  const name = `email-logs-${new Date().toISOString().slice(0, 10)}.csv`
  const asked = serve(
    exportMailLogs,
    new Response('recipient\r\nbo@example.org\r\n', {
      headers: { 'content-type': 'text/csv', 'content-disposition': `attachment; filename="${name}"` },
    }),
  )
  await open(`${path}?search=bo%40example.org&status=sent`)
  await expect.element(rows()).toBeVisible()
  await button('Export').click()
  await says('Email logs exported successfully')
  await expect.poll(() => files).toEqual([{ name, text: 'recipient\r\nbo@example.org\r\n' }])
  expect(asked.map(({ query }) => query)).toEqual([{ recipient_email: address, status: 'sent' }])
})

test('each failure of the log screen says what failed, and Retry gets it', async () => {
  for (const endpoint of [listMailLogs, getMailLog, exportMailLogs, getEmailStatistics]) serve(endpoint, refusal('server.failed'))
  await open(`${path}?mail=${idOf(1)}`)
  await says('Failed to fetch logs: Something went wrong')
  await says('Failed to fetch log details: Something went wrong')
  await expect.element(dialog().getByRole('heading', { name: 'The e-mail could not be loaded' })).toBeVisible()
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  await expect.element(page.getByRole('heading', { name: 'The e-mail log could not be loaded' })).toBeVisible()
  await says('The figures could not be loaded')
  await button('Export').click()
  await says('Failed to export logs: Something went wrong')
  serveLog(mail(1))
  serve(getEmailStatistics, { statistics: { total_emails_sent: 1234 } })
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.first().click()
  await expect.poll(() => retry.elements().length).toBe(1)
  await retry.click()
  await expect.element(rows()).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'E-mails sent' })).toMatchTextContent(/1,234/)
})
