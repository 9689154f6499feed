import { changeSettings } from '@twofold/contract/admin/settings'
import { type Endpoint, taggedEndpoint } from '@twofold/contract/endpoint'
import { catalogue } from '@twofold/contract/error-catalogue'
import { signIn } from '@twofold/contract/sessions'
import { takeCode } from '@twofold/contract/takes'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createPerson, startTestApp, testPassword, testPin } from '../../testing/start-test-app.ts'
import { type AppError, fail, failField } from '../fail.ts'
import { fieldsThatAre, type Rules, validate } from './validate.ts'

const endpoint = taggedEndpoint('Test')
const base = { summary: 'For a test', response: z.object({}) }
const things = endpoint('POST /things/{id}', {
  ...base,
  params: z.strictObject({ id: z.string().check(z.maxLength(3)) }),
  query: z.strictObject({ page: z.optional(z.string()) }),
  body: z.strictObject({
    name: z.string(),
    size: z.optional(z.int()),
    items: z.optional(z.array(z.int()).check(z.maxLength(600))),
  }),
})
const reading = endpoint('GET /things', base)

async function outcomeOf(parts: { params?: unknown; query?: unknown; body?: unknown }, rules?: Rules, call: Endpoint = things) {
  try {
    return await validate(call, { params: { id: '7' }, body: { name: 'x' }, ...parts } as unknown as FastifyRequest, rules)
  } catch (error) {
    const { code, errors } = error as AppError
    return { code, errors }
  }
}

test('a valid request comes back as its schemas read it, and a call without fields has none', async () => {
  expect(await outcomeOf({ query: { page: '2' } })).toEqual({ params: { id: '7' }, query: { page: '2' }, body: { name: 'x' } })
  expect(await outcomeOf({ params: undefined, body: { ignored: true } }, undefined, reading)).toEqual({
    params: {},
    query: {},
    body: undefined,
  })
  expect(await outcomeOf({ query: { page: '1' } }, undefined, reading)).toMatchObject({
    errors: { page: ['This field is not known here.'] },
  })
})

test.each([
  [takeCode, { wait_seconds: 901 }, { wait_seconds: ['Too big. Maximum: 900.'] }],
  [takeCode, { wait_seconds: -1 }, { wait_seconds: ['Too small. Minimum: 0.'] }],
  [takeCode, { reason: 'x'.repeat(201) }, { reason: ['Too long. Maximum length: 200.'] }],
  [takeCode, { reason: '' }, { reason: ['Too short. Minimum length: 1.'] }],
  [things, { name: 'x', items: Array.from({ length: 601 }, () => 1) }, { items: ['Too many entries. Maximum: 600.'] }],
])('a field out of its bounds is answered with the bound, in plain words: %#', async (call, body, errors) => {
  expect(await outcomeOf({ body }, undefined, call)).toMatchObject({ errors: expect.objectContaining(errors) as object })
})

test('path, query and body are judged together', async () => {
  expect(await outcomeOf({ params: { id: '7777' }, query: { other: '1' }, body: undefined })).toMatchObject({
    code: 'request.invalid',
    errors: { id: [expect.any(String)], other: ['This field is not known here.'], name: [expect.any(String)] },
  })
  expect(await outcomeOf({ body: [] })).toMatchObject({ errors: { request: [expect.any(String)] } })
})

test('an address has 100 parameters at most', async () => {
  const query = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, '']))
  expect(await outcomeOf({ query: query(100) })).toMatchObject({ code: 'request.invalid' })
  expect(await outcomeOf({ query: query(101) })).toMatchObject({ code: 'request.too_many_parts' })
})

test.each([10, 199, 200, 201, 600])('a list of %i items is judged item by item', async (length) => {
  const items = Array.from({ length }, (_, index) => index)
  expect(await outcomeOf({ body: { name: 'x', items } })).toMatchObject({ body: { name: 'x', items } })
  const wrong = items.with(5, 'x' as unknown as number).with(length - 1, null as unknown as number)
  const { errors } = (await outcomeOf({ body: { name: 1, items: wrong } })) as { errors: object }
  expect(Object.keys(errors).toSorted()).toEqual(['name', 'items.5', `items.${length - 1}`].toSorted())
})

test('a list that is too long is named once, whatever is in it', async () => {
  const { errors } = (await outcomeOf({ body: { name: 'x', items: Array.from({ length: 601 }, () => 'x') } })) as { errors: object }
  expect(Object.keys(errors)).toEqual(['items'])
})

test('50 errors are named, of lists too, and names are cut after 100 characters', async () => {
  const count = async (body: object) => Object.keys(((await outcomeOf({ body })) as { errors: object }).errors).length
  const unknown = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`f${index}`, 1]))
  expect([await count({ name: 'x', ...unknown(49) }), await count({ name: 'x', ...unknown(60) })]).toEqual([49, 50])
  expect(await count({ name: 'x', items: Array.from({ length: 300 }, () => 'x') })).toBe(50)
  const { errors } = (await outcomeOf({ body: { name: 'x', ['y'.repeat(100)]: 1, ['z'.repeat(101)]: 1 } })) as { errors: object }
  expect(Object.keys(errors)).toEqual(['y'.repeat(100), `${'z'.repeat(100)}…`])
})

