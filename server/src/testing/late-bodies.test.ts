import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { signOut } from '@twofold/contract/sessions'
import { lockVault } from '@twofold/contract/pin'
import { expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { shareApp } from './share-app.ts'
import { startTestApp } from './start-test-app.ts'
import type { Person } from './approvals.ts'

const shared = shareApp(startTestApp)

/** Sends the last part of the body once the request was admitted and `meanwhile` has happened, a second later. */
async function sendLate(path: string, person: Person, body: object, meanwhile: () => Promise<unknown>) {
  const app = shared()
  const seenAt = async () => {
    const rows = await app.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'user_id')
      .where('email', '=', person.email)
      .select('seen_at')
      .execute()
    return rows.map(({ seen_at }) => seen_at.getTime())
  }
  // The next request is written down as the use of its session.
  app.clock.advance(2 * 60_000)
  const text = JSON.stringify(body)
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', 'content-length': text.length }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = request(`${app.url}/api${path}`, { method: 'POST', headers, agent: false }, resolve).on('error', reject)
  sent.write(text.slice(0, 1))
  await eventually(async () => expect(await seenAt()).toEqual([app.clock.now()]))
  await meanwhile()
  app.clock.advance(1000)
  sent.end(text.slice(1))
  const answer = await promise
  return { status: answer.statusCode, body: (await json(answer)) as { code?: string } }
}

async function start() {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  await ann.addKey('Code host')
  await ann.enterPin()
  const users = app.db.updateTable('users').where('email', '=', ann.email)
  return { app, ann, users }
}

type Started = Awaited<ReturnType<typeof start>>

test.each<[string, string, (started: Started) => Promise<unknown>]>([
  ['signed out', 'auth.unauthenticated', ({ ann }) => ann.call(signOut, {})],
  ['deactivated', 'auth.session_deactivated', ({ users }) => users.set({ is_active: false }).execute()],
  ['given another role', 'auth.session_role_changed', ({ users }) => users.set({ role: 'admin' }).execute()],
  ['locked out of the vault', 'vault.locked', ({ ann }) => ann.call(lockVault, {})],
  ['closed', 'keys.secrets_closed', ({ app, users }) => users.set({ secrets_closed_until: new Date(app.clock.now() + 60_000) }).execute()],
  ['asked for the PIN again', 'pin.required', async ({ app }) => app.clock.advance(5 * 60_000)],
])('a caller who is %s while a body arrives slowly gets nothing by it', async (_what, code, meanwhile) => {
  const started = await start()
  const { body } = await sendLate('/keys/export', started.ann, { format: 'twofold' }, () => meanwhile(started))
  expect(body.code).toBe(code)
})

test('a body that arrives slowly is served if nothing changed', async () => {
  const { ann } = await start()
  expect(await sendLate('/keys/export', ann, { format: 'twofold' }, async () => {})).toMatchObject({ status: 200 })
})
