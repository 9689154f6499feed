import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { themeDesign } from '@twofold/contract/email/themes'
import type { Endpoint } from '@twofold/contract/endpoint'
import { signIn } from '@twofold/contract/sessions'
import { validate } from '@scalar/openapi-parser'
import { expect, test } from 'vitest'
import { createPerson, startTestApp, testPassword, testPin } from './start-test-app.ts'
import type { TestApp } from './start-test-app.ts'

/* Rules that hold for every call of the contract, the ones of tomorrow included. */

const contractFolder = join(import.meta.dirname, '../../../contract/src')

async function readContract(): Promise<Endpoint[]> {
  const files = await readdir(contractFolder, { recursive: true, withFileTypes: true })
  const names = files
    .filter((file) => file.isFile() && file.name.endsWith('.ts') && !file.name.endsWith('.test.ts'))
    .map((file) => relative(contractFolder, join(file.parentPath, file.name)))
  const modules = await Promise.all(names.map((name) => import(join(contractFolder, name)) as Promise<Record<string, unknown>>))
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value
}

const contract = await readContract()
const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

const account = { name: 'Ann Example', email: 'ann@example.org', password: testPassword, password_confirmation: testPassword, pin: testPin }

/** As a browser would send it. */
function credential(response: Record<string, string>) {
  return { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: 'AAAA', ...response } }
}

const provider = {
  name: 'Main',
  provider: 'smtp',
  configuration: { host: '127.0.0.1', port: 25, username: 'vault', password: 'secret', encryption: 'none', from_email: '', from_name: '' },
  priority: 1,
  daily_limit: 100,
  hourly_limit: null,
  is_active: false,
  is_default: false,
}

/** What the answer about a provider has besides, and a form may send back. */
const serverOwned = {
  id: crypto.randomUUID(),
  has_secret: true,
  emails_sent_today: 0,
  emails_sent_this_hour: 0,
  breaker: {},
  last_error: null,
  last_error_at: null,
  created_at: '',
  updated_at: '',
}

const draft = { subject: 'Hello {{ user.name }}', html_content: '<p>Hello</p>', text_content: 'Hello' }
const template = { name: 'Greeting', category: 'notification', description: 'Says hello', is_active: true, ...draft }
const templateOwned = {
  id: crypto.randomUUID(),
  slug: 'greeting',
  category_label: 'Notification',
  is_system: false,
  is_essential: false,
  variables: {},
  provider: null,
  events: [],
  languages: [],
  stats: {},
  created_at: '',
  updated_at: '',
}
const theme = { name: 'Ours', description: 'Our colours', is_public: false, ...themeDesign.parse({}) }
const mapping = {
  event_name: 'user.login',
  template_slug: 'key-shared',
  provider_id: null,
  is_active: true,
  conditions: { cooldown: 3600 },
  description: 'Ours',
}
const mappingOwned = {
  id: crypto.randomUUID(),
  template: null,
  template_name: '',
  provider: null,
  stats: {},
  created_at: '',
  updated_at: '',
}
const trial = { test_email: 'test@example.org', send_method: 'queue', data: { 'user.name': 'Bo' }, language: 'de' }

