import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createTemplate } from '@twofold/contract/email/template-changes'
import { expectAccessible } from './axe.ts'
import { inDatabase } from './database.ts'
import { callAs, markMail, preview, sendSample, startTrap } from './email-page.ts'
import { expect, test } from './fixtures.ts'
import { hostileHtml } from './hostile-mail.ts'
import { signUpVerified } from './mailbox.ts'
import { enter, newAccount } from './people.ts'

const row = (page: Page, address: string) => page.getByRole('table', { name: 'Email logs' }).getByRole('row').filter({ hasText: address })
const logsOf = (address: string) => `/admin/email/logs?search=${encodeURIComponent(address)}`
const failing = { status: 500, json: { code: 'server.failed', message: 'Something went wrong.' } }

test('filters, the search and the page stand in the address, and can be cleared', async ({ page, mailing }) => {
  const { email } = newAccount()
  const id = await sendSample(mailing, 'pin-changed', email)
  await enter(page, mailing.admin, '/admin/email/logs')
  await page.getByLabel('Search by recipient email').fill(email)
  await expect(page).toHaveURL(/search=/)
  await expect(row(page, email)).toHaveCount(1)
  await expect(row(page, email)).toContainText('PIN changed')
  await expect(row(page, email)).toContainText('Mailbox')
  await expect(row(page, email)).toContainText('Sent')
  await page.getByLabel('Status').selectOption('Delivered')
  await expect(page).toHaveURL(/status=delivered/)
  await expect(page.getByRole('heading', { name: 'No email logs found' })).toBeVisible()
  await expect(page.getByText('No emails have been sent yet or match your filters.')).toBeVisible()
  await markMail(mailing, id, 'delivered_at = now(), opened_at = now(), clicked_at = now(), attempts = 3')
  await page.getByLabel('Status').selectOption('Clicked')
  await expect(row(page, email)).toContainText('3 attempts')
  for (const time of ['Delivered', 'Opened', 'Clicked']) await expect(row(page, email)).toContainText(time)
  await page.getByLabel('Provider').selectOption('SMTP')
  await page.getByLabel('Category').selectOption('Security')
  await expect(page).toHaveURL(/provider=smtp.*category=security|category=security.*provider=smtp/)
  await page.reload()
  await expect(page.getByLabel('Status')).toHaveValue('clicked')
  await expect(page.getByLabel('Search by recipient email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL(`${mailing.app.url}/admin/email/logs`)
})

test('a mail of unknown outcome is sent again from its log, or marked as delivered', async ({ page, mailing }) => {
  const [first, second] = [newAccount().email, newAccount().email]
  for (const email of [first, second]) {
    const id = await sendSample(mailing, 'pin-changed', email)
    await markMail(mailing, id, 'sent_at = null, delivered_at = null, unknown_at = now()')
  }
  await enter(page, mailing.admin, logsOf(first))
  await page.getByRole('button', { name: /^View details/ }).click()
  await expect(page.getByText('Nobody knows whether it arrived')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText(/An administrator sent it again on/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, first)).toHaveCount(2)

  await page.goto(`${mailing.app.url}${logsOf(second)}`)
  await page.getByRole('button', { name: /^View details/ }).click()
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(page.getByText(/An administrator marked it as delivered on/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, second)).toContainText('Delivered')
})

test('25 mails are on a page, and only more of them have a footer that counts them', async ({ page, mailing }) => {
  const { email } = newAccount()
  const id = await sendSample(mailing, 'pin-changed', email)
  await enter(page, mailing.admin, logsOf(email))
  await expect(row(page, email)).toHaveCount(1)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
  await inDatabase(
    mailing.app,
    `insert into email_logs (id, category, class, recipient_email, subject, message_id, queue, sent_at, provider_kind, due_at, created_at)
     select gen_random_uuid(), category, class, recipient_email, 'Copy ' || number, '<' || number || '-' || id || '>', 'done', sent_at, provider_kind, due_at, created_at
     from email_logs, generate_series(1, 26) as number where id = $1`,
    [id],
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Showing 1 to 25 of 27 results')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText('Showing 26 to 27 of 27 results')).toBeVisible()
  // What nobody could have got from the screen falls back to what there is.
  await page.goto(`${page.url().replace('page=2', 'page=99')}&status=lost&provider=pigeon`)
  await expect(page).toHaveURL(/[?&]page=2/)
  await expect(page).not.toHaveURL(/lost|pigeon/)
  await expect(row(page, email)).toHaveCount(2)
})

test('details show the way of a mail, its tries, why it was sent, and its content; they have an address', async ({ page, mailing }) => {
  const { email } = newAccount()
  const id = await sendSample(mailing, 'pin-changed', email)
  await markMail(mailing, id, 'delivered_at = now()')
  await enter(page, mailing.admin, logsOf(email))
  await page.getByRole('button', { name: `View details of the mail to ${email}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(page).toHaveURL(new RegExp(`mail=${id}`))
  await expect(dialog.getByRole('list', { name: 'Status timeline' }).getByRole('listitem')).toHaveText([/^Queued/, /^Sent/, /^Delivered/])
  await expect(dialog.getByRole('list', { name: 'Attempts' })).toContainText('Mailbox')
  await expect(dialog.getByRole('list', { name: 'Attempts' })).toContainText('Accepted')
  await expect(dialog.getByText('No event led to it')).toBeVisible()
  const sent = await mailing.mailbox.mail(email, /PIN/)
  await expect(preview(page).getByRole('heading').first()).toBeVisible()
  await expect(dialog.getByRole('heading', { name: sent.subject, level: 2 })).toBeVisible()
  await dialog.getByRole('tab', { name: 'Text' }).click()
  await expect(dialog.getByRole('group', { name: 'Text part' })).toContainText('PIN')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(/mail=/)
  await expect(page.getByRole('navigation', { name: 'Back office' }).locator('[aria-current]')).toHaveText(['Logs'])
  await page.getByRole('button', { name: `View details of the mail to ${email}` }).click()
  await dialog.getByRole('link', { name: 'PIN changed' }).click()
  await expect(page).toHaveURL(/\/admin\/email\/templates\/pin-changed$/)
})

test('a mail that an event led to shows every check that was made', async ({ page, mailing }) => {
  const person = await signUpVerified(mailing)
  await enter(page, mailing.admin, logsOf(person.email))
  await page
    .getByRole('button', { name: /^View details/ })
    .last()
    .click()
  const trace = page.getByRole('dialog').getByRole('list', { name: 'Decision' })
  await expect(trace).toContainText('Mapping The mapping is active')
  await expect(trace).toContainText('Suppression The address is not suppressed')
})

test('what failed is sent again after a question that names the recipient, and arrives', async ({ page, mailing }) => {
  const { email } = newAccount()
  const id = await sendSample(mailing, 'pin-changed', email)
  await enter(page, mailing.admin, logsOf(email))
  await expect(row(page, email)).toHaveCount(1)
  await expect(page.getByRole('button', { name: `Resend to ${email}` })).toBeHidden()
  await markMail(mailing, id, `bounced_at = now(), error_message = 'The mailbox is full'`)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(row(page, email)).toContainText('Bounced')
  await page.getByRole('button', { name: `View details of the mail to ${email}` }).click()
  await expect(page.getByRole('dialog').getByText('The mailbox is full')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: `Resend to ${email}` }).click()
  const question = page.getByRole('alertdialog', { name: `Resend to ${email}?` })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText('Email queued for resending')).toBeVisible()
  await expect(row(page, email)).toHaveCount(2)
  await expect.poll(() => mailing.mailbox.count(email, /PIN/), { timeout: 30_000 }).toBe(2)

  // Once is enough.
  await page.getByRole('button', { name: `Resend to ${email}` }).click()
  await question.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText('Failed to resend email: This mail was sent again already.')).toBeVisible()
})

test('the export is a file of what the filters show, by its day', async ({ page, mailing }) => {
  const [{ email }, other] = [newAccount(), newAccount()]
  await sendSample(mailing, 'pin-changed', email)
  await sendSample(mailing, 'pin-changed', other.email)
  await enter(page, mailing.admin, logsOf(email))
  await expect(row(page, email)).toHaveCount(1)
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toBe(`email-logs-${new Date().toISOString().slice(0, 10)}.csv`)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(email)
  await expect(page.getByText('Email logs exported successfully')).toBeVisible()
})

test('each failure of the log screen says what failed, and Retry gets it', async ({ page, mailing, guard }) => {
  guard.allow(/status of 500/)
  const { email } = newAccount()
  const id = await sendSample(mailing, 'pin-changed', email)
  let isBroken = true
  const breakable = (path: string) =>
    page.route(`**/api/admin/email/${path}`, (route) => (isBroken ? route.fulfill(failing) : route.continue()))
  await breakable('logs?*')
  await breakable(`logs/${id}`)
  await breakable('logs/export*')
  await breakable('dashboard/statistics')
  await enter(page, mailing.admin, `${logsOf(email)}&mail=${id}`)
  await expect(page.getByText('Failed to fetch logs: Something went wrong.')).toBeVisible()
  await expect(page.getByText('Failed to fetch log details: Something went wrong.')).toBeVisible()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'The mail could not be loaded' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('heading', { name: 'The email logs could not be loaded' })).toBeVisible()
  await expect(page.getByText('The figures could not be loaded')).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('Failed to export logs: Something went wrong.')).toBeVisible()
  isBroken = false
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.first().click()
  await expect(retry).toHaveCount(1)
  await retry.click()
  await expect(row(page, email)).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Emails Sent' })).toContainText(/[1-9]/)
})

test('hostile HTML in a logged mail runs nothing, loads nothing and reaches nothing', async ({ page, mailing, guard }) => {
  guard.allow(/Content Security Policy|Refused to|Unsafe attempt|Blocked|sandboxed/)
  const trap = await startTrap()
  const { email } = newAccount()
  const attacks = hostileHtml(trap.origin).join('\n')
  const { template } = await callAs(mailing.admin, createTemplate, {
    body: {
      name: `Hostile ${email}`,
      category: 'notification',
      subject: 'Harmless?',
      html_content: `<p>First words</p>${attacks}<p>Last words</p>`,
      is_active: true,
    },
  })
  const id = await sendSample(mailing, template.slug, email)
  const { html } = await mailing.mailbox.mail(email, /Harmless/)
  expect(html).toContain('First words')
  expect(html).not.toMatch(/<script|onerror=|<iframe|javascript:|<object|<form/i)
  await enter(page, mailing.admin, `${logsOf(email)}&mail=${id}`)
  await expect(preview(page).getByText('First words')).toBeVisible()
  expect(await page.locator('iframe').first().getAttribute('sandbox')).toBe('')

  // What if it were not cleaned? The frame alone has to hold it.
  await inDatabase(mailing.app, 'update email_previews set html = $1', [`<html><body><p>Not cleaned</p>${attacks}`])
  const pages = page.context().pages().length
  await page.getByRole('dialog').getByRole('button', { name: 'Show in dark mode' }).click()
  await expect(preview(page).getByText('Not cleaned')).toBeVisible()
  await page.getByRole('dialog').getByRole('tab', { name: 'Text' }).click()
  await expect(page).toHaveTitle('Email Logs · Twofold')
  expect(new URL(page.url()).origin).toBe(mailing.app.url)
  expect(page.context().pages()).toHaveLength(pages)
  expect(trap.asked).toEqual([])
  trap.stop()
})

test('an address is suppressed by hand, found, gets no mail, and is let through again', async ({ page, mailing }) => {
  const { email } = newAccount()
  await enter(page, mailing.admin, '/admin/email/suppressions')
  await page.getByRole('button', { name: 'Add address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an address' })
  await dialog.getByLabel('Email').fill('nobody')
  await dialog.getByRole('button', { name: 'Add address' }).click()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Reason').fill('Asked by telephone')
  await dialog.getByLabel('Reason').press('Enter')
  await expect(page.getByText('The address gets no mail any more.')).toBeVisible()
  await page.getByLabel('Search addresses').fill(email)
  await expect(page).toHaveURL(/search=/)
  const entry = page.getByRole('table', { name: 'Suppression List' }).getByRole('row').filter({ hasText: email })
  await expect(entry).toContainText('Added by hand')
  await expect(entry).toContainText('Asked by telephone')
  await expect(entry).toContainText(mailing.admin.name)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add address' }).click()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Email').press('Enter')
  await expect(dialog.getByText('This address is on the suppression list already.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await page.getByRole('button', { name: `Remove ${email}` }).click()
  await page
    .getByRole('alertdialog', { name: `Remove ${email}?` })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(page.getByText('Mail to the address is let through again.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
})

test('a suppressed address leads to the mail that came back, and a list that cannot be loaded says so', async ({
  page,
  mailing,
  guard,
}) => {
  guard.allow(/status of 500/)
  const { email } = newAccount()
  const id = await sendSample(mailing, 'pin-changed', email)
  await inDatabase(
    mailing.app,
    `insert into email_suppressions (id, email, reason, detail, log_id, created_at) values (gen_random_uuid(), $1, 'bounce', '550 no such user', $2, now())`,
    [email, id],
  )
  let isBroken = true
  await page.route('**/api/admin/email/suppressions?*', (route) => (isBroken ? route.fulfill(failing) : route.continue()))
  await enter(page, mailing.admin, `/admin/email/suppressions?search=${email}`)
  await expect(page.getByRole('heading', { name: 'The suppression list could not be loaded' })).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('550 no such user')).toBeVisible()
  await page.getByRole('link', { name: 'The mail that came back' }).click()
  await expect(page.getByRole('dialog').getByText(email).first()).toBeVisible()
})
