import { getEmailSettings } from '@twofold/contract/mail-design/settings'
import { changeTemplatePart, createTemplate, duplicateTemplate, removeTemplate } from '@twofold/contract/mail-design/template-changes'
import { previewDraft } from '@twofold/contract/mail-design/template-previews'
import { testTemplate } from '@twofold/contract/mail-delivery/template-trials'
import { listTemplates, listTemplateThemes, type Template, templateCategories } from '@twofold/contract/mail-design/templates'
import { listProviders } from '@twofold/contract/mail-delivery/providers'
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { holdTime, passTime } from '../../testing/clock.ts'
import type { Said } from '../../testing/example.ts'
import { button } from '../../testing/fields.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { refusal, serve } from '../../testing/server.ts'
import { expectPreview, pageWith } from '../../testing/templates.ts'
import { idOf } from '../../testing/vault.ts'
import { resizeWindow } from '../../testing/window.ts'

const path = '/admin/email/templates'
const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()
const row = (name: string) => page.getByRole('row').filter({ hasText: name })

/** Templates as the server lists them, which a test may change. */
function serveTemplates(...some: (Said<Template> & { name: string })[]) {
  signInAsAdministrator()
  const full = (one: (typeof some)[number], index: number) => ({
    id: idOf(index + 1),
    slug: one.name
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '-')
      .replace(/-$/, ''),
    category: 'notification',
    category_label: 'Notification',
    subject: 'A notice',
    html_content: '<p>Hello</p>',
    is_active: true,
    stats: { total_sent: 3, success_rate: 100 },
    version: 1,
    provider: { name: 'Mailbox', provider: 'smtp' as const },
    ...one,
  })
  const templates = some.map(full)
  const listed = serve(listTemplates, () => {
    const custom = templates.filter((one) => !one.is_system).length
    const statistics = { total_templates: templates.length, custom_templates: custom, system_templates: templates.length - custom }
    return { templates, data: templates, categories: templateCategories, statistics: { ...statistics, active_templates: 1 } }
  })
  serve(listTemplateThemes, {})
  serve(listProviders, {})
  serve(getEmailSettings, { settings: { default_category: 'notification', default_is_active: true } })
  return { templates, listed, add: (name: string, is_active: boolean) => templates.push(full({ name, is_active }, templates.length)) }
}

test('on a phone the name of a template has the width of its card, and its four buttons stand beneath', async () => {
  serveTemplates({ name: 'Account closed until a proof', is_system: true })
  await open(path)
  await resizeWindow(320)
  const name = row('Account closed').getByRole('link', { name: 'Account closed until a proof' }).first()
  await expect.element(name).toBeVisible()
  const box = (place: Locator) => place.element().getBoundingClientRect()
  await expect.poll(() => box(name).height).toBeLessThan(30)
  expect(box(row('Account closed').getByRole('button').first()).top).toBeGreaterThan(box(name).bottom)
})

test('a category with a long name leaves its row all its buttons in a narrow window', async () => {
  serveTemplates({ name: 'Sign-in from a new device', is_system: true, category: 'own', category_label: 'Benachrichtigung' })
  await open(path)
  for (const width of [768, 1024]) {
    await resizeWindow(width)
    const last = row('Sign-in from a new device').getByRole('button').last()
    await expect.element(last).toBeVisible()
    await expect.poll(() => last.element().getBoundingClientRect().right).toBeLessThan(width)
  }
})

/** Switches templates of `serveTemplates` as the server would. */
const serveSwitching = (templates: Said<Template>[]) =>
  serve(changeTemplatePart, ({ params: { id }, body: { is_active } }) => {
    Object.assign(templates.find(({ slug }) => slug === id) ?? {}, { is_active })
    return { success: true }
  })

