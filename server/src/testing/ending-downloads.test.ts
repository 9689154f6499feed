import { once } from 'node:events'
import { truncate } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { downloadBackup } from '@twofold/contract/admin/backups'
import { signIn } from '@twofold/contract/sessions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeBackup } from '../admin/backups/testing/start-backups.ts'
import { shareApp } from './share-app.ts'
import { createPerson, startTestApp, type TestApp, testPassword } from './start-test-app.ts'

const shared = shareApp(startTestApp)

/** Begins to fetch a file that is larger than what a connection buffers, and reads a piece of it. Answers how to read on. */
async function beginToRead(url: string, headers = {}) {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  await once(response, 'readable')
  return async () => {
    response.resume()
    await once(response, 'end')
    return 'whole'
  }
}

const files: Record<string, (app: TestApp, token: string) => Promise<() => Promise<string>>> = {
  'an export': async (app, token) => {
    await sql`
      insert into audit_log (id, happened_at, action, after)
      select gen_random_uuid(), ${app.clock.date()}, 'backup.deleted', jsonb_build_object('text', repeat('x', 20000)) from generate_series(1, 1500)
      where not exists (select from audit_log where action = 'backup.deleted')`.execute(app.db)
    return beginToRead(`${app.url}/api/admin/audit/export?format=json&action=backup.deleted`, { authorization: `Bearer ${token}` })
  },
  'a backup': async (app, token) => {
    const root = createPerson(app.url, '', token)
    await root.enterPin()
    const { id, path } = await makeBackup({ app, root })
    await truncate(path, 30_000_000)
    return beginToRead(`${app.url}${(await root.call(downloadBackup, { params: { id } })).body.url}`)
  },
}

async function beginToFetch(app: TestApp, what: string) {
  const { email } = await app.signUp('root@example.org')
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute()
  const { body } = await app.call(signIn, { body: { email, password: testPassword } })
  return files[what]?.(app, body.access_token ?? '')
}

const ends: [string, (app: TestApp) => Promise<unknown>][] = [
  ['signs out', (app) => app.db.deleteFrom('sessions').execute()],
  ['is no administrator by then', (app) => app.db.updateTable('users').set({ role: 'user' }).execute()],
  ['goes on', () => Promise.resolve()],
]

test.each(Object.keys(files).flatMap((file) => ends.map(([who, end]) => [file, who, end] as const)))(
  'a file that an administrator reads slowly is cut off unless they may fetch it still: %s, by somebody who %s',
  async (file, who, end) => {
    const app = shared()
    const readOn = await beginToFetch(app, file)
    await end(app)
    app.clock.advance(60_000)
    const outcome = await readOn?.().catch(() => 'cut off')
    expect(outcome).toBe(who === 'goes on' ? 'whole' : 'cut off')
  },
)
