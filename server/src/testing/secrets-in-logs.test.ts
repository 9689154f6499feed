import { mapSealed } from '@twofold/contract/sealed-fields'
import { setUp } from '@twofold/contract/sessions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { startTestApp } from './start-test-app.ts'

const canaries = {
  password: 'canary-password-1',
  wrongPassword: 'canary-password-2',
  pin: '7319',
  secret: 'JBSWY3DPEHPK3PXPCANARY22',
  note: 'canary-note',
}
const account = {
  name: 'Ann Example',
  email: 'ann@example.org',
  password: canaries.password,
  password_confirmation: canaries.password,
  pin: canaries.pin,
}

test('not even at the level trace does a log line carry a password, PIN, token, cookie, secret, note or code', async () => {
  const app = await startTestApp({ logLevel: 'trace' })
  const setupToken = (await app.setup.makeLink())?.token ?? ''
  await app.call(setUp, { body: { ...account, email: 'root@example.org', token: setupToken } })
  const browser = await openBrowser(app)
  const { body } = await browser.send<{ access_token: string }>('POST', '/api/auth/register', account)
  browser.token = body.access_token
  const key = { name: 'Code host', secret: canaries.secret, ...mapSealed(() => canaries.note) }
  await browser.send('POST', '/api/keys', key, { 'idempotency-key': 'canary-idempotency' })
  const generated = await browser.send<{ provisioning: { secret: string } }>('POST', '/api/keys', { name: 'Generated' })
  const codes = await browser.send<{ codes: { code: string; next_code: string }[] }>('GET', '/api/keys/generate-codes')
  await browser.send('POST', '/api/auth/login', { email: account.email, password: canaries.wrongPassword })
  await browser.send('POST', '/api/auth/login', { email: account.email, password: [canaries.wrongPassword] })
  await app.send('POST', '/api/auth/login', { raw: `{"password":"${canaries.wrongPassword}"` })
  // Failures are logged most of all: a statement that PostgreSQL refuses, and a table that is not there.
  await sql`alter table users add constraint nobody_new check (email = 'x') not valid`.execute(app.asOwner())
  expect((await browser.send('POST', '/api/auth/register', { ...account, email: 'canary-person@example.org' })).status).toBe(500)
  await sql`alter table keys rename column note to nothing`.execute(app.asOwner())
  expect((await browser.send('POST', '/api/keys', key)).status).toBe(500)

  const log = app.logged()
  expect(log.split('\n').length).toBeGreaterThan(10)
  expect(log).toContain('"request failed"')
  const secrets = [
    ...Object.values(canaries).filter((text) => text !== canaries.pin),
    `"${canaries.pin}"`,
    setupToken,
    body.access_token,
    ...browser.jar.values(),
    generated.body.provisioning.secret,
    ...codes.body.codes.flatMap(({ code, next_code }) => [`"${code}"`, `"${next_code}"`]),
    'canary-person@example.org',
    '$argon2id',
  ]
  expect(secrets.length).toBeGreaterThan(14)
  for (const secret of secrets) expect([secret, log.includes(secret)]).toEqual([secret, false])
})