test('figures, filters, sort and search stand in the address, and every template says what it is', async () => {
  serveTemplates(
    { name: 'Night', description: 'For the night shift', is_active: false },
    { name: 'PIN changed', is_system: true, category: 'security' },
  )
  await open(path)
  await says('Ready')
  await says('Last updated:')
  for (const label of ['Total Templates', 'Active Templates', 'System Templates', 'Custom Templates', 'Linked Events']) {
    await expect.element(page.getByRole('region', { name: label })).toMatchTextContent(/\d/)
  }
  await page.getByLabelText('Search templates').fill('night shift')
  await expectAddress(/search=night/)
  for (const text of [/Inactive/, /Notification/, /100%/]) await expect.element(row('Night')).toMatchTextContent(text)
  await says('1 of 2 templates')
  await expect.element(row('PIN changed')).not.toBeInTheDocument()
  await page.getByLabelText('Type').selectOptions('System')
  await expect.element(page.getByRole('heading', { name: 'No templates match your filters' })).toBeVisible()
  await button('Clear Filters').click()
  await expectAddress(path)
  await page.getByLabelText('Status').selectOptions('Inactive')
  await page.getByLabelText('Category').selectOptions('Notification')
  await expectAddress(/category=notification.*status=inactive|status=inactive.*category=notification/)
  await button('Updated').click()
  await button('Updated').click()
  await expectAddress(/sort/)
  await open(`${path}${window.location.search}`)
  await expect.element(page.getByRole('columnheader', { name: 'Updated' })).toHaveAttribute('aria-sort', 'descending')
  await expect.element(row('Night')).toBeVisible()
  await expectAccessible()
})

test('a template is written, previewed and stored; until it can be, the buttons say why not', async () => {
  const { add } = serveTemplates()
  const message = 'There is no variable "user.nickname" here.'
  const stored = serve(createTemplate, refusal('request.invalid', {}, { errors: { html_content: [message] } }))
  serve(previewDraft, ({ body: { subject, html_content } }) => ({
    success: true,
    preview: { subject, html_content, text_content: 'Dear Bo' },
    preview_url: pageWith(html_content),
  }))
  await open(path)
  await button('Create Template').first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Template' })
  const create = dialog.getByRole('button', { name: 'Create Template', exact: true })
  await expect.element(create).toHaveAttribute('aria-disabled', 'true')
  await expect.element(dialog.getByLabelText('Category *')).toHaveValue('notification')
  await expect.element(dialog.getByLabelText('Active Template')).toBeChecked()
  await dialog.getByLabelText('Template Name *').fill('A notice')
  await dialog.getByLabelText('Subject *').fill('Hello')
  expect(stored).toEqual([])
  await expectAccessible()
  const html = dialog.getByRole('textbox', { name: 'HTML Content *' })
  await html.fill('<p>Dear {{ user.nickname }}</p>')
  await create.click()
  await expect.element(dialog.getByText(message)).toBeVisible()
  await html.fill('<p>Dear {{ user.name }}</p>')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect.element(preview.getByText('Hello').first()).toBeVisible()
  await expectPreview('<p>Dear {{ user.name }}</p>')
  await expect.element(preview.getByRole('region', { name: 'Text' })).toMatchTextContent(/Dear Bo/)
  await preview.getByRole('button', { name: 'Close' }).last().click()
  const storedThen = serve(createTemplate, ({ body: { name } }) => {
    add(name, true)
    return { message: 'Email template created successfully!' }
  })
  await create.click()
  await says('Email template created successfully!')
  await expect.element(row('A notice')).toMatchTextContent(/Active/)
  expect(storedThen.map(({ body }) => [body.name, body.subject, body.html_content, body.category])).toEqual([
    ['A notice', 'Hello', '<p>Dear {{ user.name }}</p>', 'notification'],
  ])
})

test('a template is duplicated, and a custom one deleted after a question that counts what goes; one of the system is not', async () => {
  const { templates, add } = serveTemplates({ name: 'Ours' }, { name: 'PIN changed', is_system: true })
  serve(duplicateTemplate, () => {
    add('Ours (Copy)', false)
    return { message: 'Email template duplicated successfully' }
  })
  const removed = serve(removeTemplate, () => {
    templates.pop()
    return { message: 'Email template deleted successfully' }
  })
  await open(path)
  await button('Duplicate: Ours').click()
  await says('Email template duplicated successfully')
  await expect.element(row('Ours (Copy)')).toMatchTextContent(/Inactive/)
  await button('Delete: Ours (Copy)').click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText('Are you sure you want to delete "Ours (Copy)"?')).toBeVisible()
  await expect.element(dialog.getByText('1 version goes with it')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expectAccessible()
  expect(removed).toEqual([])
  await dialog.getByRole('button', { name: 'Delete Template' }).click()
  await says('Email template deleted successfully')
  await expect.element(row('Ours (Copy)')).not.toBeInTheDocument()
  await expect.element(button('Delete: PIN changed')).toHaveAttribute('aria-disabled', 'true')
})

