import { addBackupCodes } from '@twofold/contract/backup-codes'
import type { Endpoint } from '@twofold/contract/endpoint'
import { type TokenScope, tokenScope } from '@twofold/contract/tokens'
import { shareKey } from '@twofold/contract/sharing/grants'
import { expect, test } from 'vitest'
import { goodBodies } from '../testing/good-bodies.ts'
import { countStatements } from '../testing/count-statements.ts'
import { nameOf, readContract } from '../testing/read-contract.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp, type TestApp, type TestAppOptions, testPassword } from '../testing/start-test-app.ts'
import { makeServiceAccount, makeToken } from './testing/make-token.ts'
import { newProgramToken } from '../platform/crypto/program-token.ts'
import { startOfWindow } from '../testing/start-of-window.ts'

/*
 * Rights of tokens: every call of the contract × every kind of token. A call that is not listed is closed to all of them. To open a call, list it
 * here with the kinds and the scope.
 */
const open: Record<string, { kinds: string[]; scope: TokenScope | null }> = {
  'GET /tokens/self': { kinds: ['svc', 'pat', 'wid', 'cli'], scope: null },
  'GET /keys': { kinds: ['pat', 'cli', 'svc'], scope: 'keys:read' },
  'POST /keys': { kinds: ['pat', 'cli'], scope: 'keys:write' },
  'PATCH /keys/{id}': { kinds: ['pat', 'cli'], scope: 'keys:write' },
  'POST /keys/import': { kinds: ['pat', 'cli'], scope: 'keys:write' },
  'GET /keys/{id}/code': { kinds: ['pat', 'cli'], scope: 'codes:read' },
  'POST /keys/{id}/copied': { kinds: ['cli'], scope: 'codes:read' },
  'POST /keys/{id}/share': { kinds: ['cli'], scope: null },
  'POST /keys/export': { kinds: ['cli'], scope: null },
  'POST /pin/verify': { kinds: ['cli'], scope: null },
  'POST /keys/{id}/take': { kinds: ['svc', 'wid', 'pat', 'cli'], scope: 'codes:take' },
  'GET /takes': { kinds: ['svc', 'wid', 'pat', 'cli'], scope: 'codes:take' },
  'GET /takes/{id}': { kinds: ['svc', 'wid', 'pat', 'cli'], scope: 'codes:take' },
  'DELETE /takes/{id}': { kinds: ['svc', 'wid', 'pat', 'cli'], scope: 'codes:take' },
  'POST /takes/{id}/result': { kinds: ['svc', 'wid', 'pat', 'cli'], scope: 'codes:take' },
  'GET /profile/activity': { kinds: ['pat', 'cli'], scope: 'activity:read' },
  'GET /admin/audit': { kinds: ['pat'], scope: 'audit:read' },
}

const canaries = { secret: 'KRUGKIDROVUWG2ZAMJZG653OEBTG66BA', backup: 'canary-backup-code', note: 'canary of a note' }

// At the start of a window, whose code lasts long enough to be taken.
const startThen = (options: TestAppOptions = {}) => startTestApp({ now: startOfWindow(), ...options })
const shared = shareApp(startThen)

async function startPrograms(app = shared()) {
  const ann = await app.signUp('ann@example.org')
  const owner = (await app.db.selectFrom('users').select('id').where('email', '=', ann.email).executeTakeFirstOrThrow()).id
  const account = await makeServiceAccount(app, owner)
  const { key } = await ann.addKey('Host', { secret: canaries.secret, note: canaries.note })
  await ann.call(addBackupCodes, { params: { id: key.id }, body: { codes: [canaries.backup] } })
  await ann.call(shareKey, { params: { id: key.id }, body: { service_account_id: account.id } })
  return { app, ann, owner, account, key }
}

/** A path of the call with the key's id wherever it wants one. */
const pathOf = ({ path }: Endpoint, id: string) =>
  `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'prefix' ? '5BAA6' : id))}`

