import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { makeServiceAccount, makeToken } from './testing/make-token.ts'

const day = 24 * 60 * 60 * 1000

async function start() {
  const app = await startTestApp()
  const ann = await app.signUp('ann@example.org')
  const { id: owner } = await app.db.selectFrom('users').select('id').where('email', '=', ann.email).executeTakeFirstOrThrow()
  const inDays = (days: number) => new Date(app.clock.now() + days * day)
  /** Events about tokens that Ann got, once each. */
  const heard = async () => {
    await app.tokenWatch.look()
    await app.tokenWatch.look()
    const rows = await app.db.selectFrom('activity').select(['kind', 'detail']).where('kind', 'like', 'token\\_%').orderBy('id').execute()
    await app.db.deleteFrom('activity').execute()
    return rows.map(({ kind, detail }) => [kind, (detail as Record<string, string>)['name'], (detail as Record<string, string>)['days']])
  }
  const use = (id: string) =>
    app.db
      .updateTable('access_tokens')
      .set({ last_used_at: inDays(0) })
      .where('id', '=', id)
      .execute()
  return { app, owner, inDays, heard, use }
}

test('people are reminded 14 and 3 days before a token ends, once each, and not of one that has a successor', async () => {
  const { app, owner, inDays, heard, use } = await start()
  const token = await makeToken(app, { kind: 'pat', owner, expires_at: inDays(20) })
  expect(await heard()).toEqual([])
  app.clock.advance(6 * day)
  expect(await heard()).toEqual([['token_expires', 'A pat token', '14']])
  app.clock.advance(11 * day)
  expect(await heard()).toEqual([['token_expires', 'A pat token', '3']])
  const short = await makeToken(app, { kind: 'pat', owner, expires_at: inDays(2) })
  expect(await heard()).toEqual([['token_expires', 'A pat token', '3']])
  for (const { id } of [token, short]) await use(id)
  const replaced = await makeToken(app, { kind: 'pat', owner, expires_at: inDays(2) })
  await app.db.updateTable('access_tokens').set({ replaced_by: token.id }).where('id', '=', replaced.id).execute()
  expect(await heard()).toEqual([])
})

test('a token that nobody used for 30 days is reported, and again after it was used; after 90 days it ends', async () => {
  const { app, owner, inDays, heard, use } = await start()
  const { id } = await makeToken(app, { kind: 'pat', owner, expires_at: inDays(365) })
  app.clock.advance(30 * day)
  expect(await heard()).toEqual([['token_unused', 'A pat token', '30']])
  app.clock.advance(10 * day)
  await use(id)
  expect(await heard()).toEqual([])
  app.clock.advance(30 * day)
  expect(await heard()).toEqual([['token_unused', 'A pat token', '30']])
  app.clock.advance(60 * day)
  expect(await heard()).toEqual([['token_ended_unused', 'A pat token', '90']])
  const row = await app.db.selectFrom('access_tokens').select('revoked_because').where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.revoked_because).toBe('unused')
})

test('a token made by a former manager ends after 7 days, and the remaining managers are notified', async () => {
  const { app, owner, inDays, heard } = await start()
  await app.signUp('bo@example.org')
  const { id: bo } = await app.db.selectFrom('users').select('id').where('email', '=', 'bo@example.org').executeTakeFirstOrThrow()
  const account = await makeServiceAccount(app, owner)
  const [own, former] = [
    await makeToken(app, { kind: 'svc', owner: account.id, created_by: owner, expires_at: inDays(60) }),
    await makeToken(app, { kind: 'svc', owner: account.id, created_by: bo, expires_at: inDays(60) }),
  ]
  const end = inDays(7)
  expect(await heard()).toEqual([
    ['token_ends_with_manager', 'Deploy bot: A svc token', '7'],
    ['token_expires', 'Deploy bot: A svc token', '14'],
  ])
  const ends = await app.db.selectFrom('access_tokens').select(['id', 'expires_at']).execute()
  expect(ends.find(({ id }) => id === former.id)?.expires_at).toEqual(end)
  expect(ends.find(({ id }) => id === own.id)?.expires_at).not.toEqual(end)
})

test('ended tokens are removed after 90 days', async () => {
  const { app, owner, inDays } = await start()
  await makeToken(app, { kind: 'pat', owner, expires_at: inDays(1) })
  const count = async () => (await app.db.selectFrom('access_tokens').select('id').execute()).length
  app.clock.advance(90 * day)
  await app.housekeeping()
  expect(await count()).toBe(1)
  app.clock.advance(2 * day)
  await app.housekeeping()
  expect(await count()).toBe(0)
})
