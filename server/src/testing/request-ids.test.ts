import { listAudit } from '@twofold/contract/admin/audit'
import { getMailLog, listMailLogs } from '@twofold/contract/mail-log/logs'
import { signUp } from '@twofold/contract/sessions'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startEmailApp } from '../mail-delivery/testing/start-email-app.ts'
import { readConfig } from '../platform/config.ts'
import { testTimeoutMs } from '../platform/testing/test-database.ts'
import { createLog } from '../platform/log.ts'
import { start } from '../start.ts'
import { eventually } from './eventually.ts'
import { startTestApp, testPassword, testPin } from './start-test-app.ts'
import { databaseUrl } from '../platform/testing/database-url.ts'

const named = 'proxy-1234'
const idOf = (headers: Headers) => headers.get('x-request-id') ?? ''

test('every answer has an id of its own, also one that refuses; only a trusted proxy may name it', async () => {
  const app = await startTestApp()
  const ids = await Promise.all(
    ['/livez', '/api/auth/user', '/nowhere.txt', '/%ff'].map(async (path) =>
      idOf((await app.send('GET', path, { headers: { 'x-request-id': named } })).headers),
    ),
  )
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Set(ids).size).toBe(4)

  const behind = await startTestApp({ env: { TRUSTED_PROXIES: '127.0.0.0/8,::1' } })
  const ask = async (id: string) => idOf((await behind.send('GET', '/livez', { headers: { 'x-request-id': id } })).headers)
  expect(await ask(named)).toBe(named)
  expect(await ask('a b')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await ask('x'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/)
})

const linesOf = (logged: string) =>
  logged
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { msg: string; request?: string; job?: string })
    .filter(({ request }) => request === named)

test('one id finds the request at the node that answered, the job at the node that did it, and for administrators the e-mail and the act', async () => {
  const app = await startEmailApp({ logLevel: 'debug', env: { TRUSTED_PROXIES: '127.0.0.1' } })
  let atWorker = ''
  const worker = await start({
    config: readConfig({
      ROLES: 'worker',
      DATA_DIR: app.config.dataDir,
      DATABASE_URL: databaseUrl(app.connection),
      DATABASE_TIMEOUT_SECONDS: String(testTimeoutMs / 1000),
    }),
    log: createLog('debug', { write: (line: string) => void (atWorker += line) }),
  })
  onTestFinished(() => worker.stop())

  const body = { name: 'Ann', email: 'ann@example.org', password: testPassword, password_confirmation: testPassword, pin: testPin }
  const answer = await app.send('POST', '/api/auth/register', { body, headers: { 'x-request-id': named } })
  expect([answer.status, signUp.path]).toEqual([201, '/auth/register'])
  const mails = async (request: string) => (await app.admin.call(listMailLogs, { query: { request } })).body.logs
  const acts = async (request: string) => (await app.admin.call(listAudit, { query: { request, acts: 'all' } })).body
  await eventually(async () => {
    expect(linesOf(app.logged())).toContainEqual(expect.objectContaining({ msg: 'request' }))
    expect(linesOf(atWorker)).toContainEqual(expect.objectContaining({ msg: 'job done', job: 'event.mail' }))
    expect((await mails(named)).data).toEqual([expect.objectContaining({ recipient_email: body.email })])
  })
  const [mail] = (await mails(named)).data
  expect((await app.admin.call(getMailLog, { params: { id: mail?.id ?? '' } })).body.log.request_id).toBe(named)
  // The other node's clock goes on.
  app.clock.advance(3_600_000)
  const { text } = await app.admin.send('POST', `/api/admin/email/logs/export?request=${named}`)
  const [columns = '', row = ''] = text.trimEnd().split('\r\n')
  expect([columns.split(',').at(-1), row.split(',').at(-1)]).toEqual(['request_id', named])
  expect((await acts(named)).data).toEqual([expect.objectContaining({ action: 'person.signed_in', request_id: named })])
  // The whole id and no part of it.
  expect([(await mails(named.slice(0, 5))).total, (await acts(named.slice(0, 5))).total]).toEqual([0, 0])
})

test('an audited act has the id of its request, no matter who acts, and the chain protects it', async () => {
  const app = await startTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const attempt = { email: 'nobody@example.org', password: 'wrong-password' }
  await app.send('POST', '/api/auth/login', { body: attempt, headers: { 'x-request-id': named } })
  const ann = await app.signUp('ann@example.org')
  await ann.send('POST', '/api/keys', { body: { name: 'Code host' }, headers: { 'x-request-id': `${named}-key` } })
  const ids = (await app.db.selectFrom('audit_log').select(['action', 'caused_by']).execute()).map((row) => [row.action, row.caused_by])
  expect(ids).toContainEqual(['person.sign_in_failed', named])
  for (const [action, id] of ids) expect([action, id]).toEqual([action, expect.stringMatching(/^[\w-]{10,}$/)])

  await app.auditChain.linkAll()
  expect((await app.auditChain.verify()).found).toBeUndefined()
  const owner = app.asOwner()
  await sql`grant update on audit_log to current_user`.execute(owner)
  await sql`alter table audit_log disable trigger user`.execute(owner)
  await sql`update audit_log set caused_by = 'another' where caused_by = ${named}`.execute(owner)
  expect((await app.auditChain.verify()).found?.sentence).toContain('was changed')
})
