import { applyThemeToAll, undoThemeForAll } from '@twofold/contract/mail-design/settings'
import { signIn } from '@twofold/contract/sessions'
import { shareKeys } from '@twofold/contract/sharing/grants'
import { expect, inject, test } from 'vitest'
import { countStatements } from './count-statements.ts'
import { goodBodies } from './good-bodies.ts'
import { nameOf, readContract } from './read-contract.ts'
import { createPerson, startTestApp, testPassword } from './start-test-app.ts'
import { makeThing, bodyOf } from './things-of-calls.ts'
import { startOfWindow } from './start-of-window.ts'

/* Round trips of a call to the database, `begin` and `commit` and the look at the session included. */

const usual = { read: 2, write: 6 }

/** Calls that need more, or have to do with less. One that grows is looked at before its number is raised. */
const budgets: Record<string, number> = {
  // Every open page asks for them again and again, or with every letter that somebody types.
  'GET /keys/generate-codes': 1,
  'GET /keys': 1,
  'GET /admin/users': 1,

  // Many come at once in the morning, and each has a hash to compute. What is forgiven is written last: other sign-ins wait for it.
  'POST /auth/login': 4,

  // They write down who saw it, in a transaction.
  'GET /admin/analytics/risks/export': 4,
  'GET /admin/audit/export': 4,
  'GET /keys/{id}/backup-codes': 3,
  'GET /keys/{id}/secret': 3,

  // It writes down who took it, and chooses keys before it reads what is known of them.
  'GET /admin/access/export': 5,

  // The whole ledger in batches, while it is taken.
  'GET /admin/access/evidence': 13,

  // Whole pages of figures, side by side, and mostly from what was counted before.
  'GET /admin/analytics': 10,
  'GET /admin/analytics/export': 12,
  'GET /admin/dashboard': 9,
  'GET /admin/report': 27,
  'GET /admin/system/health': 11,
}

/** Deferred work of a call, and statements of a new connection. */
const ofNoCall = /^insert into key_usage|^set statement_timeout|"installation_settings"/

/** These end the caller's session or account or lock the vault, and are counted in statement-budget-of-own.test.ts; or they read a file that is sent. */
const leftOut = /logout|vault\/lock|^(DELETE|POST) \/profile|breach-range|password|initialize-system/

/** They need a state of their own, and are counted in statement-budget-of-own.test.ts. */
const ofOwnState = new Set([
  'DELETE /auth/factors/totp',
  'DELETE /keys/{id}/transfer',
  'PATCH /keys/{id}',
  'POST /auth/email/verify',
  'POST /auth/factors/recovery-codes',
  'POST /auth/factors/totp/confirm',
  'POST /auth/pin/reset',
  'POST /auth/register',
  'POST /auth/second-factor',
  'POST /keys/{id}/leave',
  'POST /keys/{id}/next-code',
  'POST /keys/{id}/rotate',
  'POST /pin/forgotten',
  'POST /reviews',
  'POST /service-accounts',
  'PUT /profile',
])

/** They need somebody or something outside, and are counted in statement-budget-of-outside.test.ts. */
const ofOutside = new Set([
  'GET /keys/{id}/icon',
  'GET /tokens/self',
  'POST /admin/email/config/test',
  'POST /admin/mail-path/approve',
  'POST /admin/reviews',
  'POST /admin/system/jobs/retry',
  'POST /admin/system/releases/check',
  'POST /auth/email/verification-notification',
  'POST /auth/factors/confirm',
  'POST /auth/factors/passkeys',
  'POST /auth/identities',
  'POST /auth/identities/finish',
  'POST /auth/identities/sign-in',
  'POST /auth/identities/sign-in/finish',
  'POST /auth/invite/accept',
  'POST /auth/invite/read',
  'POST /auth/passkey',
  'POST /auth/setup',
  'POST /auth/stop',
  'POST /keys/{id}/ask-again',
  'POST /oauth/token',
])

/** The same of calls with the id of something other than a key. */
const budgetsOfOne: Record<string, number> = {
  // The session; what decides, behind the lock of the request; the decision, committed so that it stays whatever becomes of the act. The act then takes
  // what it takes as a call without its session, 3 here, and its outcome is known only after its commit.
  'POST /admin/requests/{id}/approve': 7,
  // The same of an act on many, which looks for them and takes 5 for each. The claim of the request has one to itself where last writes read nothing.
  'POST /admin/requests/{id}/resume': 10,
}

const ofKey = /^\w+ \/keys\/\{id\}(\/\w[\w-]*)?$/

const ofCall = (roundTrips: string[][]): string[][] =>
  roundTrips.map((texts) => texts.filter((text) => !ofNoCall.test(text))).filter((texts) => texts.length > 0)

// A pooler that hands out transactions is sent no pipeline, so every statement is a round trip there.
const pipelined = test.skipIf(inject('pooler')?.mode === 'transaction')

