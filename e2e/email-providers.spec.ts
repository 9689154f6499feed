import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { MailingApplication } from './mailbox.ts'
import { enter } from './people.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const says = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

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
