import type { Page } from '@playwright/test'
import { getTheme } from '@twofold/contract/mail-design/theme-calls'
import { themeDesign } from '@twofold/contract/mail-design/themes'
import { callAs, giveTheme, preview, sendSample } from './email-page.ts'
import { expect, test } from './fixtures.ts'
import { enter, newAccount, type Person } from './people.ts'

const unique = () => `C${Date.now().toString(36)}`

async function openNew(page: Page, admin: Person) {
  await enter(page, admin, '/admin/email/themes?create=true')
  const dialog = page.getByRole('dialog', { name: 'Create New Theme' })
  await expect(preview(page).getByText('A sign-in from a new device').first()).toBeVisible()
  return dialog
}

const headingOf = (page: Page) => preview(page).getByRole('heading', { name: 'A sign-in from a new device' })

test('a theme is made, the next e-mail has its look, and a change of it is seen in the one after', async ({ page, mailing }) => {
  const { admin, mailbox } = mailing
  const [name, { email }] = [unique(), newAccount()]
  const dialog = await openNew(page, admin)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Description').fill('For the mail of this test')
  await dialog.getByLabel('Layout', { exact: true }).selectOption('Card')
  await dialog.getByRole('textbox', { name: 'Headings', exact: true }).fill('#aa1155')
  await dialog.getByRole('textbox', { name: 'Custom CSS' }).fill('h1 { letter-spacing: 3px }')
  await expect(headingOf(page)).toHaveCSS('letter-spacing', '3px')
  await dialog.getByRole('button', { name: 'Create Theme' }).click()
  await expect(page.getByText('Theme created successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  const slug = name.toLowerCase()
  const { theme } = await callAs(admin, getTheme, { params: { slug } })
  expect(theme).toMatchObject({
    ...themeDesign.parse({}),
    name,
    layout_type: 'card',
    heading_color: '#aa1155',
    custom_css: 'h1 { letter-spacing: 3px }',
  })

  await giveTheme(admin, 'pin-changed', slug)
  await sendSample(mailing, 'pin-changed', email)
  expect((await mailbox.mail(email, /PIN/)).html).toMatch(
    /<h1 style="[^"]*letter-spacing:\s*3px[^"]*color:\s*#aa1155|<h1 style="[^"]*color:\s*#aa1155[^"]*letter-spacing:\s*3px/,
  )

  await page.goto(`${admin.app.url}/admin/email/themes?search=${name}`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Theme' })
  await expect(editing.getByText('1 template has this theme: its e-mails change from the next one on.')).toBeVisible()
  await editing.getByRole('textbox', { name: 'Headings', exact: true }).fill('#0055aa')
  await editing.getByRole('button', { name: 'Update Theme' }).click()
  await expect(page.getByText('Theme updated successfully')).toBeVisible()
  const second = newAccount().email
  await sendSample(mailing, 'pin-changed', second)
  const { html } = await mailbox.mail(second, /PIN/)
  expect(html).toContain('#0055aa')
  expect(html).not.toContain('#aa1155')
  await giveTheme(admin, 'pin-changed', 'standard')
})
