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
  await field(page, 'From address').fill('second@example.org')
}

test('a provider is tried for real, created, edited with its secret kept, switched off, and deleted with what depends on it said', async ({
  page,
  mailing,
}) => {
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

  await button(page, 'Actions for Second, renamed').click()
  await page.getByRole('menuitem', { name: 'Activate' }).click()
  await expect(card(page, 'Second, renamed')).not.toContainText('Inactive')
  await button(page, 'Actions for Second, renamed').click()
  await page.getByRole('menuitem', { name: 'Make default' }).click()
  await expect(card(page, 'Second, renamed')).toContainText('Default')
  await button(page, 'Actions for Second, renamed').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const deletion = page.getByRole('alertdialog', { name: 'Delete Second, renamed?' })
  await expect(deletion).toContainText('It is the default.')
  await expectAccessible(page)
  await deletion.getByRole('button', { name: 'Delete' }).click()
  await says(page, 'Provider deleted')
  await expect(card(page, 'Second, renamed')).toHaveCount(0)
})