test('a field may be called like a part of every object', async () => {
  const { errors } = (await outcomeOf({ body: JSON.parse('{"name":"x","__proto__":1}') })) as { errors: object }
  expect(Object.keys(errors)).toEqual(['__proto__'])
})

test('rules judge the well-formed fields of a body that is malformed elsewhere, lists left out, and only those', async () => {
  const asked: unknown[] = []
  const rules: Rules = (fields) => {
    asked.push(fields)
    throw failField('access.question_name_taken', 'name')
  }
  const answer = await outcomeOf({ body: { name: 'x', size: 'wide', items: [1], other: 1 } }, rules)
  expect(answer).toMatchObject({
    errors: { name: [catalogue['access.question_name_taken'].message], size: [expect.any(String)], other: [expect.any(String)] },
  })
  expect(await outcomeOf({}, rules)).toMatchObject({ body: { name: 'x' } })
  await outcomeOf({ body: 7 }, rules)
  await outcomeOf({ body: null, params: { id: '7777' } }, rules)
  expect(asked).toEqual([{ name: 'x' }, {}, {}])
})

test('rules that complain of nothing add nothing, and a failure of theirs is one of ours', async () => {
  const wrong = { body: { name: 1 } }
  expect(Object.keys(((await outcomeOf(wrong, () => {})) as { errors: object }).errors)).toEqual(['name'])
  const failing = (error: Error) =>
    validate(things, wrong as unknown as FastifyRequest, async () => {
      throw error
    })
  const broken = new Error('broken')
  await expect(failing(broken)).rejects.toBe(broken)
  const missing = fail('keys.not_found')
  await expect(failing(missing)).rejects.toBe(missing)
})

test('fields of a schema are found by the schema they have', () => {
  const wanted = z.string()
  expect(fieldsThatAre(wanted, z.strictObject({ a: wanted, b: z.string(), c: wanted }))).toEqual(['a', 'c'])
  expect([fieldsThatAre(wanted, undefined), fieldsThatAre(wanted, wanted)]).toEqual([[], []])
})

test('a password that the installation finds too short is named together with malformed fields, in every call that takes a new one', async () => {
  const app = await startTestApp()
  const ada = await app.signUp('ada@example.org')
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', ada.email).execute()
  const signedIn = await app.call(signIn, { body: { email: ada.email, password: testPassword } })
  await createPerson(app.url, ada.email, signedIn.body.access_token ?? '').call(changeSettings, { body: { password_min_length: 24 } })
  const password = 'ten-chars!'
  const pair = { password, password_confirmation: password }
  for (const [path, body, malformed] of [
    ['/api/auth/register', { name: '', email: 'ann@example.org', pin: testPin, ...pair }, 'name'],
    ['/api/auth/setup', { name: '', email: 'ann@example.org', pin: testPin, token: 'x'.repeat(43), ...pair }, 'name'],
    ['/api/auth/invite/accept', { name: '', pin: testPin, token: 'x'.repeat(43), ...pair }, 'name'],
    ['/api/auth/password/reset', { token: '', ...pair }, 'token'],
  ] as const) {
    const { body: answer, status } = await app.send('POST', path, { body })
    expect([path, status, Object.keys(answer.errors ?? {}).toSorted()]).toEqual([path, 422, [malformed, 'password'].toSorted()])
  }
  // A password that is no new one is not judged so.
  const { body } = await app.send('POST', '/api/auth/login', { body: { email: 'nobody', password } })
  expect(Object.keys(body.errors ?? {})).toEqual(['email'])
})

test('times and ends that lie in the past are named together with malformed fields', async () => {
  const app = await startTestApp()
  const [ann, ada] = [await app.signUp('ann@example.org'), await app.signUp('ada@example.org')]
  const { key } = await ann.addKey('Code host')
  const past = new Date(app.clock.now() - 86_400_000).toISOString()
  const shared = await ann.send('POST', `/api/keys/${key.id}/share`, { body: { email: 'nobody', permission: 'view', expires_at: past } })
  expect(Object.keys(shared.body.errors ?? {}).toSorted()).toEqual(['email', 'expires_at'])
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', ada.email).execute()
  const { body } = await app.send<{ access_token: string }>('POST', '/api/auth/login', {
    body: { email: ada.email, password: 'correct-horse-battery' },
  })
  const window = await app.send('POST', '/api/admin/system/maintenance', {
    body: { starts_at: past, ends_at: past, message: 5 },
    headers: { authorization: `Bearer ${body.access_token}` },
  })
  expect(Object.keys(window.body.errors ?? {}).toSorted()).toEqual(['ends_at', 'message', 'starts_at'])
})
