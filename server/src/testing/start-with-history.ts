import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { signIn } from '@twofold/contract/sessions'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createPerson, startTestApp, testPassword, type TestAppOptions } from './start-test-app.ts'

export const backupPassword = 'a-long-backup-password'

/** An administrator whose activity of two months that are over is more than fits into the file of a backup: rows of 1.5 kB that hardly shrink. */
export async function startWithHistory({
  env = {},
  rowsEach = 800,
  now = Date.now(),
}: Pick<TestAppOptions, 'env' | 'now'> & { rowsEach?: number } = {}) {
  const app = await startTestApp({ env: { BACKUP_PASSWORD: backupPassword, ...env }, now, logLevel: 'silent' })
  await app.signUp('root@example.org', 'Rosa Root')
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', 'root@example.org').execute()
  const { body } = await app.call(signIn, { body: { email: 'root@example.org', password: testPassword } })
  const root = createPerson(app.url, 'root@example.org', body.access_token ?? '')
  await root.addKey('Code host')
  for (const month of [1, 2]) {
    await sql`insert into activity (id, user_id, kind, detail, happened_at)
      select gen_random_uuid(), users.id, 'signed_in',
        jsonb_build_object('line', E'a\\nb', 'noise', (select string_agg(md5(random()::text || n || k), '') from generate_series(1, 48) k)),
        date_trunc('month', now(), 'UTC') - make_interval(months => ${month}::int) + make_interval(secs => n)
      from users, generate_series(1, ${rowsEach}::int) n`.execute(app.db)
  }
  const folder = join(app.config.dataDir, 'backups')
  const parts = () => readdir(join(folder, 'parts'))
  return {
    app,
    root,
    folder,
    parts,
    /** Old enough to be swept. */
    async agePartsOnDisk() {
      for (const name of await parts()) await utimes(join(folder, 'parts', name), new Date(0), new Date(0))
    },
    pathOfPart: (name: string) => join(folder, 'parts', name),
    /** Answers its id and path. */
    async make() {
      const id = await app.backups.add('command', undefined)
      expect(await app.backupMaker.make(id)).toBeUndefined()
      const { file_name: name, size } = await app.backups.requireFile(id)
      return { id, path: join(folder, name), size }
    },
    changeOne: () =>
      sql`update activity set actor_name = 'Changed' where id = (
        select id from activity where happened_at < date_trunc('month', now(), 'UTC') order by happened_at limit 1)`.execute(app.db),
  }
}
