import {
  changeMapping,
  changeMappingPart,
  createMapping,
  listAvailableEvents,
  getMapping,
  listMappingDecisions,
  listMappings,
  removeMapping,
  toggleMapping,
} from '@twofold/contract/mail-rules/mapping-calls'
import { testEvent, testMapping } from '@twofold/contract/mail-delivery/mapping-trials'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { focus } from '../../testing/keyboard.ts'
import { failAndRetry } from '../../testing/retry.ts'
import { pageOf } from '../../testing/paging.ts'
import { refusal, serve, serveLater } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

const says = (text: string) => expect.element(page.getByText(text).first()).toBeVisible()
const row = (event: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name: event, exact: true }) })

async function act(event: string, name: string) {
  await page.getByRole('button', { name: `Actions for ${event}`, exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

const mappings = ['key.shared', 'pin.changed', 'user.password.changed'].map((event_name, index) => ({
  id: idOf(index + 1),
  event_name,
  template_slug: 'a-template',
  template_name: 'A template',
  template: { slug: 'a-template', name: 'A template' },
  is_active: true,
}))
const list = { success: true, mappings, templates: [{ slug: 'a-template', name: 'A template', category: 'security', is_active: true }] }

beforeEach(() => {
  signInAsAdministrator()
  serve(listMappings, list)
  serve(listAvailableEvents, { events: mappings.map(({ event_name }) => event_name) })
})

test('search and category narrow the list down, and stand in the address', async () => {
  await open('/admin/email/events')
  await expect.element(row('key.shared')).toBeVisible()
  await page.getByLabelText('Search mappings').fill('key.shared')
  await expectAddress(/search=key.shared/)
  await expect.element(row('user.password.changed')).not.toBeInTheDocument()
  await page.getByLabelText('Category').selectOptions('User')
  await expect.element(page.getByRole('heading', { name: 'No mappings found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await open('/admin/email/events?highlight=pin.changed')
  await expect.element(page.getByLabelText('Search mappings')).toHaveValue('pin.changed')
  await expect.element(row('pin.changed')).toMatchTextContent('Default Provider')
  await expectAccessible()
})

test('Invalid JSON in conditions field: said, and nothing is saved', async () => {
  const calls = [serve(changeMapping, {}), serve(changeMappingPart, {})]
  await open('/admin/email/events?search=pin.changed')
  await act('pin.changed', 'Quick Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Event Mapping' })
  await dialog.getByRole('textbox', { name: 'Conditions (JSON)' }).click()
  await userEvent.keyboard('not JSON')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await says('Invalid JSON in conditions field')
  expect(calls).toEqual([[], []])
})

test('a mapping is added once an event and a template are chosen', async () => {
  serve(listAvailableEvents, { events: ['pin.reset'], descriptions: [{ name: 'pin.reset', title: 'PIN reset' }] })
  const created = serve(createMapping, { missing_variables: ['city'] })
  await open('/admin/email/events')
  await page.getByRole('button', { name: 'Add Mapping' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Event Mapping' })
  await dialog.getByRole('button', { name: 'Create Mapping' }).click()
  await says('Please choose an event')
  await says('Please choose a template')
  await expect.element(dialog.getByLabelText('Event')).toHaveFocus()
  await dialog.getByLabelText('Event').selectOptions('pin.reset')
  await dialog.getByLabelText('Template').selectOptions('a-template')
  await dialog.getByLabelText('Cooldown in seconds').fill('60')
  await dialog.getByRole('button', { name: 'Create Mapping' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .poll(() => created.at(-1)?.body)
    .toEqual({
      event_name: 'pin.reset',
      template_slug: 'a-template',
      provider_id: null,
      is_active: true,
      description: null,
      conditions: { cooldown: 60 },
    })
  await says('Event mapping created')
  await says('The event does not have these variables of the template, which stay empty: city')
})

test('a mapping that is edited keeps its event, and a refusal says why in the dialog', async () => {
  const changed = serve(changeMapping, refusal('server.unavailable'))
  await open('/admin/email/events?search=pin.changed')
  await act('pin.changed', 'Quick Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Event Mapping' })
  await expect.element(dialog.getByLabelText('Template')).toHaveValue('a-template')
  await dialog.getByLabelText('Description').fill('For auditors')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await says('Failed to update event mapping: The database cannot be reached right now.')
  await expect
    .poll(() => changed.at(-1)?.body)
    .toMatchObject({ event_name: 'pin.changed', template_slug: 'a-template', description: 'For auditors' })
})

test('a provider that the list does not have stays the mapping’s when somebody passes its field', async () => {
  const provider_id = idOf(9)
  serve(listMappings, { ...list, mappings: mappings.map((mapping) => ({ ...mapping, provider_id })) })
  const changed = serve(changeMapping, { missing_variables: [] })
  await open('/admin/email/events?search=pin.changed')
  await act('pin.changed', 'Quick Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Event Mapping' })
  await focus(dialog.getByLabelText('Provider'))
  await userEvent.keyboard('{Tab}')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect.poll(() => changed).toMatchObject([{ body: { provider_id } }])
})

test('a test that a mail server refuses says why until the next is sent, and keeps what was typed', async () => {
  for (const endpoint of [testEvent, testMapping])
    serve(endpoint, {
      success: false,
      message: '550 No such user',
      provider: 'Main',
      status: 'failed',
      send_method: 'sync',
      email_log_id: 'x',
    })
  await open('/admin/email/events?search=pin.changed')
  await act('pin.changed', 'Test')
  const dialog = page.getByRole('dialog', { name: 'Test Event Mapping' })
  await dialog.getByLabelText('Email').fill('bo@example.org')
  await dialog.getByLabelText('Test data (JSON)').fill('{')
  await dialog.getByRole('button', { name: 'Send Test' }).click()
  await says('Invalid JSON in test data')
  await dialog.getByLabelText('Test data (JSON)').fill('{}')
  await dialog.getByRole('button', { name: 'Send Test' }).click()
  const answer = dialog.getByText('Failed to test email: 550 No such user')
  await expect.element(answer).toBeVisible()
  await expect.element(dialog.getByLabelText('Email')).toHaveValue('bo@example.org')
  await dialog.getByLabelText('Test data (JSON)').fill('{')
  await dialog.getByRole('button', { name: 'Send Test' }).click()
  await says('Invalid JSON in test data')
  await expect.element(answer).toBeVisible()
  const next = serveLater(testEvent, { success: true })
  await dialog.getByLabelText('Test data (JSON)').fill('{}')
  await dialog.getByRole('button', { name: 'Send Test' }).click()
  await expect.element(answer).not.toBeInTheDocument()
  next.release()
})

test('the page of a mapping has its decisions, each with what came of it and every check, narrowed down in the address', async () => {
  const checked = { check: 'mapping', passed: true, detail: 'The mapping is active' } as const
  const decisions = [
    { id: idOf(11), recipient_email: 'ann@example.org', outcome: 'sent', trace: [checked] },
    {
      id: idOf(12),
      recipient_email: 'bo@example.org',
      outcome: 'not_sent',
      trace: [checked, { check: 'preference', passed: false, detail: 'They do not want this mail' }],
    },
  ] as const
  const path = `/admin/email/events/${idOf(2)}`
  serve(getMapping, { success: true, mapping: mappings[1], event: { name: 'pin.changed' } })
  await failAndRetry(listMappingDecisions, path, 'The decisions could not be loaded', () =>
    serve(listMappingDecisions, ({ query: { outcome } }) => {
      const wanted = decisions.filter((one) => outcome === undefined || one.outcome === outcome)
      return { success: true, decisions: pageOf(wanted, 1) }
    }),
  )
  const entry = (email: string) => page.getByRole('list', { name: 'Decisions' }).getByRole('listitem').filter({ hasText: email })
  await expect.element(entry('ann@example.org')).toMatchTextContent(/Sent/)
  await expect.element(entry('bo@example.org')).toMatchTextContent(/Not sent.*They do not want this mail/)
  const checks = entry('bo@example.org').getByRole('list', { name: 'Decision' })
  await expect.element(checks).not.toBeInTheDocument()
  await page.getByText('bo@example.org').click()
  await expect.element(checks.getByRole('listitem').first()).toHaveTextContent('Passed: Mapping The mapping is active')
  await expect.element(checks.getByRole('listitem').last()).toHaveTextContent('Stopped it: Preference They do not want this mail')
  await expectAccessible()

  await page.getByLabelText('Outcome').selectOptions('Not sent')
  await expectAddress(`${path}?outcome=not_sent`)
  await expect.element(page.getByText('ann@example.org')).not.toBeInTheDocument()
  serve(listMappingDecisions, { success: true })
  await page.getByLabelText('Outcome').selectOptions('Sent')
  await expect.element(page.getByRole('heading', { name: 'No decisions of this kind' })).toBeVisible()
  await open(path)
  await expect.element(page.getByRole('heading', { name: 'No decisions yet' })).toBeVisible()
})

test('a refusal of the server is shown with the reason', async () => {
  for (const endpoint of [toggleMapping, changeMappingPart, changeMapping, removeMapping]) serve(endpoint, refusal('server.unavailable'))
  const reason = 'The database cannot be reached right now.'
  await open('/admin/email/events?search=pin.changed')
  await act('pin.changed', 'Disable')
  await says(`Failed to update event mapping: ${reason}`)
  await act('pin.changed', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await says(`Failed to remove event mapping: ${reason}`)
})
