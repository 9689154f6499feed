import { listNotifications } from '@twofold/contract/admin/notifications'
import { createToken } from '@twofold/contract/tokens'
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  rotateWebhook,
  testWebhook,
} from '@twofold/contract/webhooks'
import { expect, test } from 'vitest'
import type { SunkRequest } from '../platform/testing/https-sink.ts'
import { eventually } from '../testing/eventually.ts'
import { pauseAfter } from './retry-schedule.ts'
import { outlastDeadEndpoint } from './testing/outlast-dead-endpoint.ts'
import { isSignedBy, isVerified } from './testing/check-signature.ts'
import { startWebhooks } from './testing/start-webhooks.ts'

const [minute, hour, day] = [60_000, 60 * 60_000, 24 * 60 * 60_000]

test('a message says what happened by ids only, and an implementation of Standard Webhooks verifies it', async () => {
  const { root, sink, add, webhooks } = await startWebhooks()
  const { secret, webhook } = await add({ signature: 'v1' })
  expect([secret?.startsWith('whsec_'), webhook.public_key]).toEqual([true, null])
  await root.enterPin()
  const made = await root.call(createToken, { body: { name: 'Script', scopes: ['keys:read'], expires_in_days: 30 } })
  await webhooks.sendDue()

  const [request] = sink.requests as [SunkRequest]
  expect(isVerified(secret ?? '', request)).toBe(true)
  expect(isVerified(secret ?? '', { ...request, body: `${request.body} ` })).toBe(false)
  expect(JSON.parse(request.body)).toEqual({
    type: 'token.created',
    timestamp: expect.any(String) as unknown,
    data: { token_id: made.body.token.id, owner_id: root.id },
  })
  expect(request.body).not.toContain(made.body.secret)
  const list = await root.call(listWebhooks, {})
  expect(list.body.data).toMatchObject([{ state: 'working', waiting: 0 }])
  expect(JSON.stringify(list.body)).not.toContain(secret)
})

test('with a key of our own, receivers check signatures by its public half', async () => {
  const { sink, add, happen, webhooks } = await startWebhooks()
  const { secret, webhook } = await add()
  expect([secret, webhook.signature, webhook.public_key?.startsWith('whpk_')]).toEqual([null, 'v1a', true])
  await happen()
  await webhooks.sendDue()
  const [request] = sink.requests as [SunkRequest]
  expect(isSignedBy(webhook.public_key ?? '', request)).toBe(true)
  expect(isSignedBy(webhook.public_key ?? '', { ...request, body: `${request.body} ` })).toBe(false)
})

test('a message exists exactly when its cause does, for the endpoints that asked for it', async () => {
  const { root, add, happen, transaction, after } = await startWebhooks()
  const { webhook } = await add({ event_types: ['token.created', 'token.leaked'] })
  await add({ event_types: ['code.taken'], path: '/other' })
  await happen()
  await expect(
    transaction(async (tx) => {
      await tx.publish('token.leaked', { token_id: 'x' })
      throw new Error('given up')
    }),
  ).rejects.toThrow('given up')
  await after(0)
  const { data } = (await root.call(listDeliveries, { params: { id: webhook.id } })).body
  expect(data.map(({ type, state }) => [type, state])).toEqual([['token.created', 'delivered']])
  const { data: endpoints } = (await root.call(listWebhooks, {})).body
  expect(endpoints.find(({ id }) => id !== webhook.id)?.state).toBe('starting')
})