/** A take of the token's, handed or canceled. */
async function putTake(app: TestApp, keyId: string, token: { id: string; kind: string }, isHanded: boolean): Promise<string> {
  const at = app.clock.date()
  const whose = await app.db
    .selectFrom('access_tokens')
    .where('id', '=', token.id)
    .select(['user_id', 'service_account_id'])
    .executeTakeFirstOrThrow()
  const id = crypto.randomUUID()
  await app.db
    .insertInto('code_takes')
    .values({
      ...whose,
      ...(isHanded ? { state: 'handed', counter: 1 } : { state: 'cancelled' }),
      id,
      key_id: keyId,
      token_id: token.id,
      request_hash: Buffer.alloc(32),
      asked_at: at,
      deadline: at,
      seen_at: at,
      min_valid: 1,
    })
    .execute()
  return id
}

test('every call × every kind of token: what no declaration opens answers 403, and no answer has a secret', async () => {
  const { app, owner, account, key } = await startPrograms(await startThen())
  await app.db.updateTable('users').set({ role: 'admin' }).where('id', '=', owner).execute()
  const calls = await readContract()
  expect(Object.keys(open).filter((name) => !calls.some((call) => nameOf(call) === name))).toEqual([])
  const persons = [...tokenScope.options.map((scope) => [scope]), [], [...tokenScope.options]]
  const tokens = [
    ...(await Promise.all(persons.map((scopes) => makeToken(app, { kind: 'pat', owner, scopes })))).map((token, index) => ({
      ...token,
      kind: 'pat',
      scopes: persons[index] ?? [],
    })),
    {
      ...(await makeToken(app, { kind: 'pat', owner, scopes: ['keys:read', 'codes:take'], is_agent: true })),
      isAgent: true,
      kind: 'pat',
      scopes: ['keys:read', 'codes:take'],
    },
    { ...(await makeToken(app, { kind: 'cli', owner })), kind: 'cli', scopes: [...tokenScope.options] },
    {
      ...(await makeToken(app, { kind: 'svc', owner: account.id, scopes: ['keys:read', 'codes:take'] })),
      kind: 'svc',
      scopes: ['keys:read', 'codes:take'],
    },
    { ...(await makeToken(app, { kind: 'wid', owner: account.id, scopes: ['codes:take'] })), kind: 'wid', scopes: ['codes:take'] },
  ]
  // A program that a person signed in shows the PIN as the page does.
  const pinUntil = new Date(app.clock.now() + 3_600_000)
  await app.db.updateTable('access_tokens').set({ pin_until: pinUntil }).where('kind', '=', 'cli').execute()
  const found: string[] = []
  let worked = 0
  for (const call of calls) {
    const name = nameOf(call)
    for (const token of tokens) {
      const body = name === 'PATCH /keys/{id}' ? { name: 'Renamed' } : goodBodies[name]
      // Each takes another window, and asks about a take of its own.
      if (name === 'POST /keys/{id}/take') app.clock.advance(30_000)
      const id = call.path.startsWith('/takes/') ? await putTake(app, key.id, token, name.endsWith('/result')) : key.id
      const { status, text, body: said } = await token.send(call.method, pathOf(call, id), body === undefined ? {} : { body })
      const rule = open[name]
      const isDeclared = rule?.kinds.includes(token.kind) === true
      const hasScope = rule?.scope === null || token.scopes.some((scope) => scope === rule?.scope)
      const expected = !isDeclared ? '403 tokens.not_allowed' : !hasScope ? '403 tokens.scope' : '2xx'
      const answer = status < 300 ? '2xx' : `${status} ${said.code}`
      expect([name, token.kind, token.scopes.join(), answer]).toEqual([name, token.kind, token.scopes.join(), expected])
      if (answer === '2xx') worked += 1
      const secrets = [canaries.secret, canaries.backup, testPassword, ...tokens.map((one) => one.text)]
      // It is what an export is for.
      if (name === 'POST /keys/export') continue
      if (secrets.some((secret) => text.includes(secret))) found.push(`${name} ${token.kind}`)
    }
  }
  expect(found).toEqual([])
  expect(worked).toBeGreaterThan(20)
}, 300_000)

