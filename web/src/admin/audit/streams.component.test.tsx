import { type AuditStream, changeStream, createStream, deleteStream, listStreams, retryStream } from '@twofold/contract/admin/streams'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import type { Said } from '../../testing/example.ts'
import { button, chooseAction } from '../../testing/fields.ts'
import { open } from '../../testing/open.tsx'
import { refusal, serve, serveLater } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

const says = (text: string) => expect.element(page.getByText(text).first()).toBeVisible()
const dialog = (name: string) => page.getByRole('dialog', { name })
const target = { kind: 'https' as const, url: 'https://siem.example.com/audit' }
const stream: Said<AuditStream> = {
  id: idOf(1),
  name: 'SIEM',
  kind: 'https',
  is_active: true,
  target,
  destination: target.url,
  state: 'working',
  sent_sequence: 1200,
  sent_at: '2026-11-20T10:00:00.000Z',
  waiting: 0,
  lag_seconds: null,
  failing_since: null,
  last_error: null,
  next_try_at: null,
}
const act = (name: string) => chooseAction('SIEM', name)

beforeEach(() => void signInAsAdministrator())

test('a stream that is added to an address shows its signing secret once', async () => {
  serve(listStreams, { data: [] })
  const created = serve(createStream, { message: 'The stream is added.', stream, signing_secret: 'whsec_c2VjcmV0' })
  await open('/admin/audit/streams')
  await says('No streams yet')
  await button('Add stream').click()
  const form = dialog('Add stream')
  await form.getByLabelText('Receiver').selectOptions('https')
  await form.getByLabelText('Name').fill('SIEM')
  await form.getByLabelText('Address').fill(target.url)
  await form.getByLabelText('Begin with').selectOptions('beginning')
  // The secret does not wait for the list that now has the stream.
  serveLater(listStreams, { data: [stream] })
  await form.getByRole('button', { name: 'Add stream' }).click()
  await expect.element(form.getByLabelText('Signing secret')).toHaveValue('whsec_c2VjcmV0')
  await expectAccessible()
  await expect.poll(() => created.at(-1)?.body).toEqual({ name: 'SIEM', from: 'beginning', target: { ...target, ca: '' } })
  await form.getByRole('button', { name: 'Done' }).click()
  await expect.element(form).not.toBeInTheDocument()
})

test('a stream whose signing secret was lost with the first answer says how to get another one', async () => {
  serve(listStreams, { data: [] })
  serve(createStream, { message: 'The stream is added.', stream, signing_secret: null })
  await open('/admin/audit/streams')
  await button('Add stream').click()
  const form = dialog('Add stream')
  await form.getByLabelText('Receiver').selectOptions('https')
  await form.getByLabelText('Name').fill('SIEM')
  await form.getByLabelText('Address').fill(target.url)
  await form.getByRole('button', { name: 'Add stream' }).click()
  await says('its signing secret could not be shown')
})

test('a field of the target that the server refuses says why', async () => {
  serve(listStreams, { data: [] })
  const reason = '127.0.0.1 is not a public host. If it is yours, list it in OUTBOUND_ALLOW.'
  serve(createStream, refusal('request.invalid', {}, { errors: { 'target.host': [reason] } }))
  await open('/admin/audit/streams')
  await button('Add stream').click()
  await dialog('Add stream').getByLabelText('Name').fill('SIEM')
  await dialog('Add stream').getByLabelText('Host').fill('127.0.0.1')
  await dialog('Add stream').getByRole('button', { name: 'Add stream' }).click()
  await says(reason)
  await expect.element(dialog('Add stream').getByLabelText('Host')).toHaveFocus()
  expect(dialog('Add stream').getByText(reason).elements()).toHaveLength(1)
})

test('a stream that fails says since when and why, and can be tried at once', async () => {
  const failing = { state: 'failing' as const, failing_since: '2026-11-20T11:00:00.000Z', next_try_at: '2026-11-20T11:05:00.000Z' }
  serve(listStreams, { data: [{ ...stream, ...failing, waiting: 7, last_error: 'The receiver answered 503.' }] })
  const retried = serve(retryStream, { message: 'The stream is tried again.' })
  await open('/admin/audit/streams')
  await says('Failing')
  await says('The receiver answered 503.')
  await says('7 rows wait')
  await expectAccessible()
  await act('Try now')
  await expect.poll(() => retried.length).toBe(1)
})

test('a stream is paused and removed, and removing asks first', async () => {
  serve(listStreams, { data: [stream] })
  const changed = serve(changeStream, { message: 'The stream is saved.', stream })
  const removed = serve(deleteStream, { message: 'The stream is removed.' })
  await open('/admin/audit/streams')
  await act('Pause')
  await expect.poll(() => changed.at(-1)?.body).toEqual({ name: 'SIEM', is_active: false, target })
  await act('Remove')
  expect(removed).toHaveLength(0)
  await button('Remove stream').click()
  await expect.poll(() => removed.length).toBe(1)
})

test('a stream is edited with the fields that it has', async () => {
  serve(listStreams, { data: [stream] })
  const changed = serve(changeStream, { message: 'The stream is saved.', stream })
  await open('/admin/audit/streams')
  await act('Edit')
  await dialog('Edit stream').getByLabelText('Name').fill('Collector')
  await dialog('Edit stream').getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => changed.at(-1)?.body).toEqual({ name: 'Collector', is_active: true, target: { ...target, ca: '' } })
})
