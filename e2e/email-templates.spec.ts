import { expect, test } from './fixtures.ts'
import { enter } from './people.ts'

test('a template is written, previewed and stored, and a test e-mail of it arrives', async ({ page, mailing }) => {
  const { admin, mailbox } = mailing
  const name = `Written ${crypto.randomUUID().slice(0, 8)}`
  const address = `trial-${crypto.randomUUID().slice(0, 8)}@example.org`
  await enter(page, admin, '/admin/email/templates')
  await page.getByRole('button', { name: 'Create Template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Template' })
  const create = dialog.getByRole('button', { name: 'Create Template' })
  await dialog.getByLabel('Template Name *').fill(name)
  await dialog.getByLabel('Subject *').fill('Hello {{ user.name }}')
  await dialog.getByRole('textbox', { name: 'HTML Content *' }).click()
  await page.keyboard.insertText('<p>Dear {{ user.nickname }}</p>')
  await create.click()
  await expect(dialog.getByText(/There is no variable "user.nickname" here/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'HTML Content *' }).press('Control+a')
  await page.keyboard.insertText('<p>Dear {{ user.name }}</p>')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByText(/^Hello \w/)).toBeVisible()
  await expect(page.frameLocator(`iframe[title="Preview of ${name}"]`).getByText(/^Dear \w/)).toBeVisible()
  await preview.getByRole('button', { name: 'Close' }).last().click()
  await create.click()
  await expect(page.getByText('Email template created successfully!')).toBeVisible()

  await page.getByLabel('Search templates').fill(name)
  await page.getByRole('button', { name: `Send Test Email: ${name}` }).click()
  const trial = page.getByRole('dialog', { name: 'Send Test Email' })
  await trial.getByLabel('Test Email Address').fill(address)
  await trial.getByRole('button', { name: 'Send Test Email' }).click()
  await expect(page.getByText('Test email sent successfully')).toBeVisible()
  expect((await mailbox.mail(address, /^Hello \w/)).html).toMatch(/Dear \w/)
})
