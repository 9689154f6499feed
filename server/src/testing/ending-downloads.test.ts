import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { signIn } from '@twofold/contract/sessions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shareApp } from './share-app.ts'
import { startTestApp, type TestApp, testPassword } from './start-test-app.ts'

const shared = shareApp(startTestApp)

/** An administrator began to fetch a file that is larger than what a connection buffers, and has read a piece of it. Answers how to read on. */
async function beginToFetch(app: TestApp) {
  const { email } = await app.signUp('root@example.org')
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute()
  await sql`
    insert into audit_log (id, happened_at, action, after)
    select gen_random_uuid(), ${app.clock.date()}, 'backup.deleted', jsonb_build_object('text', repeat('x', 20000)) from generate_series(1, 1500)
    where not exists (select from audit_log where action = 'backup.deleted')`.execute(app.db)
  const { body } = await app.call(signIn, { body: { email, password: testPassword } })
  const asked = get(`${app.url}/api/admin/audit/export?format=json&action=backup.deleted`, {
    headers: { authorization: `Bearer ${body.access_token}` },
  })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  await once(response, 'readable')
  return async () => {
    response.resume()
    await once(response, 'end')
    return 'whole'
  }
}

test.each([
  ['signs out', async (app: TestApp) => app.db.deleteFrom('sessions').execute()],
  ['is no administrator by then', async (app: TestApp) => app.db.updateTable('users').set({ role: 'user' }).execute()],
  ['goes on', async () => {}],
])('a file that an administrator reads slowly is cut off unless they may fetch it still: somebody who %s', async (what, end) => {
  const app = shared()
  const readOn = await beginToFetch(app)
  await end(app)
  app.clock.advance(60_000)
  const outcome = await readOn().catch(() => 'cut off')
  expect(outcome).toBe(what === 'goes on' ? 'whole' : 'cut off')
})
