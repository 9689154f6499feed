import { signUp } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { startTestApp, testPassword, testPin } from './start-test-app.ts'

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

test('the id of a request is in its line, and in those of the jobs that follow from it', async () => {
  const app = await startTestApp({ work: true, logLevel: 'debug', env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const body = { name: 'Ann', email: 'ann@example.org', password: testPassword, password_confirmation: testPassword, pin: testPin }
  const answer = await app.send('POST', '/api/auth/register', { body, headers: { 'x-request-id': named } })
  expect([answer.status, signUp.path]).toEqual([201, '/auth/register'])
  const lines = () =>
    app
      .logged()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { msg: string; request?: string; job?: string })
      .filter(({ request }) => request === named)
  await eventually(() => {
    expect(lines()).toContainEqual(expect.objectContaining({ msg: 'request' }))
    expect(lines()).toContainEqual(expect.objectContaining({ msg: 'job done', job: 'event.mail' }))
    return Promise.resolve()
  })
})
