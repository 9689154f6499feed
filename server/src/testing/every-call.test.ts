import type { Endpoint } from '@twofold/contract/endpoint'
import { signIn } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { showFactors } from './approvals.ts'
import { goodBodies } from './good-bodies.ts'
import { nameOf } from './read-contract.ts'
import { createPerson, startTestApp, testPassword } from './start-test-app.ts'
import { contract, documentedBy } from './documented-calls.ts'
import { whereToSay } from './tested-calls.ts'

/* Rules that hold for every call of the contract, the ones of tomorrow included. */

const isPublic = (endpoint: Endpoint) =>
  /^\/(auth\/(login|register|setup|passkey|links|invite|email|password|pin|stop|identities\/sign-in)|installation|breach-range|oauth\/(device|token|revoke))/.test(
    endpoint.path,
  )

/** Documented calls of all applications in this file, cached, since documenting takes as long as the rest of a start. */
let served: Promise<Set<string>> | undefined

/** An application, two people, and the calls it serves. */
async function startEverything() {
  const app = await startTestApp()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  await app.signUp('root@example.org')
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', 'root@example.org').execute()
  const { body: entered } = await app.call(signIn, { body: { email: 'root@example.org', password: testPassword } })
  const root = createPerson(app.url, 'root@example.org', entered.access_token ?? '')
  served ??= documentedBy(app).then((calls) => new Set(calls))
  const documented = await served
  const endpoints = contract.filter((endpoint) => documented.has(nameOf(endpoint)))
  return {
    app,
    ann,
    bo,
    root,
    /** Somebody who may make the call, and has nothing of Ann's. */
    callerOf: ({ path }: Endpoint) => (path.startsWith('/admin') ? root : bo),
    endpoints,
    withBody: endpoints.filter(({ body }) => body !== undefined),
  }
}

interface ObjectOrUnion {
  shape?: object
  def: { options?: { shape: object; safeParse(value: unknown): { success: boolean } }[] }
}

/** The names of all fields; where there are several kinds of body, of the kind that `good` is. */
function fieldsOf(body: Endpoint['body'], good: unknown): string[] {
  const { shape, def } = body as unknown as ObjectOrUnion
  return Object.keys(shape ?? def.options?.find((option) => option.safeParse(good).success)?.shape ?? {})
}

/** Parameters that name no thing of somebody's. */
const harmlessParameters: Record<string, string> = { number: '1', language: 'de' }

/** The path with `value` for each parameter that names a thing. */
const pathOf = (endpoint: Endpoint, value: string) =>
  `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => harmlessParameters[name] ?? encodeURIComponent(value))}`

const hostile: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  [],
  [null],
  [['x']],
  {},
  { $ne: null },
  { toString: 'x', length: 3 },
  '',
  ' ',
  'x',
  'x'.repeat(10_000),
  'a\u0000b',
  '\ud800',
  "'; drop table users; --",
  '"\\\n\r\t',
  'x\r\nBcc: evil@example.org',
  '🙂🏳️‍🌈',
  '\u202Egnp.exe',
  '../../etc/passwd',
  '{{7*7}}${7*7}<script>alert(1)</script>',
  'otpauth://totp/%00%ff?secret=A&period=1e9&digits=-1',
  'constructor',
  '__proto__',
]

test('every call with a body has a good one, with every field', async () => {
  const { withBody } = await startEverything()
  const without = withBody.map(nameOf).filter((call) => !Object.hasOwn(goodBodies, call))
  expect(without, `${whereToSay}, as \`body\`: one that the call accepts, with every field.`).toEqual([])
  for (const endpoint of withBody) {
    const good = goodBodies[nameOf(endpoint)]
    expect([nameOf(endpoint), good === undefined ? undefined : endpoint.body?.safeParse(good).error]).toEqual([nameOf(endpoint), undefined])
    expect([nameOf(endpoint), Object.keys(good ?? {}).sort()]).toEqual([nameOf(endpoint), fieldsOf(endpoint.body, good).sort()])
  }
})

