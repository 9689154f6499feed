import { listActivity } from '@twofold/contract/profile'
import { signIn } from '@twofold/contract/sessions'
import { createToken, listTokens, revokeFoundToken, revokeToken, rotateToken } from '@twofold/contract/tokens'
import type { CallInput } from '@twofold/contract/endpoint'
import { expect, test } from 'vitest'
import { shareApp } from '../testing/share-app.ts'
import { createClient, createPerson, startTestApp, type TestApp, testPassword } from '../testing/start-test-app.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

type Body = CallInput<typeof createToken>['body']
const script: Body = { name: 'Deploy script', scopes: ['keys:read', 'codes:read'], expires_in_days: 90 }

/** Signs in again, because the earlier session has expired. */
async function enter(app: TestApp, email: string) {
  const { body } = await app.call(signIn, { body: { email, password: testPassword } })
  const person = createPerson(app.url, email, body.access_token ?? '')
  await person.enterPin()
  return person
}

const shared = shareApp(startTestApp)

async function startAnn() {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  await ann.enterPin()
  const make = async (fields: Partial<Body> = {}) => {
    const { status, body } = await ann.call(createToken, { body: { ...script, ...fields } })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return { ...body, by: by(app, body.secret) }
  }
  return { app, ann, make }
}

const by = (app: TestApp, secret: string | undefined) => createClient(app.url, { authorization: `Bearer ${secret ?? ''}` })
const isGood = async (client: ReturnType<typeof by>) => (await client.send('GET', '/api/tokens/self')).status === 200

test('a token takes the PIN, is shown once, and only its hash and last four characters are kept', async () => {
  const { app, ann, make } = await startAnn()
  const bo = await app.signUp('bo@example.org')
  expect((await bo.call(createToken, { body: script })).body.code).toBe('pin.required')
  const headers = { 'idempotency-key': 'a-key' }
  const first = await ann.call(createToken, { body: script }, headers)
  expect([first.status, first.body.secret]).toEqual([201, expect.stringMatching(/^twofold_pat_[0-9A-Za-z]{49}$/)])
  const again = await ann.call(createToken, { body: script }, headers)
  expect([again.body.token.id, again.body.secret]).toEqual([first.body.token.id, undefined])
  const { secret } = await make({ name: 'Another' })
  const { data } = (await ann.call(listTokens, {})).body
  expect(data.map(({ name }) => name)).toEqual(['Another', 'Deploy script'])
  expect(JSON.stringify(data)).not.toContain(secret)
  const rows = await app.db.selectFrom('access_tokens').selectAll().execute()
  expect(rows.find(({ id }) => id === data[0]?.id)?.last_four).toBe(secret?.slice(-4))
  expect(JSON.stringify(rows)).not.toContain(secret?.slice(12, 50))
})

test('a token always expires, within a year', async () => {
  const { app, ann, make } = await startAnn()
  const statusOf = async (expires_in_days: number | undefined) =>
    (await ann.send('POST', '/api/profile/tokens', { body: { ...script, expires_in_days } })).status
  expect(await Promise.all([undefined, 0, 366, 1.5].map((days) => statusOf(days as number)))).toEqual([422, 422, 422, 422])
  const { by: client, token } = await make({ expires_in_days: 1 })
  expect(token.expires_at).toBe(new Date(app.clock.now() + day).toISOString())
  app.clock.advance(day - 1)
  expect(await isGood(client)).toBe(true)
  app.clock.advance(1)
  expect(await isGood(client)).toBe(false)
})

test('administrators’ permissions, what an agent may not have, foreign keys and what is no network are wrong fields', async () => {
  const { app, ann } = await startAnn()
  const bo = await app.signUp('bo@example.org')
  const { key } = await bo.addKey('Hers')
  const codesOf = async (fields: Partial<Body>) => {
    const { status, body } = await ann.call(createToken, { body: { ...script, ...fields } })
    return [status, body.code, ...Object.keys(body.errors ?? {})]
  }
  expect(await codesOf({ scopes: ['audit:read'] })).toEqual([422, 'tokens.for_administrators', 'scopes'])
  expect(await codesOf({ scopes: ['keys:read', 'codes:read'], is_agent: true })).toEqual([422, 'tokens.agent_scopes', 'scopes'])
  expect(await codesOf({ key_ids: [key.id] })).toEqual([422, 'tokens.key_unknown', 'key_ids'])
  expect(await codesOf({ networks: ['10.1'] })).toEqual([422, 'tokens.network_invalid', 'networks'])
  expect((await codesOf({ networks: [] }))[0]).toBe(422)
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', ann.email).execute()
  const again = await enter(app, ann.email)
  expect((await again.call(createToken, { body: { ...script, scopes: ['audit:read'] } })).status).toBe(201)
})

