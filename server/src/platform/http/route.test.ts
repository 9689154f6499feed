import { PassThrough } from 'node:stream'
import { taggedEndpoint } from '@twofold/contract/endpoint'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { currentPerson } from '../person.ts'
import { byAdmin, byUser } from './callers.ts'
import { Download } from './download.ts'
import { describeErrors, errorsMark } from './describe-route.ts'
import { type App, route } from './route.ts'
import { startRoutes } from './testing/start-routes.ts'
import { type Caller, createTurns } from './turns.ts'
import { eventually } from '../../testing/eventually.ts'

const endpoint = taggedEndpoint('Test')
const base = { summary: 'For a test' }

test('a field that the contract does not declare never leaves, however deep it lies', async () => {
  const response = z.object({
    id: z.string(),
    keys: z.array(z.object({ name: z.string() })),
    owner: z.nullable(z.object({ id: z.string() })),
  })
  const read = endpoint('GET /careless', { ...base, response })
  const careless = {
    id: '1',
    password_hash: 'LEAK',
    keys: [{ name: 'Code host', secret: 'LEAK' }],
    owner: { id: '2', pin_hash: 'LEAK' },
  }
  const ask = await startRoutes((app) => route(app, read, { role: 'public', limit: 'public' }, () => Promise.resolve(careless)))
  const answer = await ask({ url: '/api/careless' })
  expect(answer.json()).toEqual({ id: '1', keys: [{ name: 'Code host' }], owner: { id: '2' } })
})

test('an answer that breaks the contract is a failure of ours, without details', async () => {
  const read = endpoint('GET /wrong', { ...base, response: z.object({ count: z.number() }) })
  const ask = await startRoutes((app) =>
    route(app, read, { role: 'public', limit: 'public' }, () => Promise.resolve({ count: 'LEAK' } as never)),
  )
  const answer = await ask({ url: '/api/wrong' })
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({ message: 'Something went wrong on our side. Please try again.', code: 'server.failed' })
})

test('an unexpected error is answered without its message or stack', async () => {
  const read = endpoint('GET /broken', { ...base, response: z.object({}) })
  const ask = await startRoutes((app) =>
    route(app, read, { role: 'public', limit: 'public' }, () => Promise.reject(Object.assign(new Error('LEAK'), { detail: 'LEAK' }))),
  )
  const answer = await ask({ url: '/api/broken' })
  expect([answer.statusCode, answer.body.includes('LEAK')]).toEqual([500, false])
})

test('an endpoint may set its own size of body; all others have 64 KiB', async () => {
  const body = z.strictObject({ text: z.string() })
  const response = z.object({})
  const small = endpoint('POST /small', { ...base, body, response })
  const large = endpoint('POST /large', { ...base, body, response, bodyLimit: 200_000 })
  const ask = await startRoutes((app) => {
    for (const each of [small, large]) route(app, each, { role: 'public', limit: 'public' }, () => Promise.resolve({}))
  })
  const statusOf = async (url: string, size: number) =>
    (await ask({ method: 'POST', url, payload: { text: 'x'.repeat(size - '{"text":""}'.length) } })).statusCode
  expect(await statusOf('/api/small', 65_536)).toBe(200)
  expect(await statusOf('/api/small', 65_537)).toBe(413)
  expect(await statusOf('/api/large', 200_000)).toBe(200)
  expect(await statusOf('/api/large', 200_001)).toBe(413)
})

test('a call for administrators is 401 without a session and 403 for everybody else', async () => {
  const read = endpoint('GET /admin/things', { ...base, response: z.object({ by: z.string() }) })
  const ask = await startRoutes((app) => route(app, read, byAdmin.evenClosed.read, ({ user }) => Promise.resolve({ by: user.name })))
  const as = (token: string) => ask({ url: '/api/admin/things', headers: { authorization: `Bearer ${token}` } })
  expect((await ask({ url: '/api/admin/things' })).json()).toMatchObject({ code: 'auth.unauthenticated' })
  const refused = await as('token-of-an-ordinary-user')
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'auth.forbidden'])
  expect((await as('token-of-an-administrator')).json()).toEqual({ by: 'Ann' })
})

test('wrong fields of path, query and body are named in one answer', async () => {
  const write = endpoint('PATCH /things/{id}', {
    ...base,
    params: z.strictObject({ id: z.uuid() }),
    query: z.strictObject({ page: z.optional(z.string().check(z.regex(/^\d+$/))) }),
    body: z.strictObject({ name: z.string(), size: z.strictObject({ width: z.int() }) }),
    response: z.object({}),
  })
  const ask = await startRoutes((app) => route(app, write, { role: 'public', limit: 'public' }, () => Promise.resolve({})))
  const answer = await ask({
    method: 'PATCH',
    url: '/api/things/7?page=x&other=1',
    payload: { name: 7, size: { width: 'x', constructor: 1 } },
  })
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json<{ errors: object }>().errors).sort()).toEqual([
    'id',
    'name',
    'other',
    'page',
    'size.constructor',
    'size.width',
  ])
})

