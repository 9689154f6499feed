import { expect, test } from './fixtures.ts'
import { enter } from './people.ts'

const panel = 'Event-Template Mappings'

test('a test of a mapping arrives, filled with sample values', async ({ page, mailing }) => {
  const address = `trial-${crypto.randomUUID()}@example.org`
  await enter(page, mailing.admin, '/admin/email')
  await page.getByRole('list', { name: panel }).getByRole('button').first().click()
  const dialog = page.getByRole('dialog', { name: 'Test Event Mapping' })
  await expect(dialog.getByRole('button', { name: 'Send Test' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('Email').fill(address)
  await dialog.getByRole('button', { name: 'Send Test' }).click()
  await expect(dialog).toBeHidden()
  const mail = await mailing.mailbox.mail(address, /./)
  expect(mail.html).not.toContain('{{')
  await expect(page.getByRole('list', { name: 'Recent Email Activity' })).toContainText(address)
})
