import { changeEmailSettings } from '@twofold/contract/mail-design/settings'
import { getTemplate } from '@twofold/contract/mail-design/templates'
import { callAs, sendSample } from './email-page.ts'
import { expect, test } from './fixtures.ts'
import { enter, newAccount } from './people.ts'

test.beforeEach(({ mailing }) => callAs(mailing.admin, changeEmailSettings, { body: {} }))

test('a default theme that is given to all templates is in their next e-mail, and is taken back', async ({ page, mailing }) => {
  const themeOf = async (id: string) => (await callAs(mailing.admin, getTemplate, { params: { id } })).template.theme_slug
  await enter(page, mailing.admin, '/admin/email/settings')
  await page.getByRole('radio', { name: 'Minimal' }).check()
  await page.getByLabel('Override existing themes').check()
  await page.getByRole('button', { name: 'Apply Default Theme to All Templates' }).click()
  await page.getByRole('alertdialog', { name: 'Apply Minimal to all templates?' }).getByRole('button', { name: 'Apply theme' }).click()
  await expect(page.getByText(/^Successfully applied theme to \d+ templates!$/)).toBeVisible()
  expect(await themeOf('pin-changed')).toBe('minimal')
  const { email } = newAccount()
  await sendSample(mailing, 'pin-changed', email)
  // The ground of the minimal theme's button.
  expect((await mailing.mailbox.mail(email, /PIN/)).html).toContain('#24292f')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^\d+ templates have their theme of before again$/)).toBeVisible()
  expect(await themeOf('pin-changed')).toBe('standard')
})