test('whatever stands in whatever field, the answer is never a failure of ours', async () => {
  const { app, bo, callerOf, withBody } = await startEverything()
  const before = await app.db.selectFrom('users').selectAll().where('email', '=', bo.email).executeTakeFirstOrThrow()
  for (const endpoint of withBody) {
    const good = goodBodies[nameOf(endpoint)] ?? {}
    const isNeeded = (field: string) => endpoint.body?.safeParse({ ...good, [field]: undefined }).success === false
    const least = Object.fromEntries(Object.entries(good).filter(([field]) => isNeeded(field)))
    // Validation is the same code for all calls, so a sample of invalid bodies is enough.
    const isSent = (body: unknown, index: number) => index % 16 === 0 || endpoint.body?.safeParse(body).success === true
    const send = async (body: unknown) => {
      const answer = await callerOf(endpoint).send(endpoint.method, pathOf(endpoint, 'x'), { body })
      const isExpected = answer.status < 500 || ['mail.unavailable', 'mail.not_set_up'].includes(answer.body.code)
      const isSaid = answer.status < 400 || (typeof answer.body.message === 'string' && typeof answer.body.code === 'string')
      // A matcher for each of the thousands of answers would take longer than the answers.
      if (!isExpected || !isSaid) expect.fail(`${nameOf(endpoint)} ${JSON.stringify(body).slice(0, 500)}: ${answer.status} ${answer.text}`)
      return answer.status
    }
    const changes = Object.keys(good).flatMap((field) => hostile.map((value) => ({ [field]: value })))
    for (let first = 0; first < changes.length; first += 16) {
      await Promise.all(
        changes.slice(first, first + 16).map(async (change, index) => {
          const [whole, bare] = [
            { ...good, ...change },
            { ...least, ...change },
          ]
          const status = isSent(whole, index) ? await send(whole) : 422
          // Fields that exclude each other hide behind one another: what was refused is also sent with the least that goes with it. Where the thing
          // that it is about does not exist, that is what refused it.
          const isOther = !endpoint.path.includes('{') && JSON.stringify(bare) !== JSON.stringify(whole)
          if (isOther && [400, 409, 422].includes(status) && isSent(bare, index)) await send(bare)
        }),
      )
    }
  }
  expect(
    app
      .logged()
      .split('\n')
      .filter((line) => line !== '' && !/mail\.(unavailable|not_set_up)/.test(line)),
  ).toEqual([])
  expect(await app.db.selectFrom('users').selectAll().where('id', '=', before.id).executeTakeFirstOrThrow()).toMatchObject({
    name: before.name,
    email: before.email,
    role: 'user',
  })
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
}, 600_000)

test('whatever stands in whatever parameter of an address, the answer is never a failure of ours', async () => {
  const { app, root, callerOf, endpoints } = await startEverything()
  const texts = hostile.filter((value) => typeof value === 'string').filter((text) => text.length < 1000 && text.isWellFormed())
  const values = [...texts, '-1', '0', '2147483648', '9223372036854775808', 'NaN', '2026-13-99', '2026-02-30', '0000-01-01', '9999-12-31']
  for (const endpoint of endpoints) {
    for (const field of Object.keys((endpoint.query as unknown as ObjectOrUnion | undefined)?.shape ?? {})) {
      // A range of days is refused unless it has both ends.
      const queries = values.flatMap((value) => [{ [field]: value }, ...(field === 'from' ? [{ from: value, to: value }] : [])])
      await Promise.all(
        queries.map(async (query) => {
          const path = `${pathOf(endpoint, crypto.randomUUID())}?${new URLSearchParams(query).toString()}`
          // A file that breaks off on its way is no answer either.
          const { status } = await callerOf(endpoint).send(endpoint.method, path)
          expect([nameOf(endpoint), query, status < 500]).toEqual([nameOf(endpoint), query, true])
        }),
      )
    }
  }
  expect(app.logged()).toBe('')
  expect((await root.send('GET', '/api/admin/audit?from=2026-02-30')).body.errors).toEqual({ from: ['There is no such day'] })
})

test('half of a character and NUL, which JSON of the database refuses, are wrong fields', async () => {
  const { app, root } = await startEverything()
  const sent = (half: string): [string, string, object][] => {
    const provider = goodBodies['POST /admin/email/config'] as { configuration: object }
    return [
      ['POST', '/api/admin/email/config', { ...provider, configuration: { ...provider.configuration, host: half } }],
      ['PUT', '/api/admin/email/settings', { sender: { from_name: half } }],
      ['POST', '/api/admin/email/themes', { name: 'Ours', custom_css: `/* ${half} */` }],
      [
        'POST',
        '/api/admin/email/event-mappings',
        { event_name: 'key.created', template_slug: 'key-shared', conditions: { when: { 'key.name': half } } },
      ],
    ]
  }
  for (const [method, path, body] of ['\ud800', 'a\u0000'].flatMap(sent))
    expect([path, (await root.send(method, path, { body })).status]).toEqual([path, 422])
  expect(app.logged()).toBe('')
})

/** The longest lists, the widest objects and how deep they lie, of what a schema takes; none for texts that are JSON themselves. */
function partsOf(schema: unknown): { items: number; fields: number; depth: number } {
  const { type, shape, element, innerType, options, valueType, checks } = (schema as { def: Record<string, unknown> }).def
  if (type === 'array') {
    const most = (checks as { _zod: { def: { check: string; maximum: number } } }[] | undefined)?.find(
      ({ _zod }) => _zod.def.check === 'max_length',
    )
    const inner = partsOf(element)
    return { ...inner, items: Math.max(inner.items, most?._zod.def.maximum ?? 0), depth: inner.depth + 1 }
  }
  const inside = [
    ...Object.values((shape ?? {}) as Record<string, unknown>),
    ...((options ?? []) as unknown[]),
    ...[innerType, valueType].filter((inner) => inner !== undefined),
  ].map(partsOf)
  const fields = Object.keys(shape ?? {}).length
  return {
    items: Math.max(0, ...inside.map(({ items }) => items)),
    fields: Math.max(fields, ...inside.map((inner) => inner.fields)),
    depth: Math.max(0, ...inside.map(({ depth }) => depth)) + (type === 'object' || type === 'record' ? 1 : 0),
  }
}