async function start() {
  const counting = countStatements()
  // At the start of a window, so that there is one to take.
  const app = await startTestApp({ now: startOfWindow() })
  const ann = await app.signUp('ann@example.org')
  await app.signUp('root@example.org')
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', 'root@example.org').execute()
  const { body: entered } = await app.call(signIn, { body: { email: 'root@example.org', password: testPassword } })
  const root = createPerson(app.url, 'root@example.org', entered.access_token ?? '')
  return { app, ann, root, counting }
}

pipelined('no call takes more round trips to the database than it is granted', async () => {
  const { ann, root, counting } = await start()
  const { key } = await ann.addKey('Host')
  for (const person of [ann, root]) await person.enterPin()

  const over: Record<string, string[]> = {}
  const beside: Record<string, string[]> = {}
  const counted = new Map<string, number>()
  const refused: string[] = []
  for (const endpoint of await readContract()) {
    const call = nameOf(endpoint)
    if (leftOut.test(call) || (call.includes('{') && !ofKey.test(call))) continue
    const by = endpoint.path.startsWith('/admin') ? root : ann
    const body = goodBodies[call]
    const ask = () => by.send(endpoint.method, `/api${endpoint.path.replace('{id}', key.id)}`, body === undefined ? {} : { body })
    // The first time some read what they keep from then on.
    if (endpoint.method === 'GET') await ask()
    counting.reset()
    const { status } = await ask()
    if (status >= 300) {
      refused.push(call)
      continue
    }
    const trips = ofCall(counting.roundTrips)
    counted.set(call, trips.length)
    if (counting.besideTransaction.length > 0) beside[call] = [...counting.besideTransaction]
    const granted = budgets[call] ?? (endpoint.method === 'GET' ? usual.read : usual.write)
    if (trips.length > granted) over[`${call}: ${trips.length}, granted ${granted}`] = trips.map((texts) => texts.join(' | '))
  }
  expect(over, JSON.stringify(over, null, 2)).toEqual({})
  expect(beside).toEqual({})
  const elsewhere = [...ofOwnState, ...ofOutside]
  expect(refused.filter((call) => !elsewhere.includes(call))).toEqual([])
  expect(elsewhere.filter((call) => counted.has(call))).toEqual([])
  expect(Object.keys(budgets).filter((call) => !counted.has(call))).toEqual([])
})

pipelined('no write about one thing takes more round trips than it is granted', async () => {
  const { app, ann, root, counting } = await start()
  await app.signUp('friend@example.org')
  for (const person of [ann, root]) await person.enterPin()

  const over: Record<string, string[]> = {}
  const beside: Record<string, string[]> = {}
  const counted = new Map<string, number>()
  const about = (await readContract()).filter(
    ({ method, path }) => method !== 'GET' && path.includes('{') && !ofKey.test(`${method} ${path}`),
  )
  for (const endpoint of about) {
    const call = nameOf(endpoint)
    const by = endpoint.path.startsWith('/admin') ? root : ann
    const ids = await makeThing(endpoint.path, { app, by })
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
    counting.reset()
    const { status } = await by.send(endpoint.method, `/api${path}`, endpoint.body === undefined ? {} : { body: bodyOf(call, ids) })
    if (status >= 300) continue
    const trips = ofCall(counting.roundTrips)
    counted.set(call, trips.length)
    if (counting.besideTransaction.length > 0) beside[call] = [...counting.besideTransaction]
    const granted = budgetsOfOne[call] ?? usual.write
    if (trips.length > granted) over[`${call}: ${trips.length}, granted ${granted}`] = trips.map((texts) => texts.join(' | '))
  }
  expect(over, JSON.stringify(over, null, 2)).toEqual({})
  expect(beside).toEqual({})
  expect([...about.map(nameOf), ...Object.keys(budgetsOfOne)].filter((call) => !counted.has(call))).toEqual([])
})

pipelined('an act on many at once takes no more round trips than a call for one may', async () => {
  const { ann, root, counting } = await start()
  const keys: string[] = []
  for (const name of ['Host', 'Mail', 'Bank', 'Shop']) keys.push((await ann.addKey(name)).key.id)
  const { undo_id: undoId } = (await root.call(applyThemeToAll, { body: { theme: 'card', override_existing_themes: true } })).body
  const tripsOf = async (call: () => Promise<{ status: number }>) => {
    counting.reset()
    expect((await call()).status).toBe(200)
    return ofCall(counting.roundTrips)
  }
  const shared = await tripsOf(() => ann.call(shareKeys, { body: { key_ids: keys, email: 'bo@example.org' } }))
  expect(shared.length, JSON.stringify(shared, null, 2)).toBeLessThanOrEqual(usual.write)
  const takenBack = await tripsOf(() => root.call(undoThemeForAll, { params: { id: undoId ?? '' } }))
  expect(takenBack.length, JSON.stringify(takenBack, null, 2)).toBeLessThanOrEqual(usual.write)
})