test('switching on together touches what is off, switching off leaves the system alone, and the message says so', async () => {
  const { templates } = serveTemplates(
    { name: 'Bulk One', is_active: false },
    { name: 'Bulk Two' },
    { name: 'PIN changed', is_system: true },
  )
  const switched = serveSwitching(templates)
  await open(`${path}?search=Bulk`)
  const all = page.getByLabelText('Select All')
  await all.click({ force: true })
  await button('Activate Selected (2)').click()
  await says('Selected templates activated successfully')
  await expect.element(row('Bulk One')).not.toMatchTextContent(/Inactive/)
  await all.click({ force: true })
  await button('Deactivate Selected (2)').click()
  const question = page.getByRole('alertdialog')
  await expect.element(question.getByText('2 templates are switched off')).toBeVisible()
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await says('Selected templates deactivated successfully')
  await expect.element(row('Bulk Two')).toMatchTextContent(/Inactive/)
  expect(switched.map(({ params, body }) => [params.id, body])).toEqual([
    ['bulk-one', { is_active: true }],
    ['bulk-one', { is_active: false }],
    ['bulk-two', { is_active: false }],
  ])

  await open(`${path}?type=system`)
  await all.click({ force: true })
  await page.getByRole('button', { name: /^Deactivate Selected/ }).click()
  await expect.element(question.getByText('There is nothing to do.')).toBeVisible()
  await expect
    .element(question.getByText(/belong to the system, and stay as they are|belongs to the system, and stays as it is/))
    .toBeVisible()
})

test('when some cannot be switched, the message and the page say which and why', async () => {
  serveTemplates({ name: 'Fail One', is_active: false }, { name: 'Fail Two', is_active: false })
  serve(changeTemplatePart, ({ params: { id } }) => (id === 'fail-two' ? refusal('email.template_changed') : { success: true }))
  await open(path)
  await page.getByLabelText('Select All').click({ force: true })
  await page.getByRole('button', { name: /^Activate Selected/ }).click()
  await says('Failed to activate some templates')
  await says('Not all of them could be changed; 1 was.')
  await says(/Fail Two: Somebody else/)
})

test('auto-refresh is off until it is wanted, and then loads again by itself, but not while rows are chosen', async () => {
  holdTime()
  const { listed } = serveTemplates({ name: 'Ours' })
  await open(path)
  await expect.element(row('Ours')).toBeVisible()
  const first = listed.length
  await passTime(61_000)
  expect(listed.length).toBe(first)
  await button('Auto-refresh OFF').click()
  await says('Auto-refresh (30s)')
  await passTime(31_000)
  await expect.poll(() => listed.length).toBe(first + 1)
  const box = page.getByLabelText('Select Ours')
  await box.click({ force: true })
  await passTime(65_000)
  expect(listed.length).toBe(first + 1)
  await box.click({ force: true })
  await button('Auto-refresh ON').click()
  await says('Ready')
})

test('a test e-mail goes to the address that was typed, and the address is offered the next time', async () => {
  serveTemplates({ name: 'Ours' })
  const sent = serve(testTemplate, { success: true, message: 'Test email sent successfully' })
  await open(path)
  await button('Send Test Email: Ours').click()
  const dialog = page.getByRole('dialog', { name: 'Send Test Email' })
  const send = dialog.getByRole('button', { name: 'Send Test Email' })
  await expect.element(send).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabelText('Test Email Address').fill('trial@example.org')
  await send.click()
  await says('Test email sent successfully')
  expect(sent.map(({ params, body }) => [params.id, body.test_email])).toEqual([['ours', 'trial@example.org']])
  await button('Send Test Email: Ours').click()
  const field = dialog.getByLabelText('Test Email Address')
  await field.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('option', { name: 'trial@example.org' })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('trial@example.org')
  await expectAccessible()
})