test('a body that is valid never has more parts than its call takes, and one that is slightly too long is named as such', async () => {
  const { withBody } = await startEverything()
  for (const { bodyCounts, body, ...endpoint } of withBody) {
    const { items, fields, depth } = partsOf(body)
    const fits = items < bodyCounts.items && 2 * fields < bodyCounts.fields && depth < bodyCounts.depth && bodyCounts.depth <= 32
    expect([nameOf(endpoint), items, fields, depth, fits]).toEqual([nameOf(endpoint), items, fields, depth, true])
  }
})

test('an unknown field is refused by its name on every call with a body, and an unknown parameter on every call', async () => {
  const { callerOf, endpoints } = await startEverything()
  for (const endpoint of endpoints) {
    const caller = callerOf(endpoint)
    const path = pathOf(endpoint, endpoint.path.includes('{prefix}') ? '5BAA6' : crypto.randomUUID())
    const good = goodBodies[nameOf(endpoint)]
    // Standards for OAuth know no other status for it.
    const invalid = endpoint.takesForm ? 400 : 422
    const inQuery = await caller.send(endpoint.method, `${path}?is_admin=1`, good === undefined ? {} : { body: good })
    expect([nameOf(endpoint), inQuery.status, Object.keys(inQuery.body.errors ?? {})]).toEqual([nameOf(endpoint), invalid, ['is_admin']])
    if (endpoint.method === 'GET') continue
    const unknown = ['id', 'role', 'is_active', 'owner_id', 'user_id', 'constructor', 'toString'].filter(
      (name) => good === undefined || !Object.hasOwn(good, name),
    )
    const body = { ...good, ...Object.fromEntries(unknown.map((name) => [name, 'x'])) }
    const inBody = await caller.send(endpoint.method, path, { body })
    expect([nameOf(endpoint), inBody.status, Object.keys(inBody.body.errors ?? {})]).toEqual([nameOf(endpoint), invalid, unknown])
    const poisoned = await caller.send(endpoint.method, path, {
      raw: '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
    })
    expect([nameOf(endpoint), poisoned.status]).toEqual([nameOf(endpoint), 400])
  }
})

test('only the public calls work without a session, and administrators’ calls for nobody else', async () => {
  const { app, ann, endpoints } = await startEverything()
  for (const endpoint of endpoints.filter(({ path }) => !/\/(logout|vault\/lock)$/.test(path))) {
    const options = endpoint.method === 'GET' ? {} : { body: {} }
    const path = pathOf(endpoint, 'x')
    const stranger = await app.send(endpoint.method, path, options)
    expect([nameOf(endpoint), stranger.status === 401]).toEqual([nameOf(endpoint), !isPublic(endpoint)])
    const person = await ann.send(endpoint.method, path, options)
    const isForAdministrators = endpoint.path.startsWith('/admin')
    expect([nameOf(endpoint), person.status === 401, person.status === 403 && person.body.code !== 'pin.required']).toEqual([
      nameOf(endpoint),
      false,
      isForAdministrators,
    ])
  }
})

test('another person’s id, one that nothing has and one that is none: not there, on every call that takes one', async () => {
  const { app, ann, bo, root, callerOf, endpoints } = await startEverything()
  const { key } = await ann.addKey('Door', { type: 'hotp' })
  for (const caller of [bo, root]) await caller.enterPin()
  await showFactors(app)
  const snapshot = () => app.db.selectFrom('keys').selectAll().execute()
  const before = await snapshot()
  const withId = endpoints.filter(({ path }) => path.includes('{id}'))
  expect(withId.length).toBeGreaterThan(1)
  for (const endpoint of withId) {
    const good = goodBodies[nameOf(endpoint)]
    const statusOf = async (id: string) =>
      (await callerOf(endpoint).send(endpoint.method, pathOf(endpoint, id), good === undefined ? {} : { body: good })).status
    for (const id of [key.id, key.id.toUpperCase(), crypto.randomUUID()])
      expect([nameOf(endpoint), await statusOf(id)]).toEqual([nameOf(endpoint), 404])
    for (const id of ['x', '...', '%', `${key.id}'--`, `${key.id}\u0000`, 'x'.repeat(1000), '🙂']) {
      expect([nameOf(endpoint), id, [404, 422].includes(await statusOf(id))]).toEqual([nameOf(endpoint), id, true])
    }
  }
  expect(await snapshot()).toEqual(before)
  expect(app.logged()).toBe('')
})
