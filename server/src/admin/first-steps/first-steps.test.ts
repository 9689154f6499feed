import { confirmBackupSecret } from '@twofold/contract/admin/backups'
import { getFirstSteps } from '@twofold/contract/admin/first-steps'
import { inviteUser } from '@twofold/contract/admin/users'
import { deleteKey } from '@twofold/contract/keys'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { addProvider } from '../../testing/queued-events.ts'

type App = Awaited<ReturnType<typeof startEmailApp>>

const doneOf = async (app: App) => (await app.admin.call(getFirstSteps, {})).body.steps.filter(({ done }) => done).map(({ name }) => name)

test('the steps follow from how things are, and are open again when that changes', async () => {
  const app = await startEmailApp({ env: { APP_URL: 'http://vault.example.org' } })
  expect(await doneOf(app)).toEqual(['vault'])
  const { key } = await app.admin.addKey('Code host')
  expect(await doneOf(app)).toEqual(['vault', 'key'])
  await app.admin.call(deleteKey, { params: { id: key.id } })
  expect(await doneOf(app)).toEqual(['vault'])
  await app.admin.call(inviteUser, { body: { email: 'bo@example.org', delivery: 'link' } })
  expect(await doneOf(app)).toEqual(['vault', 'invite'])
  await addProvider(app)
  expect(await doneOf(app)).toEqual(['vault', 'invite', 'mail'])
  const at = app.clock.date()
  await app.db
    .insertInto('backups')
    .values({ id: uuid(), file_name: 'one', state: 'completed', cause: 'manual', created_at: at, touched_at: at, finished_at: at })
    .execute()
  expect(await doneOf(app)).toEqual(['vault', 'invite', 'mail'])
  await app.admin.call(confirmBackupSecret, {})
  expect(await doneOf(app)).toEqual(['vault', 'invite', 'mail', 'backup'])
  // Another kind of secret was stored then.
  await sql`update installation_settings set value = '{"kind":"password"}' where name = 'backup_secret'`.execute(app.db)
  expect(await doneOf(app)).toEqual(['vault', 'invite', 'mail'])
})

test('an https address counts, and a key of somebody else does not', async () => {
  const app = await startEmailApp({ env: { APP_URL: 'https://vault.example.org' } })
  await (await app.signUp('bo@example.org')).addKey('Of Bo')
  expect(await doneOf(app)).toEqual(['vault', 'https', 'invite'])
})

test('only administrators see how far the installation is', async () => {
  const app = await startEmailApp()
  expect((await (await app.signUp('bo@example.org')).call(getFirstSteps, {})).status).toBe(403)
})