/** A body that each call accepts, or would with another token. Every field is here, so that every field is attacked. */
const goodBodies: Record<string, Record<string, unknown>> = {
  'POST /auth/login': { email: account.email, password: account.password, remember: true },
  'POST /auth/register': account,
  'POST /auth/setup': { ...account, token: 'A'.repeat(43) },
  'POST /auth/setup/check': { token: 'A'.repeat(43) },
  'POST /auth/email/verification-notification': { email: account.email },
  'POST /auth/password/email': { email: account.email },
  'POST /auth/links/check': { token: 'A'.repeat(43) },
  'POST /auth/email/verify': { token: 'A'.repeat(43) },
  'POST /auth/password/reset': { token: 'A'.repeat(43), password: testPassword, password_confirmation: testPassword },
  'POST /auth/invite/accept': {
    token: 'A'.repeat(43),
    name: account.name,
    password: testPassword,
    password_confirmation: testPassword,
    pin: testPin,
  },
  // With a password that is not the account's: none of these may succeed in the middle of a test.
  'PUT /profile': { name: account.name, email: 'new@example.org', current_password: 'not-the-password', auto_lock_minutes: 15 },
  'PUT /profile/password': {
    current_password: 'not-the-password',
    new_password: 'a-brand-new-one',
    new_password_confirmation: 'a-brand-new-one',
  },
  'DELETE /profile': { password: 'not-the-password', confirmation: 'DELETE' },
  'PUT /profile/preferences': { preferences: { 'key.created': false } },
  'POST /auth/second-factor': { method: 'totp', code: '123456' },
  'POST /auth/passkey': {
    challenge_id: crypto.randomUUID(),
    assertion: credential({ authenticatorData: 'AAAA', signature: 'AAAA' }),
    remember: true,
  },
  'POST /auth/factors/totp': { current_password: testPassword },
  'POST /auth/factors/totp/confirm': { code: '123456' },
  'DELETE /auth/factors/totp': { current_password: testPassword },
  'POST /auth/factors/passkeys/options': { current_password: testPassword },
  'POST /auth/factors/passkeys': {
    challenge_id: crypto.randomUUID(),
    name: 'Laptop',
    attestation: credential({ attestationObject: 'AAAA' }),
  },
  'PATCH /auth/factors/passkeys/{id}': { name: 'Laptop' },
  'DELETE /auth/factors/passkeys/{id}': { current_password: testPassword },
  'POST /auth/identities/sign-in': { provider: 'oidc', remember: true },
  'POST /auth/identities/sign-in/finish': { provider: 'oidc', state: 'sign-in.A', code: 'A', iss: 'https://id.example.org' },
  'POST /auth/identities': { provider: 'oidc', current_password: testPassword },
  'POST /auth/identities/finish': { provider: 'oidc', state: 'connect.A', code: 'A', iss: 'https://id.example.org' },
  'DELETE /auth/identities/{id}': { current_password: testPassword },
  'POST /pin/verify': { pin: testPin },
  'PUT /vault/auto-lock': { auto_lock_minutes: 15 },
  'PUT /profile/pin': {
    current_pin: testPin,
    current_password: testPassword,
    totp_code: '123456',
    recovery_code: 'A'.repeat(26),
    new_pin: testPin,
    new_pin_confirmation: testPin,
  },
  'POST /admin/email/config': provider,
  'PUT /admin/email/config/{id}': { ...provider, ...serverOwned },
  'POST /admin/email/config/test': { ...provider, ...serverOwned },
  'PUT /admin/email/settings': {
    default_theme: '',
    auto_apply_to_new_templates: true,
    auto_apply_to_existing_templates: false,
    override_existing_themes: false,
    default_category: 'notification',
    default_is_active: true,
    sender: { from_email: '', from_name: '' },
    track_opens_and_clicks: true,
    retention_days: 90,
    body_retention_days: 30,
  },
  'POST /admin/email/settings/apply-theme': { theme: 'card', override_existing_themes: true },
  'POST /admin/email/templates': { ...template, theme_slug: 'card', provider_id: null },
  'PUT /admin/email/templates/{id}': { ...template, ...templateOwned, theme_slug: 'card', provider_id: null, version: 1 },
  'PATCH /admin/email/templates/{id}/field': { field: 'subject', value: 'Another', version: 1 },
  'POST /admin/email/templates/{id}/preview': { theme: 'card', data: { 'user.name': 'Bo' }, language: 'de' },
  'POST /admin/email/templates/preview': { ...draft, theme: 'card', data: { 'user.name': 'Bo' }, template: 'key-shared', language: 'de' },
  'POST /admin/email/templates/check': { ...draft, theme: 'card', template: 'key-shared' },
  'POST /admin/email/templates/{id}/apply-theme': { theme: 'card', update_template: true, force_system_edit: true },
  'POST /admin/email/templates/{id}/test': trial,
  'PUT /admin/email/templates/{id}/translations/{language}': draft,
  'POST /admin/email/themes': theme,
  'PUT /admin/email/themes/{slug}': {
    ...theme,
    id: crypto.randomUUID(),
    slug: 'ours',
    is_system: false,
    creator: null,
    templates_count: 0,
    created_at: '',
    updated_at: '',
  },
  'POST /admin/email/themes/{slug}/preview': { template: 'key-shared' },
  'POST /admin/email/themes/preview': { template: 'key-shared', design: {} },
  'POST /admin/email/event-mappings': { ...mapping, ...mappingOwned },
  'PUT /admin/email/event-mappings/{id}': { ...mapping, ...mappingOwned },
  'PATCH /admin/email/event-mappings/{id}': {
    template_slug: 'key-shared',
    provider_id: null,
    is_active: true,
    conditions: {},
    description: 'Ours',
  },
  'POST /admin/email/event-mappings/{id}/test': trial,
  'POST /admin/email/events/{id}/test': trial,
  'POST /admin/email/explain': {
    event_name: 'key.shared',
    email: 'bo@example.org',
    at: '2026-11-20T10:00:00Z',
    data: { 'share.permission': 'view' },
  },
  'POST /admin/email/suppressions': { email: 'gone@example.org', detail: 'Asked for it by telephone' },
  'POST /admin/users': { name: account.name, email: 'new-user@example.org', role: 'user', password: testPassword },
  'POST /admin/users/invite': { email: 'invited@example.org', delivery: 'link' },
  'PATCH /admin/users/{id}': { name: account.name, email: 'changed@example.org' },
  'PUT /admin/users/{id}/status': { is_active: true, reason: 'Back again' },
  'PUT /admin/users/{id}/role': { role: 'user' },
  'POST /admin/users/{id}/reset-password': { new_password: testPassword },
  'POST /admin/users/{id}/reset-link': { delivery: 'link' },
  'POST /admin/users/{id}/reset-pin': { new_pin: testPin },
  'POST /admin/users/impact': { ids: [crypto.randomUUID()], matching: undefined },
  'POST /admin/users/bulk': { ids: [crypto.randomUUID()], matching: undefined, action: 'activate', reason: 'Back again' },
  'POST /keys': {
    name: 'Code host',
    secret: 'GEZDGNBVGY3TQOJQ',
    uri: undefined,
    type: 'totp',
    issuer: 'Code host',
    account: 'ann',
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    counter: undefined,
    tags: ['Work'],
    note: 'In the safe',
  },
  'PATCH /keys/{id}': {
    name: 'Code host',
    tags: ['Work'],
    note: 'In the safe',
    favourite: true,
    issuer: 'Code host',
    account: 'ann',
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    counter: 1,
  },
  'POST /keys/{id}/backup-codes': { codes: ['1234-5678'] },
  'PATCH /keys/{id}/backup-codes/{code_id}': { used: true },
  'POST /keys/{id}/copied': { code: 'next' },
  'POST /keys/{id}/share': { email: 'cy@example.org', group_id: undefined, permission: 'view', expires_at: '2126-01-01T00:00:00Z' },
  'POST /keys/share': {
    key_ids: [crypto.randomUUID()],
    email: 'cy@example.org',
    group_id: undefined,
    permission: 'view',
    expires_at: '2126-01-01T00:00:00Z',
  },
  'PATCH /keys/{id}/shares/{share_id}': { permission: 'admin', expires_at: null },
  'POST /keys/import': {
    dry_run: false,
    entries: [{ name: 'Mail', uri: 'otpauth://totp/Mail:bo?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', tags: ['Team'], note: 'work' }],
  },
  'POST /keys/export': { format: 'links' },
  'POST /keys/{id}/transfer': { email: 'cy@example.org' },
  'POST /groups': { name: 'Operations' },
  'PATCH /groups/{id}': { name: 'Operations' },
  'POST /groups/{id}/members': { email: 'cy@example.org' },
}