test('a token reads the code of one key, of those that it is narrowed to, and that is noted', async () => {
  const { app, ann, make } = await startAnn()
  const [{ key }, { key: other }, { key: counter }] = [
    await ann.addKey('One'),
    await ann.addKey('Two'),
    await ann.addKey('Three', { type: 'hotp' }),
  ]
  const { by: client } = await make({ key_ids: [key.id, counter.id] })
  const seen = (await ann.codes()).find(({ id }) => id === key.id)
  const { status, body } = await client.send<{ code: string; valid_for_seconds: number }>('GET', `/api/keys/${key.id}/code`)
  expect([status, body.code, body.valid_for_seconds]).toEqual([200, seen?.code, seen?.time_remaining])
  expect((await client.send('GET', `/api/keys/${other.id}/code`)).body.code).toBe('keys.not_found')
  expect((await client.send('GET', `/api/keys/${counter.id}/code`)).body.code).toBe('keys.code_on_demand')
  await app.usage.flush()
  expect(await app.db.selectFrom('key_usage').select('key_id').where('key_id', '=', key.id).execute()).toHaveLength(1)
})

test('a rotated token opens during the overlap and ends with it, to the second; its successor lasts as long as it was meant to', async () => {
  const { app, ann, make } = await startAnn()
  const { token, by: old } = await make({ expires_in_days: 30, networks: ['127.0.0.0/8'] })
  app.clock.advance(10 * day)
  const again = await enter(app, ann.email)
  const { body, status } = await again.call(rotateToken, { params: { id: token.id }, body: { overlap_hours: 2 } })
  expect([status, body.token.networks, body.token.expires_at]).toEqual([
    201,
    ['127.0.0.0/8'],
    new Date(app.clock.now() + 30 * day).toISOString(),
  ])
  const next = by(app, body.secret)
  app.clock.advance(2 * hour - 1000)
  expect(await Promise.all([isGood(old), isGood(next)])).toEqual([true, true])
  const { data } = (await again.call(listTokens, {})).body
  expect(data.map(({ is_replaced: isReplaced }) => isReplaced)).toEqual([false, true])
  app.clock.advance(1000)
  expect(await Promise.all([isGood(old), isGood(next)])).toEqual([false, true])
  await again.enterPin()
  expect((await again.call(rotateToken, { params: { id: token.id }, body: {} })).body.code).toBe('tokens.ended')
})

test('the overlap never makes a token live longer', async () => {
  const { app, ann, make } = await startAnn()
  const { token, by: old } = await make({ expires_in_days: 1 })
  app.clock.advance(day - hour)
  const again = await enter(app, ann.email)
  await again.call(rotateToken, { params: { id: token.id }, body: { overlap_hours: 168 } })
  app.clock.advance(hour)
  expect(await isGood(old)).toBe(false)
})

test('two rotations at once: one makes a successor', async () => {
  const { ann, make } = await startAnn()
  const { token } = await make()
  const rotate = () => ann.call(rotateToken, { params: { id: token.id }, body: {} })
  expect((await Promise.all([rotate(), rotate(), rotate()])).map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201, 409, 409,
  ])
})

test('a revoked token opens nothing from the next call on; another person’s cannot be revoked, rotated or seen', async () => {
  const { app, ann, make } = await startAnn()
  const { token, by: client } = await make()
  const bo = await app.signUp('bo@example.org')
  await bo.enterPin()
  expect((await bo.call(revokeToken, { params: { id: token.id } })).status).toBe(404)
  expect((await bo.call(rotateToken, { params: { id: token.id }, body: {} })).status).toBe(404)
  expect((await bo.call(listTokens, {})).body.data).toEqual([])
  expect(await isGood(client)).toBe(true)
  expect((await ann.call(revokeToken, { params: { id: token.id } })).body.said.message).toEqual([
    { code: 'token.revoked', values: { name: 'Deploy script' } },
  ])
  expect(await isGood(client)).toBe(false)
})

test('a finder of a token revokes it without signing in, as a form or JSON; a text that is no token gets the same answer', async () => {
  const { app, ann, make } = await startAnn()
  const [one, two] = [await make({ name: 'One' }), await make({ name: 'Two' })]
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const asForm = await app.send('POST', '/api/oauth/revoke', {
    raw: `token=${one.secret ?? ''}&token_type_hint=access_token&reason=leaked`,
    headers: form,
  })
  const asJson = await app.call(revokeFoundToken, { body: { token: two.secret ?? '' } })
  const again = await app.call(revokeFoundToken, { body: { token: two.secret ?? '' } })
  const none = await app.call(revokeFoundToken, { body: { token: 'nothing' } })
  for (const { status, body } of [asForm, asJson, again, none]) expect([status, body]).toEqual([200, {}])
  expect(await Promise.all([isGood(one.by), isGood(two.by)])).toEqual([false, false])
  const { data } = (await ann.call(listActivity, { query: {} })).body
  expect(data.slice(0, 2).map(({ kind }) => kind)).toEqual(['token_found', 'token_leaked'])
  const twice = await app.send('POST', '/api/oauth/revoke', { raw: 'token=a&token=b', headers: form })
  expect([twice.status, Object.keys(twice.body.errors ?? {})]).toEqual([400, ['token']])
  // A form is what any page may post anywhere: no other call reads one.
  expect((await app.send('POST', '/api/auth/login', { raw: 'email=a', headers: form })).status).toBe(415)
})