test('a token counts in its header only: not in the query, the body or a cookie', async () => {
  const { app, owner } = await startPrograms()
  const { text } = await makeToken(app, { kind: 'pat', owner, scopes: ['keys:read'] })
  const elsewhere = [
    app.send('GET', `/api/keys?access_token=${text}`),
    app.send('GET', `/api/keys?token=${text}`),
    app.send('POST', '/api/keys', { body: { name: 'x', access_token: text } }),
    ...['twofold_session', '__Host-twofold_session', 'authorization', 'token'].map((name) =>
      app.send('GET', '/api/keys', { headers: { cookie: `${name}=${text}` } }),
    ),
    ...['Token', 'Basic', 'Bearer Bearer'].map((scheme) =>
      app.send('GET', '/api/keys', { headers: { authorization: `${scheme} ${text}` } }),
    ),
  ]
  for (const { status, body } of await Promise.all(elsewhere)) expect([status, body.code]).toEqual([401, 'auth.unauthenticated'])
  expect(app.logged()).not.toContain(text)
})

test('beside a token no cookie and no other site counts, and the answer sets and allows nothing for browsers', async () => {
  const { app, ann, owner } = await startPrograms()
  const token = await makeToken(app, { kind: 'pat', owner, scopes: ['keys:write'] })
  const asPage = {
    origin: 'chrome-extension://abcdefghijklmnop',
    'sec-fetch-site': 'cross-site',
    cookie: 'twofold_session=half; XSRF-TOKEN=x',
  }
  const { status, headers } = await token.send('POST', '/api/keys', { body: { name: 'By an extension' }, headers: asPage })
  expect(status).toBe(201)
  expect([...headers.keys()].filter((name) => name === 'set-cookie' || name.startsWith('access-control'))).toEqual([])
  const preflight = await app.send('OPTIONS', '/api/keys', { headers: { ...asPage, 'access-control-request-method': 'POST' } })
  expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  // The same from a session is refused: it is the cookie that another site would ride on.
  expect((await ann.send('POST', '/api/keys', { body: { name: 'x' }, headers: asPage })).status).toBe(403)
})

test('a wrong checksum and a call that is closed to tokens are refused without any statement', async () => {
  const counting = countStatements()
  const { app, owner } = await startPrograms(await startThen())
  const { send, text } = await makeToken(app, { kind: 'pat', owner, scopes: ['keys:read'] })
  counting.reset()
  for (let place = 12; place < 61; place += 1) {
    const broken = text.slice(0, place) + (text.charAt(place) === 'a' ? 'b' : 'a') + text.slice(place + 1)
    const { status, body } = await app.send('GET', '/api/keys', { headers: { authorization: `Bearer ${broken}` } })
    expect([status, body.code]).toEqual([401, 'tokens.invalid'])
  }
  expect((await send('GET', '/api/keys/generate-codes')).status).toBe(403)
  expect(counting.statements).toEqual([])
  expect((await send('GET', '/api/keys')).status).toBe(200)
  // As with a session one round trip, and another one for keys that are not known yet; and once a minute the note that it was used.
  expect(counting.statements).toHaveLength(3)
  await send('GET', '/api/keys')
  expect(counting.statements).toHaveLength(4)
})

