import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { resetPassword } from '@twofold/contract/links'
import { expect, test } from 'vitest'
import { askFor, eventsOf } from './queued-events.ts'
import { serverProgram } from './server-program.ts'
import { startOffice } from './start-office.ts'
import { databaseUrl } from '../platform/testing/database-url.ts'

/** The office of an administrator, and the command beside it. */
async function startBeside() {
  const app = await startOffice()
  const ada = await app.administrator('ada@example.org')
  const cli = await serverProgram('cli')
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl(app.connection),
    DATA_DIR: app.config.dataDir,
    NODE_ENV: 'test',
  }
  const run = (...input: string[]) =>
    promisify(execFile)(process.execPath, [cli, 'admin', ...input], { env }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: unknown) => {
        const { code, stderr } = error as { code: number; stderr: string }
        return { code, text: stderr }
      },
    )
  return { app, ada, run }
}

test('npm run admin -- list names the administrators; -- reset makes a link for an active administrator and for nobody else; it is audited, told, and used once', async () => {
  const { app, ada, run } = await startBeside()
  await app.signUp('ann@example.org')
  await ada.addKey('Code host')
  const listed = await run('list')
  expect(listed.code).toBe(0)
  expect(listed.text).toMatch(/^ada@example\.org {2}ada {2}active {2}no second factor {2}last signed in \d{4}-/m)
  expect(listed.text).not.toContain('ann@example.org')
  const [refused, unclear, made] = await Promise.all([run('reset', 'ann@example.org'), run('reset'), run('reset', 'ADA@example.org')])
  expect([refused.code, refused.text]).toEqual([
    1,
    expect.stringContaining('ann@example.org is not the address of an active administrator.'),
  ])
  expect([unclear.code, unclear.text]).toEqual([1, expect.stringContaining('npm run admin -- reset EMAIL')])
  expect([made.code, made.text]).toEqual([0, expect.stringContaining('Open this link to set a new password for ada. Single use, until')])

  const audited = await app.db.selectFrom('audit_log').where('action', '=', 'user.password_link_made').selectAll().execute()
  expect(audited.map(({ target_id, actor_id, after }) => ({ target_id, actor_id, after }))).toEqual([
    { target_id: ada.id, actor_id: null, after: { delivery: 'link', by: 'admin command' } },
  ])
  expect(await eventsOf(app, 'user.account.closed')).toMatchObject([{ to: { user_id: ada.id } }])
  const token = /#token=([\w-]+)/.exec(made.text)?.[1] ?? ''
  const set = () => app.call(resetPassword, { body: { token, password: 'another-password', password_confirmation: 'another-password' } })
  expect([(await set()).status, (await set()).body.code]).toEqual([200, 'links.used'])
})

test('admin create makes an administrator who sets the first password by a link; the others are notified, and an address that is taken is refused', async () => {
  const { app, run } = await startBeside()
  await askFor(app, 'admin.new_user_registered')
  const [made, taken, wrong] = await Promise.all([run('create', 'Bea@example.org'), run('create', 'ada@example.org'), run('create', 'bea')])
  expect([made.code, made.text]).toEqual([0, expect.stringContaining('Bea@example.org is an administrator now.')])
  expect([taken.code, taken.text]).toEqual([1, expect.stringContaining('npm run admin -- reset ada@example.org')])
  expect([wrong.code, wrong.text]).toEqual([1, expect.stringContaining('bea is not an e-mail address.')])

  const { id } = await app.db.selectFrom('users').where('email', '=', 'Bea@example.org').select('id').executeTakeFirstOrThrow()
  const audited = await app.db.selectFrom('audit_log').where('target_id', '=', id).selectAll().execute()
  expect(audited.map(({ action, actor_id, after }) => ({ action, actor_id, after }))).toEqual([
    { action: 'user.created', actor_id: null, after: { email: 'Bea@example.org', role: 'admin', by: 'admin command' } },
  ])
  expect(await eventsOf(app, 'admin.new_user_registered')).toContainEqual(
    expect.objectContaining({ data: { 'new_user.name': 'Administrator', 'new_user.email': 'Bea@example.org' } }),
  )
  const token = /#token=([\w-]+)/.exec(made.text)?.[1] ?? ''
  const body = { token, password: 'another-password', password_confirmation: 'another-password' }
  expect((await app.call(resetPassword, { body })).status).toBe(200)
  const { answer } = await app.enter('bea@example.org', 'another-password')
  expect(answer.user).toMatchObject({ id, role: 'admin' })
})
