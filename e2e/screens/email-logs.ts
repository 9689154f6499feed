import { expect, type Page } from '@playwright/test'
import { inDatabase } from '../database.ts'
import { enter, type Person } from '../people.ts'
import { button, type Cast, failed, heading, type Screen } from './screen.ts'

/** E-mail that waits, since nothing takes it here. */
async function openLogs(page: Page, admin: Person, person: Person) {
  await enter(page, admin, `/admin/email/logs?search=${person.email}`)
  await expect(page.getByRole('table').getByText(person.email).first()).toBeVisible()
}

/** An e-mail that two providers were tried for, and that came back. */
async function openBounced(page: Page, { admin, person }: Cast) {
  const of = [person.email]
  await openLogs(page, admin, person)
  await inDatabase(
    admin.app,
    `update email_logs set queue = 'done', attempts = 2, provider_kind = 'smtp', sent_at = now(), delivered_at = now() + interval '4 seconds',
       bounced_at = now() + interval '1 minute', provider_response = '250 2.0.0 Ok: queued as 4XyZ', error_message = '552 5.2.2 The mailbox is full'
     where recipient_email = $1`,
    of,
  )
  await inDatabase(
    admin.app,
    `insert into email_attempts (id, log_id, number, provider_name, outcome, code, detail, started_at)
     select gen_random_uuid(), logs.id, tried.* from email_logs as logs, (values
       (1, 'Frankfurt', 'deferred', '421', 'Try again later', now() - interval '2 minutes'),
       (2, 'Own server', 'accepted', '250', 'Ok: queued as 4XyZ', now())) as tried
     where recipient_email = $1`,
    of,
  )
  await page.reload()
  await expect(page.getByRole('table').getByText('Bounced').first()).toBeVisible()
}

async function addAddress(page: Page, admin: Person, email: string) {
  await enter(page, admin, '/admin/email/suppressions')
  await button(page, 'Add address').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Reason').fill('Asked by telephone')
}

export const emailLogScreens: Screen[] = [
  { name: 'email-logs', show: (page, { admin, person }) => openLogs(page, admin, person) },
  {
    name: 'email-logs-empty',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/logs?search=nobody%40nowhere.example')
      await heading(page, 'No email logs found')
    },
  },
  {
    name: 'email-log-unknown',
    async show(page, { admin, person }) {
      await openLogs(page, admin, person)
      await inDatabase(admin.app, `update email_logs set queue = 'done', attempts = 1, unknown_at = now() where recipient_email = $1`, [
        person.email,
      ])
      await page.reload()
      await page
        .getByRole('button', { name: /^View details/ })
        .first()
        .click()
      await expect(page.getByText('Nobody knows whether it arrived')).toBeVisible()
    },
  },
  {
    name: 'email-log-details',
    async show(page, { admin, person }) {
      await openLogs(page, admin, person)
      await page
        .getByRole('button', { name: /^View details/ })
        .first()
        .click()
      await expect(page.getByRole('dialog').getByRole('list', { name: 'Status timeline' })).toBeVisible()
    },
  },
  {
    name: 'email-suppressions',
    async show(page, { admin, person }) {
      await addAddress(page, admin, `off-${person.email}`)
      await page.getByRole('dialog').getByLabel('Email').press('Enter')
      await expect(page.getByRole('table').getByText(`off-${person.email}`)).toBeVisible()
    },
  },
  {
    name: 'email-suppression-add',
    async show(page, { admin }) {
      await addAddress(page, admin, 'not an address')
      await page.getByRole('dialog').getByLabel('Email').press('Enter')
      await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    },
  },
  {
    name: 'email-logs-failed',
    allowed: /status of 500/,
    async show(page, { admin }) {
      await page.route(/\/api\/admin\/email\/logs(\?|$)/, (route) => route.fulfill(failed))
      await enter(page, admin, '/admin/email/logs')
      await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
    },
  },
  { name: 'email-logs-bounced', show: openBounced },
  {
    name: 'email-log-bounced',
    async show(page, cast) {
      await openBounced(page, cast)
      await button(page, /^View details/)
        .first()
        .click()
      await expect(page.getByRole('dialog').getByRole('list', { name: 'Attempts' })).toBeVisible()
    },
  },
  {
    name: 'email-log-resend',
    async show(page, cast) {
      await openBounced(page, cast)
      await button(page, `Resend to ${cast.person.email}`).first().click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'email-suppressions-empty',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/email/suppressions?search=nobody')
      await heading(page, 'Nothing found')
    },
  },
  {
    name: 'email-suppression-remove',
    async show(page, { admin, person }) {
      const address = `back-${person.email}`
      await addAddress(page, admin, address)
      await page.getByRole('dialog').getByLabel('Email').press('Enter')
      await page.getByLabel('Search addresses').fill(address)
      await button(page, `Remove ${address}`).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
]