const isPublic = (endpoint: Endpoint) =>
  /^\/(auth\/(login|register|setup|passkey|links|invite|email|password|identities\/sign-in)|installation|breach-range)/.test(endpoint.path)

async function documentedBy(app: TestApp): Promise<string[]> {
  const { body } = await app.send<{ paths: Record<string, Record<string, unknown>> }>('GET', '/api/openapi.json')
  return Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`),
  )
}

/** An application, two people, and the calls it serves. */
async function startEverything() {
  const app = await startTestApp()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  await app.signUp('root@example.org')
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', 'root@example.org').execute()
  const { body: entered } = await app.call(signIn, { body: { email: 'root@example.org', password: testPassword } })
  const root = createPerson(app.url, 'root@example.org', entered.access_token ?? '')
  const served = new Set(await documentedBy(app))
  const endpoints = contract.filter((endpoint) => served.has(nameOf(endpoint)))
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

test('every call of the contract is served, documented, and nothing else is', async () => {
  const app = await startTestApp()
  expect((await documentedBy(app)).sort()).toEqual([...new Set(contract.map(nameOf))].sort())
})

test('the description of the API is valid OpenAPI 3.1', async () => {
  const app = await startTestApp()
  const { text } = await app.send('GET', '/api/openapi.json')
  expect(await validate(text)).toMatchObject({ valid: true, version: '3.1' })
  expect(await validate(text.replace('"responses"', '"answers"'))).toMatchObject({ valid: false })
})

test('every call with a body has a good one here, with every field', async () => {
  const { withBody } = await startEverything()
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
    // Fields that exclude each other would hide behind one another, so each is also sent with the least that goes with it.
    const all = [good, least].flatMap((rest) => Object.keys(good).flatMap((field) => hostile.map((value) => ({ ...rest, [field]: value }))))
    // What the schema refuses goes one way for all calls, so of that a sample is enough.
    const bodies = all.filter((body, index) => index % 16 === 0 || endpoint.body?.safeParse(body).success === true)
    for (let index = 0; index < bodies.length; index += 16) {
      await Promise.all(
        bodies.slice(index, index + 16).map(async (body) => {
          const answer = await callerOf(endpoint).send(endpoint.method, pathOf(endpoint, 'x'), { body })
          const isExpected = answer.status < 500 || answer.body.code === 'mail.unavailable'
          expect([nameOf(endpoint), JSON.stringify(body).slice(0, 500), isExpected ? 'fine' : answer.text]).toEqual([
            expect.any(String),
            expect.any(String),
            'fine',
          ])
          if (answer.status >= 400)
            expect(answer.body).toMatchObject({ message: expect.any(String) as string, code: expect.any(String) as string })
        }),
      )
    }
  }
  expect(
    app
      .logged()
      .split('\n')
      .filter((line) => line !== '' && !line.includes('mail.unavailable')),
  ).toEqual([])
  expect(await app.db.selectFrom('users').selectAll().where('id', '=', before.id).executeTakeFirstOrThrow()).toMatchObject({
    name: before.name,
    email: before.email,
    role: 'user',
  })
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
}, 180_000)

test('an unknown field is refused by its name on every call with a body, and an unknown parameter on every call', async () => {
  const { callerOf, endpoints } = await startEverything()
  for (const endpoint of endpoints) {
    const caller = callerOf(endpoint)
    const path = pathOf(endpoint, endpoint.path.includes('{prefix}') ? '5BAA6' : crypto.randomUUID())
    const good = goodBodies[nameOf(endpoint)]
    const inQuery = await caller.send(endpoint.method, `${path}?is_admin=1`, good === undefined ? {} : { body: good })
    expect([nameOf(endpoint), inQuery.status, Object.keys(inQuery.body.errors ?? {})]).toEqual([nameOf(endpoint), 422, ['is_admin']])
    if (endpoint.method === 'GET') continue
    for (const name of ['id', 'role', 'is_active', 'owner_id', 'user_id', 'constructor', 'toString']) {
      if (good !== undefined && Object.hasOwn(good, name)) continue
      const inBody = await caller.send(endpoint.method, path, { body: { ...good, [name]: 'x' } })
      expect([nameOf(endpoint), inBody.status, Object.keys(inBody.body.errors ?? {})]).toEqual([nameOf(endpoint), 422, [name]])
    }
    const poisoned = await caller.send(endpoint.method, path, {
      raw: '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
    })
    expect([nameOf(endpoint), poisoned.status]).toEqual([nameOf(endpoint), 400])
  }
}, 120_000)

test('who may call what: without a session only the public calls, administrators’ calls for nobody else', async () => {
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