test('a token opens nothing from the call on after it ends, whatever ends it', async () => {
  const { app, owner, account } = await startPrograms()
  const now = app.clock.date()
  const codeOf = async ({ send }: Pick<Awaited<ReturnType<typeof makeToken>>, 'send'>) => (await send('GET', '/api/tokens/self')).body.code
  const change = {
    user: (values: object) => app.db.updateTable('users').set(values).where('id', '=', owner).execute(),
    token: (id: string, values: object) => app.db.updateTable('access_tokens').set(values).where('id', '=', id).execute(),
    account: (values: object) => app.db.updateTable('service_accounts').set(values).where('id', '=', account.id).execute(),
  }
  const pat = await makeToken(app, { kind: 'pat', owner })
  const svc = await makeToken(app, { kind: 'svc', owner: account.id })
  expect(await Promise.all([codeOf(pat), codeOf(svc)])).toEqual([undefined, undefined])

  await change.user({ is_active: false })
  // A service account belongs to its group: it works on when a person goes.
  expect(await Promise.all([codeOf(pat), codeOf(svc)])).toEqual(['tokens.suspended', undefined])
  await change.user({ is_active: true, codes_closed_until: new Date(now.getTime() + 60_000) })
  expect(await codeOf(pat)).toBe('keys.codes_closed')
  await change.user({ codes_closed_until: null, stopped_at: now, closed_at: now })
  expect(await codeOf(pat)).toBe('auth.account_stopped')
  await change.user({ stopped_at: null, closed_at: null, deleted_at: now, is_active: false })
  expect(await codeOf(pat)).toBe('tokens.suspended')
  await change.user({ deleted_at: null, is_active: true })
  expect(await codeOf(pat)).toBeUndefined()

  await change.account({ suspended_at: now, suspended_because: 'manager' })
  expect(await codeOf(svc)).toBe('tokens.suspended')
  await change.account({ suspended_at: null, suspended_because: null })
  expect(await codeOf(svc)).toBeUndefined()

  await change.token(pat.id, { revoked_at: now, revoked_because: 'owner' })
  expect(await codeOf(pat)).toBe('tokens.invalid')
  await change.token(svc.id, { expires_at: new Date(now.getTime() + 1000) })
  expect(await codeOf(svc)).toBeUndefined()
  app.clock.advance(1000)
  expect(await codeOf(svc)).toBe('tokens.expired')
  await app.db.deleteFrom('groups').where('id', '=', account.group_id).execute()
  expect(await codeOf(svc)).toBe('tokens.invalid')
  const madeUp = { authorization: `Bearer ${newProgramToken('svc')}` }
  expect((await app.send('GET', '/api/tokens/self', { headers: madeUp })).body.code).toBe('tokens.invalid')
})

test('a token is refused outside of its networks, and other keys than its own are not there', async () => {
  const { app, ann, owner, key } = await startPrograms()
  const other = (await ann.addKey('Other')).key.id
  const far = await makeToken(app, { kind: 'pat', owner, scopes: ['keys:read'], networks: ['192.0.2.0/24', '2001:db8::/32'] })
  expect((await far.send('GET', '/api/keys')).body.code).toBe('tokens.network')
  const near = await makeToken(app, {
    kind: 'pat',
    owner,
    scopes: ['keys:read', 'keys:write'],
    networks: ['127.0.0.0/8'],
    key_ids: [key.id],
  })
  const { body } = await near.send<{ own_keys: { id: string }[] }>('GET', '/api/keys')
  expect(body.own_keys.map(({ id }) => id)).toEqual([key.id])
  const rename = async (id: string) => (await near.send('PATCH', `/api/keys/${id}`, { body: { name: 'Renamed' } })).status
  expect([await rename(key.id), await rename(key.id.toUpperCase()), await rename(other)]).toEqual([200, 200, 404])
})

test('a token writes what is its person’s own, never what is shared with them at full control', async () => {
  const { app, ann, owner } = await startPrograms()
  const bo = await app.signUp('bo@example.org')
  const { key } = await bo.addKey('Shared')
  await bo.share(key.id, ann.email, { permission: 'admin' })
  const token = await makeToken(app, { kind: 'pat', owner, scopes: ['keys:write'] })
  expect((await token.send('PATCH', `/api/keys/${key.id}`, { body: { name: 'Mine now' } })).body.code).toBe('keys.owner_only')
})

test('the holder of a token learns whose it is and what it may do; a session is no token', async () => {
  const { app, ann, owner, account, key } = await startPrograms()
  const pat = await makeToken(app, { kind: 'pat', owner, scopes: ['codes:read'], key_ids: [key.id] })
  const svc = await makeToken(app, { kind: 'svc', owner: account.id, scopes: ['keys:read', 'codes:take'] })
  expect((await pat.send('GET', '/api/tokens/self')).body).toMatchObject({
    token: {
      id: pat.id,
      kind: 'pat',
      last_four: pat.text.slice(-4),
      scopes: ['codes:read'],
      key_ids: [key.id],
      owner: { kind: 'person', id: owner },
    },
  })
  expect((await svc.send('GET', '/api/tokens/self')).body).toMatchObject({
    token: {
      kind: 'svc',
      scopes: ['keys:read', 'codes:take'],
      key_ids: null,
      owner: { kind: 'service_account', id: account.id, name: 'Deploy bot' },
    },
  })
  expect((await ann.send('GET', '/api/tokens/self')).body.code).toBe('tokens.not_found')
})
