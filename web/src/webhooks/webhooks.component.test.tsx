import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  rotateWebhook,
  testWebhook,
  type Webhook,
} from '@twofold/contract/webhooks'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { signInAsAdministrator } from '../testing/back-office.ts'
import type { Said } from '../testing/example.ts'
import { button, chooseAction } from '../testing/fields.ts'
import { open } from '../testing/open.tsx'
import { refusal, serve } from '../testing/server.ts'
import { idOf } from '../testing/vault.ts'

const says = (text: string) => expect.element(page.getByText(text).first()).toBeVisible()
const dialog = (name: string) => page.getByRole('dialog', { name })
const webhook: Said<Webhook> = {
  id: idOf(1),
  name: 'Chat',
  url: 'https://hooks.example.com/twofold',
  ca: null,
  event_types: ['token.leaked'],
  signature: 'v1a',
  public_key: 'whpk_cHVibGlj',
  is_active: true,
  state: 'working',
  failing_since: null,
  waiting: 0,
  last_delivered_at: '2026-11-20T10:00:00.000Z',
  former_until: null,
  former_secrets: 0,
}
const act = (name: string) => chooseAction('Chat', name)

beforeEach(() => void signInAsAdministrator())

test('an endpoint that is added shows its secret once, and a refused field says why', async () => {
  serve(listWebhooks, { data: [] })
  const reason = '127.0.0.1 is not a public host. If it is yours, list it in OUTBOUND_ALLOW.'
  serve(addWebhook, refusal('request.invalid', {}, { errors: { url: [reason] } }))
  await open('/admin/webhooks')
  await says('No endpoints yet')
  await button('Add endpoint').click()
  const form = dialog('Add endpoint')
  await form.getByLabelText('Name').fill('Chat')
  await form.getByLabelText('Address').fill(webhook.url ?? '')
  await form.getByLabelText('token.leaked').click()
  await form.getByLabelText('Signature').selectOptions('v1')
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  await says(reason)
  await expect.element(form.getByLabelText('Address')).toHaveFocus()
  // At its end: elsewhere the foot of the dialog may stand over half a checkbox, which axe takes for a small one.
  await form.getByLabelText('Certificate authority').click()
  await expectAccessible()
  const added = serve(addWebhook, { webhook: { ...webhook, signature: 'v1', public_key: null }, secret: 'whsec_c2VjcmV0' })
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  await says('whsec_c2VjcmV0')
  const { name, url, event_types } = webhook
  await expect.poll(() => added.at(-1)?.body).toEqual({ name, url, event_types, ca: '', signature: 'v1' })
  await expectAccessible()
  await dialog('Signing secret').getByRole('button', { name: 'Done' }).click()
  await expect.element(dialog('Signing secret')).not.toBeInTheDocument()
})

test('an endpoint whose secret was lost with the first answer says how to get another one', async () => {
  serve(listWebhooks, { data: [] })
  serve(addWebhook, { webhook: { ...webhook, signature: 'v1', public_key: null }, secret: null })
  await open('/admin/webhooks')
  await button('Add endpoint').click()
  const form = dialog('Add endpoint')
  await form.getByLabelText('Name').fill('Chat')
  await form.getByLabelText('Address').fill(webhook.url ?? '')
  await form.getByLabelText('token.leaked').click()
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  await expect.element(dialog('The signing secret did not arrive')).toMatchTextContent(/Renew the secret in the endpoint’s menu/)
})

test('an endpoint is tested, renewed, switched off and removed from its menu', async () => {
  serve(listWebhooks, { data: [{ ...webhook, state: 'failing', waiting: 3, failing_since: '2026-11-20T10:00:00.000Z' }] })
  const tested = serve(testWebhook, {})
  const changed = serve(changeWebhook, { webhook })
  const removed = serve(deleteWebhook, {})
  const renewed = (formers: number) =>
    serve(rotateWebhook, { webhook: { ...webhook, former_until: '2026-11-21T10:00:00.000Z', former_secrets: formers }, secret: null })
  renewed(1)
  await open('/admin/webhooks')
  await says('3 messages wait')
  await expectAccessible()
  await act('Send test')
  await expect.poll(() => tested.length).toBe(1)
  await act('Renew key')
  await says('whpk_cHVibGlj')
  await says('For 24 hours messages have the signature of the former key as well.')
  await dialog('Public key').getByRole('button', { name: 'Done' }).click()
  renewed(2)
  await act('Renew key')
  await says('Messages have the signatures of 2 former keys as well, each for 24 hours after it was renewed.')
  await dialog('Public key').getByRole('button', { name: 'Done' }).click()
  await act('Switch off')
  await expect.poll(() => changed.at(-1)?.body?.is_active).toBe(false)
  await act('Remove')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove endpoint' }).click()
  await expect.poll(() => removed.length).toBe(1)
})

test('messages of an endpoint say what was answered last, and one is sent again', async () => {
  serve(listWebhooks, { data: [webhook] })
  const message = { body: '{}', tries: 1, last_tried_at: '2026-11-20T10:00:00.000Z', created_at: '2026-11-20T10:00:00.000Z' }
  serve(listDeliveries, {
    data: [
      { ...message, id: idOf(2), type: 'token.leaked', state: 'delivered', last_status: 204, next_try_at: null },
      { ...message, id: idOf(3), type: 'webhook.test', state: 'waiting', last_status: null, next_try_at: '2026-11-20T10:05:00.000Z' },
    ],
  })
  const resent = serve(resendDelivery, {})
  await open('/admin/webhooks')
  await act('Show messages')
  await says('204')
  await says('No answer')
  await expectAccessible()
  await dialog('Messages').getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => resent.at(-1)?.params).toEqual({ id: idOf(1), delivery_id: idOf(2) })
})