test('when and from where a token was used last is written at most once a minute', async () => {
  const { app, ann, make } = await startAnn()
  const { by: client } = await make()
  const lastUse = async () => (await ann.call(listTokens, {})).body.data[0]
  expect((await lastUse())?.last_used_at).toBeNull()
  const first = app.clock.date().toISOString()
  await isGood(client)
  app.clock.advance(minute - 1)
  await isGood(client)
  expect(await lastUse()).toMatchObject({ last_used_at: first, last_used_address: '127.0.0.1' })
  app.clock.advance(1)
  await isGood(client)
  expect((await lastUse())?.last_used_at).not.toBe(first)
})

test('while secrets are closed no token is made or rotated', async () => {
  const { app, ann, make } = await startAnn()
  const { token, by: client } = await make()
  const secrets_closed_until = new Date(app.clock.now() + hour)
  await app.db.updateTable('users').set({ secrets_closed_until }).where('email', '=', ann.email).execute()
  expect((await ann.call(createToken, { body: script })).body.code).toBe('keys.secrets_closed')
  expect((await ann.call(rotateToken, { params: { id: token.id }, body: {} })).body.code).toBe('keys.secrets_closed')
  // Earlier tokens still work, and can be revoked.
  expect(await isGood(client)).toBe(true)
  expect((await ann.call(revokeToken, { params: { id: token.id } })).status).toBe(200)
})

test('an administrator’s token reads the audit log, until its person is none', async () => {
  const { app, ann } = await startAnn()
  const role = (name: 'admin' | 'user') => app.db.updateTable('users').set({ role: name }).where('email', '=', ann.email).execute()
  await role('admin')
  const again = await enter(app, ann.email)
  const { secret } = (await again.call(createToken, { body: { ...script, scopes: ['audit:read'] } })).body
  const client = by(app, secret)
  expect((await client.send('GET', '/api/admin/audit')).status).toBe(200)
  await role('user')
  expect((await client.send('GET', '/api/admin/audit')).body.code).toBe('auth.forbidden')
})

test('an agent takes codes of named keys without asking for as many minutes, and no rotation gives it more', async () => {
  const { app, ann, make } = await startAnn()
  const [{ key }, { key: other }] = [await ann.addKey('Registry'), await ann.addKey('Other')]
  const agent = { scopes: ['codes:take' as const], is_agent: true }
  for (const fields of [
    { ...agent, trusted_minutes: 30 },
    { scopes: ['codes:take' as const], key_ids: [key.id], trusted_minutes: 30 },
  ]) {
    const refused = await ann.call(createToken, { body: { ...script, ...fields } })
    expect([refused.status, refused.body.code]).toEqual([422, 'tokens.trust_unnamed'])
  }
  expect((await ann.call(createToken, { body: { ...script, ...agent, key_ids: [key.id], trusted_minutes: 61 } })).status).toBe(422)

  const { by: client, token } = await make({ ...agent, key_ids: [key.id], trusted_minutes: 30 })
  const until = new Date(app.clock.now() + 30 * minute)
  expect(token.trusted_until).toBe(until.toISOString())
  const take = async (from: typeof client, id: string) => {
    const { body } = await from.send<{ take?: { state: string } }>('POST', `/api/keys/${id}/take`, {
      body: { wait_seconds: 600, hold_seconds: 0 },
    })
    return body.take?.state ?? body.code
  }
  expect(await take(client, key.id)).not.toBe('awaiting_approval')
  expect(await take(client, other.id)).toBe('keys.not_found')
  const { body: rotated } = await ann.call(rotateToken, { params: { id: token.id }, body: { overlap_hours: 1 } })
  expect(rotated.token.trusted_until).toBe(null)
  expect(await take(by(app, rotated.secret), key.id)).toBe('awaiting_approval')
  app.clock.set(until.getTime())
  expect(await take(client, key.id)).toBe('awaiting_approval')
})

test('while a token is rotated no call fails, with the old one or the new, until the overlap is over to the second', async () => {
  const { app, ann, make } = await startAnn()
  const { by: old, token } = await make()
  const call = async (client: typeof old) => (await client.send('GET', '/api/keys')).status
  // Together no more than one account may have waiting.
  const many = (client: typeof old) => Array.from({ length: 60 }, () => call(client))
  const before = many(old)
  const rotating = ann.call(rotateToken, { params: { id: token.id }, body: { overlap_hours: 1 } })
  const during = many(old)
  const successor = by(app, (await rotating).body.secret)
  const after = [...many(old), ...many(successor)]
  expect(new Set(await Promise.all([...before, ...during, ...after]))).toEqual(new Set([200]))
  app.clock.advance(hour - 1000)
  expect([await call(old), await call(successor)]).toEqual([200, 200])
  app.clock.advance(1000)
  expect([await call(old), await call(successor)]).toEqual([401, 200])
})
