import { join } from 'node:path'
import { startBackup } from '@twofold/contract/admin/backups'
import { signIn } from '@twofold/contract/sessions'
import { expect } from 'vitest'
import { createPerson, startTestApp, type TestApp, type TestAppOptions, testPassword } from '../../../testing/start-test-app.ts'

type Person = ReturnType<typeof createPerson>

export const password = 'a-long-backup-password'

export async function startWithAdmin(options: TestAppOptions = {}) {
  const app = await startTestApp(options)
  await app.signUp('root@example.org', 'Rosa Root')
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', 'root@example.org').execute()
  const { body } = await app.call(signIn, { body: { email: 'root@example.org', password: testPassword } })
  return { app, root: createPerson(app.url, 'root@example.org', body.access_token ?? '') }
}

interface Node extends Pick<TestApp, 'backupMaker'> {
  config: Pick<TestApp['config'], 'dataDir'>
}

export const folderOf = (app: Pick<Node, 'config'>) => join(app.config.dataDir, 'backups')

/** Begins one as the screen does, and makes it as a worker would. */
export async function makeBackup({ app, root }: { app: Node; root: Pick<Person, 'call'> }) {
  const { body } = await root.call(startBackup, {})
  expect(await app.backupMaker.make(body.backup.id)).toBeUndefined()
  return { ...body.backup, path: join(folderOf(app), body.backup.file_name) }
}