test('a browser gets its half of the pair with the first answer that it loads, a program gets none', async () => {
  const read = endpoint('GET /paired', { ...base, response: z.object({}) })
  const ask = await startRoutes((app) => route(app, read, { role: 'public', limit: 'public' }, () => Promise.resolve({})))
  const cookieOf = async (headers: Record<string, string>) => (await ask({ url: '/api/paired', headers })).headers['set-cookie']
  expect(await cookieOf({ 'sec-fetch-site': 'same-origin' })).toMatch(/^XSRF-TOKEN=[\w-]{32};/)
  expect(await cookieOf({})).toBeUndefined()
})

test('a download keeps its name and type, and counts for its caller until its content has been sent', async () => {
  const read = endpoint('GET /download', { ...base, response: z.object({}) })
  const found: Caller[] = []
  const turns = createTurns({ requestsEach: 1 })
  const content = new PassThrough()
  const ask = await startRoutes(
    (app) => route(app, read, byUser.evenClosed.read, () => Promise.resolve(new Download('keys.csv', 'text/csv', content) as never)),
    {
      turns: {
        ...turns,
        find: (...input) => {
          const caller = turns.find(...input)
          found.push(caller)
          return caller
        },
      },
    },
  )
  const answer = ask({ url: '/api/download', headers: { authorization: 'Bearer token-of-an-ordinary-user' } })
  await eventually(() => expect(content.listenerCount('close')).toBeGreaterThan(0))
  expect(found.map(({ isOver }) => isOver)).toEqual([true, false])
  content.end('a,b')
  const { headers, body } = await answer
  expect([headers['content-type'], headers['content-disposition'], body]).toEqual(['text/csv', 'attachment; filename="keys.csv"', 'a,b'])
  await eventually(() => expect(found.map(({ isOver }) => isOver)).toEqual([true, true]))
  // The session was good: its next request waits in the queue of its account.
  expect(turns.find({ bearer: 'token-of-an-ordinary-user', browserHalf: undefined }, 'x').key).toBe('account b')
})

test('a caller with a valid session is remembered, and a call that was answered is over', async () => {
  const read = endpoint('GET /own', { ...base, response: z.object({}) })
  const turns = createTurns({ requestsEach: 1 })
  let person: string | undefined
  let later: Promise<void> | undefined
  const ask = await startRoutes(
    (app) =>
      route(app, read, { role: 'user', limit: 'codes', whileClosed: 'shows codes' }, () => {
        later = new Promise((resolve) => setImmediate(() => setImmediate(resolve))).then(() => void (person = currentPerson()))
        return Promise.resolve({})
      }),
    { turns },
  )
  await ask({ url: '/api/own', headers: { authorization: 'Bearer token-of-an-ordinary-user' } })
  await later
  expect(person).toBe('own work')
  expect(turns.find({ bearer: 'token-of-an-ordinary-user', browserHalf: undefined }, 'x').key).toBe('account b')
})

test('the documentation has each part of a call, and that public ones need no session', async () => {
  const schemas: Record<string, object> = {}
  const full = endpoint('POST /full/{id}', {
    ...base,
    params: z.strictObject({ id: z.string() }),
    query: z.strictObject({}),
    body: z.strictObject({}),
    response: z.object({}),
  })
  const bare = endpoint('GET /bare', { ...base, response: z.object({}) })
  await startRoutes((app) => {
    app.fastify.addHook('onRoute', ({ url, schema, config }) => void (schemas[url] = { ...schema, ...describeErrors(config) }))
    route(app, full, { role: 'public', limit: 'public' }, () => Promise.resolve({}))
    route(app, bare, byUser.evenClosed.read, () => Promise.resolve({}))
  })
  const { params, query: querystring, body, response } = full
  expect(schemas['/api/full/:id']).toEqual({
    [errorsMark]: expect.objectContaining({ 413: ['request.too_large', 'request.too_many_parts'], 422: ['request.invalid'] }) as object,
    summary: 'For a test',
    tags: ['Test'],
    security: [],
    params,
    querystring,
    body,
    response: { 200: response },
  })
  expect(Object.keys(schemas['/api/bare'] ?? {})).toEqual(['summary', 'tags', 'response', errorsMark])
})

test('a route that leaves out what it lets out of a closed account, or whether a second administrator is needed, does not compile', async () => {
  const read = endpoint('GET /things', { ...base, response: z.object({}) })
  const write = endpoint('POST /things', { ...base, response: z.object({}) })
  const work = () => Promise.resolve({})
  const registered: Record<string, unknown> = {}
  const approvals: App['approvals'] = {
    register: (call, { whileClosed, approval }) => void (registered[call] = { whileClosed, approval }),
    consider: () => Promise.resolve(undefined),
    ask: () => Promise.reject(new Error()),
  }
  await startRoutes(
    (app) => {
      // @ts-expect-error What it lets out of a closed account is missing.
      route(app, read, { role: 'user', limit: 'read' }, work)
      // @ts-expect-error Whether a second administrator is needed is missing. Code that bypasses the type checker does not start either.
      expect(() => route(app, write, byAdmin.evenClosed.write, work)).toThrow('POST /things does not say whether it waits')
    },
    { approvals },
  )
  // It gets the stricter rule about closed accounts.
  expect(registered).toEqual({ 'GET /things': { whileClosed: 'lets out', approval: 'none' } })
})
