import type { Page } from '@playwright/test'
import { createTemplate } from '@twofold/contract/mail-design/template-changes'
import { inDatabase } from './database.ts'
import { callAs, markMail, preview, sendSample, startTrap } from './email-page.ts'
import { expect, test } from './fixtures.ts'
import { hostileHtml } from './hostile-mail.ts'
import { enter, newAccount } from './people.ts'

const row = (page: Page, address: string) => page.getByRole('table', { name: 'Email logs' }).getByRole('row').filter({ hasText: address })
const logsOf = (address: string) => `/admin/email/logs?search=${encodeURIComponent(address)}`

test('a failed e-mail is sent again after a question, and arrives', async ({ page, mailing }) => {
  const { email } = newAccount()
  const id = await sendSample(mailing, 'pin-changed', email)
  await markMail(mailing, id, `bounced_at = now(), error_message = 'The mailbox is full'`)
  await enter(page, mailing.admin, logsOf(email))
  await expect(row(page, email)).toContainText('Bounced')
  await page.getByRole('button', { name: `Resend to ${email}` }).click()
  await page
    .getByRole('alertdialog', { name: `Resend to ${email}?` })
    .getByRole('button', { name: 'Resend' })
    .click()
  await expect(page.getByText('Email queued for resending')).toBeVisible()
  await expect(row(page, email)).toHaveCount(2)
  await expect.poll(() => mailing.mailbox.count(email, /PIN/)).toBe(2)
})

test('hostile HTML in a logged e-mail runs nothing, loads nothing and reaches nothing', async ({ page, mailing, guard }) => {
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
