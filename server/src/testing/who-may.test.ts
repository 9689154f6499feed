import type { Endpoint } from '@twofold/contract/endpoint'
import { signIn } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { enrolTotp } from '../factors/testing/second-factors.ts'
import { createPerson, startTestApp, testPassword, testPin } from './start-test-app.ts'
import { type Ids, type Send, things } from './own-things.ts'
import { nameOf, readContract } from './read-contract.ts'
import { setAccount } from './account-row.ts'

/*
 * Permissions: every call of the contract × every kind of caller. A call that no rule below covers fails, and so does one with an id for which
 * nothing is made: add who may make it, and who owns the thing.
 */

/** `any session`: also one whose sign-in is not finished. `second step`: what finishes one. `password change`: what a chosen password asks for. `stopped account`: also of one. */
type Rule = 'public' | 'any session' | 'second step' | 'password change' | 'stopped account' | 'user' | 'admin'

const rules: [RegExp, Rule][] = [
  [/^(GET \/installation|GET \/breach-range\/)/, 'public'],
  [/^POST \/auth\/(login|register|setup|setup\/check|links\/check|invite\/(accept|read))$/, 'public'],
  [/^POST \/auth\/(email\/(verify|verification-notification)|password\/(email|reset)|pin\/reset|stop)$/, 'public'],
  [/^POST \/auth\/(passkey|passkey\/options|identities\/sign-in|identities\/sign-in\/finish)$/, 'public'],
  [/^POST \/oauth\/(device|token|revoke)$/, 'public'],
  [/^(GET \/auth\/user|GET \/user|POST \/auth\/logout|POST \/logout)$/, 'any session'],
  [/^POST \/auth\/second-factor$/, 'second step'],
  [/^PUT \/profile\/password$/, 'password change'],
  [/^(GET \/profile\/closing|POST \/profile\/proof)$/, 'stopped account'],
  [/^\w+ \/auth\/(factors|identities|sessions)(\/|$)/, 'user'],
  [
    /^\w+ \/(profile|pin|keys|takes|live|offers|contacts|vault|groups|reviews|transfer|import|export|tokens|service-accounts)(\/|$)/,
    'user',
  ],
  [/^\w+ \/admin\//, 'admin'],
]

/** Owners cannot make these calls on their own things: they are for recipients, or require another state. */
const notForOwners = /\/(leave|restore|confirm|ask-again)$/

/** These end the caller’s own session or account, or lock the vault: what follows would be refused. */
const endsItself = /^(POST \/((auth\/)?logout|vault\/lock)|DELETE \/profile)$/

const ruleOf = (endpoint: Endpoint) => rules.find(([pattern]) => pattern.test(nameOf(endpoint)))?.[1]
const fill = (endpoint: Endpoint, ids: Ids) =>
  `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? crypto.randomUUID()))}`

const endpoints = await readContract()
const withIds = endpoints.filter((endpoint) => ruleOf(endpoint) === 'user' && endpoint.path.includes('{'))

async function startEverybody() {
  const app = await startTestApp()
  const enter = async (email: string) => {
    const { body } = await app.call(signIn, { body: { email, password: testPassword } })
    return createPerson(app.url, email, body.access_token ?? '')
  }
  const ann = await app.signUp('ann@example.org')
  const bo = await app.signUp('bo@example.org')
  const waiting = await app.signUp('waiting@example.org')
  await enrolTotp(app, waiting)
  const gone = await app.signUp('gone@example.org')
  await setAccount(app, 'gone@example.org', { is_active: false })
  await app.signUp('chosen@example.org')
  await setAccount(app, 'chosen@example.org', { must_change_password: true })
  await app.signUp('stopped@example.org')
  const stopped = await enter('stopped@example.org')
  const now = app.clock.date()
  await app.db.updateTable('users').set({ stopped_at: now, closed_at: now }).where('email', '=', 'stopped@example.org').execute()
  await app.signUp('root@example.org')
  await setAccount(app, 'root@example.org', { role: 'admin' })
  for (const person of [ann, bo]) await person.send('POST', '/api/pin/verify', { body: { pin: testPin } })
  return {
    app,
    ann,
    bo,
    gone,
    root: await enter('root@example.org'),
    /** The password was right, the second step is still to come. */
    waiting: await enter('waiting@example.org'),
    /** An administrator chose the password. */
    chosen: await enter('chosen@example.org'),
    /** The person objected to what an administrator did. */
    stopped,
  }
}

/** Answer of the call with an empty body: a status, and for 401 and 403 the code. */
async function ask(send: Send, endpoint: Endpoint, ids: Ids = {}): Promise<string> {
  const prefix = endpoint.path.includes('{prefix}') ? { prefix: '5BAA6' } : {}
  const options = endpoint.body === undefined ? {} : { body: {} }
  const { status, body } = await send(endpoint.method, fill(endpoint, { ...prefix, ...ids }), options)
  return status === 401 || status === 403 ? `${status} ${body.code}` : String(status)
}

/** The PIN comes after the question who may, and is no answer to it. */
const isRefusal = (answer: string) => /^40[13]/.test(answer) && answer !== '403 pin.required'

test('somebody has said who may make each call, and whose the things are that it names', () => {
  expect(endpoints.filter((endpoint) => ruleOf(endpoint) === undefined).map(nameOf)).toEqual([])
  expect(withIds.filter(({ path }) => !things.some(([pattern]) => pattern.test(path))).map(nameOf)).toEqual([])
  expect(endpoints.length).toBeGreaterThan(50)
})

test('without a session, and with one of a deactivated account: the public calls and nothing else', async () => {
  const { app, gone } = await startEverybody()
  for (const endpoint of endpoints) {
    const isOpen = ruleOf(endpoint) === 'public'
    for (const send of [app.send, gone.send]) {
      const answer = await ask(send, endpoint)
      if (isOpen) expect([nameOf(endpoint), isRefusal(answer)]).toEqual([nameOf(endpoint), false])
      else
        expect([nameOf(endpoint), answer]).toEqual([
          nameOf(endpoint),
          send === app.send ? '401 auth.unauthenticated' : '401 auth.session_deactivated',
        ])
    }
  }
})

test('before the second step, before a chosen password is replaced, and while an account is stopped: what finishes that, who one is, and leaving', async () => {
  const { waiting, chosen, stopped } = await startEverybody()
  const stages = [
    { who: waiting, may: 'second step', refusal: '403 auth.second_factor_required' },
    { who: chosen, may: 'password change', refusal: '403 auth.password_change_required' },
    { who: stopped, may: 'stopped account', refusal: '403 auth.account_stopped' },
  ] as const
  for (const { who, may, refusal } of stages) {
    for (const endpoint of endpoints.filter((one) => !endsItself.test(nameOf(one)))) {
      const rule = ruleOf(endpoint)
      const isOpen = rule === 'public' || rule === 'any session' || rule === may
      const answer = await ask(who.send, endpoint)
      if (isOpen) expect([may, nameOf(endpoint), isRefusal(answer)]).toEqual([may, nameOf(endpoint), false])
      else expect([may, nameOf(endpoint), answer]).toEqual([may, nameOf(endpoint), refusal])
    }
    expect((await who.send('POST', '/api/auth/logout', { body: {} })).status).toBe(200)
  }
})

test('administrators’ calls are for administrators, all others for everybody who is signed in', async () => {
  const { ann, root } = await startEverybody()
  for (const endpoint of endpoints.filter((one) => !endsItself.test(nameOf(one)))) {
    const isForAdministrators = ruleOf(endpoint) === 'admin'
    const answer = await ask(ann.send, endpoint)
    if (isForAdministrators) expect([nameOf(endpoint), answer]).toEqual([nameOf(endpoint), '403 auth.forbidden'])
    else expect([nameOf(endpoint), isRefusal(answer)]).toEqual([nameOf(endpoint), false])
    expect([nameOf(endpoint), isRefusal(await ask(root.send, endpoint))]).toEqual([nameOf(endpoint), false])
  }
})

/** Open during maintenance: what an administrator signs in with, who nobody is before that, leaving, and objecting to what an administrator did. */
const opensDuringMaintenance =
  /^(GET \/installation|GET \/breach-range\/|POST \/auth\/(links\/check|stop|login|setup|setup\/check|passkey|passkey\/options|identities\/sign-in|identities\/sign-in\/finish|logout)|POST \/logout)/

test('during maintenance: administrators may do everything, others sign-in’s calls and leave', async () => {
  const { app, ann, waiting, chosen, root } = await startEverybody()
  const now = app.clock.now()
  const body = { starts_at: null, ends_at: new Date(now + 3_600_000).toISOString() }
  expect((await root.send('POST', '/api/admin/system/maintenance', { body })).status).toBe(201)
  for (const endpoint of endpoints.filter((one) => !endsItself.test(nameOf(one)))) {
    const isOpen = opensDuringMaintenance.test(nameOf(endpoint))
    const isPublic = ruleOf(endpoint) === 'public'
    for (const { send } of [ann, waiting, chosen, ...(isPublic ? [app] : [])]) {
      const { status, body: said } = await send(endpoint.method, fill(endpoint, { prefix: '5BAA6' }), endpoint.body ? { body: {} } : {})
      const isRefused = status === 503 && said.code === 'maintenance.active'
      expect([nameOf(endpoint), isRefused ? 'refused' : 'let in']).toEqual([nameOf(endpoint), isOpen ? 'let in' : 'refused'])
    }
    if (isPublic) continue
    const { body: said } = await root.send(endpoint.method, fill(endpoint, {}), endpoint.body ? { body: {} } : {})
    expect([nameOf(endpoint), said.code === 'maintenance.active']).toEqual([nameOf(endpoint), false])
  }
  expect((await ann.send('POST', '/api/auth/logout', { body: {} })).status).toBe(200)
})

test('a person’s own things are not there for others, administrators included, and they change nothing about them', async () => {
  const { app, bo, root } = await startEverybody()
  const snapshot = () =>
    Promise.all((['keys', 'sessions', 'passkeys', 'identities'] as const).map((table) => app.db.selectFrom(table).select('id').execute()))
  for (const [index, endpoint] of withIds.entries()) {
    // A new person per call: results such as a second factor must not affect the next.
    const ann = await app.signUp(`owner-${index}@example.org`)
    await ann.send('POST', '/api/pin/verify', { body: { pin: testPin } })
    const ids = (await things.find(([pattern]) => pattern.test(endpoint.path))?.[1](ann.send, app, ann)) ?? {}
    const before = await snapshot()
    for (const other of [bo, root]) {
      const answer = await ask(other.send, endpoint, ids)
      // Without the PIN nothing is looked for, and with a body that is not right nothing, either (every-call.test.ts has right ones).
      const isClosed = answer === '404' || answer === '403 pin.required' || (endpoint.body !== undefined && answer === '422')
      expect([nameOf(endpoint), other.email, isClosed ? 'closed' : answer]).toEqual([nameOf(endpoint), other.email, 'closed'])
    }
    expect([nameOf(endpoint), await snapshot()]).toEqual([nameOf(endpoint), before])
    const own = await ask(ann.send, endpoint, ids)
    const isThere = own !== '404' || notForOwners.test(endpoint.path)
    expect([nameOf(endpoint), isThere, isRefusal(own)]).toEqual([nameOf(endpoint), true, false])
  }
})