test('a message is sent by the schedule of the specification, under the same id, until it arrives', async () => {
  const { root, sink, receiver, add, happen, after } = await startWebhooks()
  const { webhook } = await add()
  const statuses = [500, 301, 404, 429]
  await happen()
  for (const [index, pause] of [0, 5.5 * 1000, 5.5 * minute, 33 * minute].entries()) {
    receiver.answer = { status: statuses[index] ?? 500, headers: { location: `${sink.origin}/elsewhere` }, body: '' }
    await after(Math.max(0, pause - pause / 4))
    expect(sink.requests).toHaveLength(pause === 0 ? 1 : index)
    await after(pause / 4)
    expect(sink.requests).toHaveLength(index + 1)
  }
  receiver.answer = { status: 200, body: '' }
  await after(2.2 * hour)
  expect(new Set(sink.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(sink.requests.map(({ path }) => path))).toEqual(new Set(['/hook']))
  const { data } = (await root.call(listDeliveries, { params: { id: webhook.id } })).body
  expect(data).toMatchObject([{ state: 'delivered', tries: 5, last_status: 200, next_try_at: null }])
})

test('the schedule is 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, a tenth more or less, or later where the receiver asks', () => {
  const expected = [5000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour, undefined]
  expect(expected.map((_, index) => pauseAfter(index + 1, undefined, 0, 0.5))).toEqual(expected)
  expect([pauseAfter(1, undefined, 0, 0), pauseAfter(1, undefined, 0, 1)]).toEqual([4500, 5500])
  expect(pauseAfter(1, '120', 0, 0.5)).toBe(2 * minute)
  expect(pauseAfter(1, new Date(hour).toUTCString(), 0, 0.5)).toBe(hour)
  expect(pauseAfter(1, '999999999', 0, 0.5)).toBe(day)
  expect([pauseAfter(1, '-5', 0, 0.5), pauseAfter(1, 'soon', 0, 0.5)]).toEqual([5000, 5000])
})

test('an endpoint that answers 410 is switched off at once, one where nothing arrives after five days, and administrators are notified', async () => {
  const { app, root, receiver, add, happen, after, enter } = await startWebhooks({ work: true })
  const gone = await add()
  receiver.answer = { status: 410, body: '' }
  await happen()
  await after(0)
  const stateOf = async (id: string, by = root) => (await by.call(listWebhooks, {})).body.data.find((one) => one.id === id)?.state
  expect(await stateOf(gone.webhook.id)).toBe('gone')
  expect((await root.call(testWebhook, { params: { id: gone.webhook.id } })).body.code).toBe('webhooks.paused')

  const failing = await add({ path: '/failing' })
  receiver.answer = 'drop'
  await happen()
  await after(0)
  expect(await stateOf(failing.webhook.id)).toBe('failing')
  for (let days = 0; days < 5; days += 1) {
    expect(
      await app.db.selectFrom('webhook_endpoints').select('is_active').where('id', '=', failing.webhook.id).executeTakeFirst(),
    ).toEqual({
      is_active: true,
    })
    await happen()
    await after(day)
  }
  const again = await enter('root@example.org')
  const { data } = (await again.call(listWebhooks, {})).body
  expect(data.find(({ id }) => id === failing.webhook.id)).toMatchObject({ state: 'given_up', is_active: false })
  await eventually(async () => {
    const { body } = await again.call(listNotifications, { query: {} })
    expect(JSON.stringify(body)).toContain('Nothing has arrived at the endpoint Chat for 5 days. It is switched off.')
    expect(JSON.stringify(body)).toContain('The endpoint Chat answered that it is gone (410). It is switched off.')
  })
})

test('after three days away, an endpoint gets every message once by its id', () => outlastDeadEndpoint(40))

test('a message can be sent again under its id, and a test message says that it is one', async () => {
  const { root, sink, add, webhooks } = await startWebhooks()
  const { webhook } = await add()
  const params = { id: webhook.id }
  await root.call(testWebhook, { params })
  await webhooks.sendDue()
  const [delivery] = (await root.call(listDeliveries, { params })).body.data
  expect(delivery).toMatchObject({ type: 'webhook.test', state: 'delivered' })
  await root.call(resendDelivery, { params: { ...params, delivery_id: delivery?.id ?? '' } })
  await webhooks.sendDue()
  expect(sink.requests.map(({ headers }) => headers['webhook-id'])).toEqual([delivery?.id, delivery?.id])
  const unknown = await root.call(resendDelivery, { params: { ...params, delivery_id: crypto.randomUUID() } })
  expect(unknown.body.code).toBe('webhooks.delivery_not_found')
})

test('an endpoint can be paused, changed and removed; every administrator is notified', async () => {
  const { root, sink, add, happen, after } = await startWebhooks({ work: true })
  const { webhook } = await add()
  const { name, url, event_types } = webhook
  const change = (is_active: boolean) =>
    root.call(changeWebhook, { params: { id: webhook.id }, body: { name, url, ca: webhook.ca ?? '', event_types, is_active } })
  expect((await change(false)).body).toMatchObject({ webhook: { state: 'paused' } })
  await happen()
  await after(0)
  expect((await change(true)).body.webhook.state).toBe('starting')
  await happen()
  await after(0)
  expect(sink.requests).toHaveLength(1)
  await root.call(deleteWebhook, { params: { id: webhook.id } })
  expect((await root.call(listWebhooks, {})).body.data).toEqual([])
  await eventually(async () => {
    const { body } = await root.call(listNotifications, { query: {} })
    expect(JSON.stringify(body)).toContain('removed the endpoint Chat')
  })
})

test('a webhook that gets a new secret or has another certificate trusted does not do so unseen', async () => {
  const { app, root, add } = await startWebhooks({ work: true })
  const { webhook } = await add({ signature: 'v1' })
  const countChanges = async () => {
    const { body } = await root.call(listNotifications, { query: {} })
    return JSON.stringify(body).split('changed the endpoint Chat').length - 1
  }
  await root.call(rotateWebhook, { params: { id: webhook.id } })
  await eventually(async () => expect(await countChanges()).toBeGreaterThan(0))
  const { name, url, event_types } = webhook
  await root.call(changeWebhook, { params: { id: webhook.id }, body: { name, url, ca: '', event_types, is_active: true } })
  const changed = await app.db.selectFrom('audit_log').select(['before', 'after']).where('action', '=', 'webhook.changed').execute()
  expect(changed).toEqual([{ before: { ca: expect.stringContaining('BEGIN CERTIFICATE') as unknown }, after: { ca: null } }])
})

/** SSRF corpus: what an administrator might type, or a name turn into. */
const inside = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.1.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::a00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fc00::1]',
  '[fe80::1]',
  '[ff02::1]',
  'localhost',
]
test('no endpoint is in a private network, however its address is written, now or when its name changes', async () => {
  const { app, root, sink, happen, after } = await startWebhooks({ env: { OUTBOUND_ALLOW: '' } })
  const body = { name: 'Inside', event_types: ['token.created' as const] }
  for (const host of inside) {
    const { status, body: said } = await root.call(addWebhook, { body: { ...body, url: `https://${host}/hook` } })
    expect([host, status, Object.keys(said.errors ?? {})]).toEqual([host, 422, ['url']])
  }
  for (const url of [
    'http://example.com/',
    'https://user:pass@example.com/',
    'https://example.com:8443/',
    'ftp://example.com/',
    'https://a.example\\@b.example/',
  ])
    expect([url, (await root.call(addWebhook, { body: { ...body, url } })).status]).toEqual([url, 422])

  // As if the name had meant something else when it was typed.
  const made = await root.call(addWebhook, { body: { ...body, url: 'https://public.invalid/hook' } })
  for (const host of ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]']) {
    await app.db
      .updateTable('webhook_endpoints')
      .set({ url: `https://${host}:${sink.port}/hook`, ca: sink.ca })
      .execute()
    await happen()
    await after(0)
  }
  await app.db.updateTable('webhook_endpoints').set({ url: 'https://localhost/hook' }).execute()
  await happen()
  await after(0)
  expect(sink.requests).toEqual([])
  const { data } = (await root.call(listDeliveries, { params: { id: made.body.webhook.id } })).body
  expect(data.map(({ last_status, tries }) => [last_status, tries > 0])).toEqual(Array.from({ length: 4 }, () => [null, true]))
})
