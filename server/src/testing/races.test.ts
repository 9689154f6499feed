import { limits } from '@twofold/contract/limits'
import { deleteKey } from '@twofold/contract/keys'
import { nextCode } from '@twofold/contract/codes'
import { signIn, signUp } from '@twofold/contract/sessions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shareApp } from './share-app.ts'
import { startTestApp, testPassword, testPin } from './start-test-app.ts'

const shared = shareApp(startTestApp)
const account = { name: 'Ann Example', password: testPassword, password_confirmation: testPassword, pin: testPin }

test('one address signed up twenty times at once, in all its spellings, is one account with one data key', async () => {
  const app = await startTestApp()
  const spellings = ['josé@example.org', 'JOSÉ@EXAMPLE.ORG', ' josé@example.org ', 'jose\u0301@example.org']
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => app.call(signUp, { body: { ...account, email: spellings[index % 4] ?? '' } })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 19 }, () => 422)])
  expect(await app.db.selectFrom('users').select('id').execute()).toHaveLength(1)
  expect(await app.db.selectFrom('data_keys').select('user_id').execute()).toHaveLength(1)
  expect(await app.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
})

test('all spellings of an address share one count of tries, also when they come at once', async () => {
  const app = await startTestApp({ rateLimitFactor: 1 })
  const spellings = ['josé@example.org', 'JOSÉ@EXAMPLE.ORG', ' josé@example.org ', 'jose\u0301@example.org', 'JOSE\u0301@example.org\t']
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      app.call(signIn, { body: { email: spellings[index % spellings.length] ?? '', password: 'not-the-password' } }),
    ),
  )
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(35)
})

test('many keys added at once: exactly as many are taken as the limit leaves room for', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const { key } = await ann.addKey('First')
  await sql`
    insert into keys (id, owner_id, name, kind, algorithm, digits, period, secret, created_at, updated_at)
    select gen_random_uuid(), owner_id, name, kind, algorithm, digits, period, secret, created_at, updated_at
    from keys, generate_series(1, ${limits.keysPerOwner - 4}) where id = ${key.id}`.execute(app.db)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => ann.send('POST', '/api/keys', { body: { name: `Key ${index}` } })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(answers.find(({ status }) => status !== 201)?.body).toMatchObject({
    code: 'keys.limit_reached',
    parameters: { limit: limits.keysPerOwner },
  })
  const { rows } = await sql<{ count: number }>`
    select count(*) from keys where owner_id = (select owner_id from keys where id = ${key.id})`.execute(app.db)
  expect(rows).toEqual([{ count: limits.keysPerOwner }])
})

test('a key that is deleted while its next code is asked for gives no code after the deletion', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const { key } = await ann.addKey('Door', { type: 'hotp' })
  const order: string[] = []
  const ask = async () => {
    const { status } = await ann.call(nextCode, { params: { id: key.id } })
    order.push(status === 200 ? 'code' : String(status))
  }
  const remove = async () => {
    const { status } = await ann.call(deleteKey, { params: { id: key.id } })
    order.push(status === 200 ? 'deleted' : `deletion ${status}`)
  }
  await Promise.all([ask(), ask(), remove(), ask(), ask(), remove()])
  await ask()
  expect(order.filter((what) => what === 'deleted')).toHaveLength(1)
  expect(order.filter((what) => what === 'deletion 404')).toHaveLength(1)
  expect(order.at(-1)).toBe('404')
  const { counter } = await app.db.selectFrom('keys').where('id', '=', key.id).select('counter').executeTakeFirstOrThrow()
  expect(counter).toBe(order.filter((what) => what === 'code').length)
})

test('a session lives on while it signs in elsewhere, and signing out ends only itself, also when done twice at once', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const { body } = await app.call(signIn, { body: { email: ann.email, password: testPassword } })
  expect(body.access_token).not.toBe(ann.token)
  const outs = await Promise.all([ann.send('POST', '/api/auth/logout'), ann.send('POST', '/api/logout')])
  for (const { status } of outs) expect([200, 401]).toContain(status)
  const other = await app.send('GET', '/api/auth/user', { headers: { authorization: `Bearer ${body.access_token}` } })
  expect(other.status).toBe(200)
})
