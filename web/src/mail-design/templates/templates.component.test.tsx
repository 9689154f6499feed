import { getTemplate, listTemplates } from '@twofold/contract/mail-design/templates'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { open } from '../../testing/open.tsx'
import { failAndRetry } from '../../testing/retry.ts'
import { refusal, serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

const path = '/admin/email/templates'

const templatesWith = (...some: { slug: string; name: string; events?: string[] }[]) => {
  const templates = some.map((one, index) => ({ id: idOf(index + 1), category: 'notification', ...one }))
  return { success: true, data: templates, templates }
}

beforeEach(() => void signInAsAdministrator())

test('three linked events stand in a row, the rest is counted, and a template without one offers to link one', async () => {
  const events = ['key.shared', 'pin.reset', 'pin.changed', 'key.created', 'key.deleted']
  serve(listTemplates, templatesWith({ slug: 'linked', name: 'Linked', events }, { slug: 'alone', name: 'Alone' }))
  await open(path)
  const linked = page.getByRole('row').filter({ hasText: 'Linked' })
  await expect
    .element(linked.getByRole('link', { name: 'key.shared', exact: true }))
    .toHaveAttribute('href', '/admin/email/events?highlight=key.shared')
  await expect.element(linked.getByRole('link', { name: 'pin.changed' })).toBeVisible()
  await expect.element(linked.getByRole('link', { name: 'key.created' })).not.toBeInTheDocument()
  await expect.element(linked.getByText('+2 more')).toBeVisible()
  const link = page.getByRole('row').filter({ hasText: 'Alone' }).getByRole('link', { name: 'Link Events' })
  await expect.element(link).toHaveAttribute('href', '/admin/email/events?action=create&template_slug=alone&template_name=Alone')
})

test('a list that fails to load says so, and Retry brings it', async () => {
  await failAndRetry(listTemplates, path, 'Failed to fetch email templates: Something went wrong', () =>
    serve(listTemplates, templatesWith({ slug: 'one', name: 'Template One' })),
  )
  await expect.element(page.getByRole('table', { name: 'Email templates' })).toBeVisible()
})

test('without templates the screen offers to make the first one', async () => {
  serve(listTemplates, templatesWith())
  await open(path)
  await expect.element(page.getByRole('heading', { name: 'No email templates' })).toBeVisible()
  await expect.element(page.getByText('Get started by creating your first email template')).toBeVisible()
  await expect.element(page.getByLabelText('Search templates')).not.toBeInTheDocument()
})

test('a template that fails to load: the specified title, the message and Retry', async () => {
  serve(getTemplate, refusal('email.template_not_found'))
  await open(`${path}/no-such-template`)
  await expect.element(page.getByRole('heading', { name: 'Error Loading Template' })).toBeVisible()
  await expect.element(page.getByText('There is no such e-mail template.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible()
})
