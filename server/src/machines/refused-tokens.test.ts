import { listActivity } from '@twofold/contract/profile'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { makeServiceAccount, makeToken } from './testing/make-token.ts'

test('the first call in a day from outside of a token’s networks notifies its person or the managers', async () => {
  const app = await startTestApp()
  const ann = await app.signUp('ann@example.org')
  const { id: owner } = await app.db.selectFrom('users').select('id').where('email', '=', ann.email).executeTakeFirstOrThrow()
  const account = await makeServiceAccount(app, owner)
  const networks = ['192.0.2.0/24']
  const pat = await makeToken(app, { kind: 'pat', owner, scopes: ['keys:read'], networks })
  const svc = await makeToken(app, { kind: 'svc', owner: account.id, scopes: ['keys:read'], networks })
  const notices = async () => {
    const rows = await app.db.selectFrom('activity').where('kind', 'like', '%token_refused').select(['user_id', 'kind']).execute()
    return rows.map(({ user_id: id, kind }) => `${kind} ${id}`).toSorted((one, other) => one.localeCompare(other))
  }
  for (const token of [pat, svc, pat, svc]) expect((await token.send('GET', '/api/keys')).body.code).toBe('tokens.network')
  expect(await notices()).toEqual([`service_account_token_refused ${owner}`, `token_refused ${owner}`])
  const { data } = (await ann.call(listActivity, { query: {} })).body
  const sentence = data.find(({ kind }) => kind === 'token_refused')?.description
  expect(sentence).toMatch(/was refused at (127\.0\.0\.1|::1), which is outside of its networks/)
  await app.db
    .updateTable('access_tokens')
    .set({ expires_at: new Date(app.clock.now() + 48 * 60 * 60_000) })
    .execute()
  app.clock.advance(24 * 60 * 60_000)
  await pat.send('GET', '/api/keys')
  expect(await notices()).toHaveLength(3)
})

test('the first call in a day for a key that a token is not limited to is answered as if there were none, and notified', async () => {
  const app = await startTestApp()
  const ann = await app.signUp('ann@example.org')
  const { id: owner } = await app.db.selectFrom('users').select('id').where('email', '=', ann.email).executeTakeFirstOrThrow()
  const account = await makeServiceAccount(app, owner)
  const [own, other] = [(await ann.addKey('Mine')).key.id, (await ann.addKey('Other')).key.id]
  const pat = await makeToken(app, { kind: 'pat', owner, scopes: ['codes:read', 'codes:take'], key_ids: [own] })
  const svc = await makeToken(app, { kind: 'svc', owner: account.id, scopes: ['codes:take'], key_ids: [own] })
  const notices = () =>
    app.db.selectFrom('activity').where('kind', 'like', '%token_key_refused').select(['user_id', 'kind']).orderBy('kind').execute()

  expect((await pat.send('GET', `/api/keys/${own}/code`)).status).toBe(200)
  expect(await notices()).toEqual([])
  for (const _ of [1, 2]) {
    expect((await pat.send('GET', `/api/keys/${other}/code`)).body.code).toBe('keys.not_found')
    expect((await svc.send('POST', `/api/keys/${other}/take`, { body: {} })).body.code).toBe('keys.not_found')
  }
  expect(await notices()).toEqual([
    { user_id: owner, kind: 'service_account_token_key_refused' },
    { user_id: owner, kind: 'token_key_refused' },
  ])
  const { data } = (await ann.call(listActivity, { query: {} })).body
  expect(data.find(({ kind }) => kind === 'token_key_refused')?.description).toMatch(
    /^Access token A pat token asked from (127\.0\.0\.1|::1) for a key that it is not limited to/,
  )
})
