import { createToken, listTokens, revokeFoundToken, revokeToken, rotateToken, tokenLimits } from '@twofold/contract/tokens'
import { addGroup } from '@twofold/contract/sharing/memberships'
import { listActivity } from '@twofold/contract/profile'
import { signIn } from '@twofold/contract/sessions'
import { addServiceAccount, createServiceAccountToken } from '@twofold/contract/service-accounts'
import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { databaseTime } from '../platform/database-time.ts'
import { shareApp } from '../testing/share-app.ts'
import { createPerson, startTestApp, testPassword } from '../testing/start-test-app.ts'
import { makeToken, unlimited } from './make-token.ts'
import { createTokenCheckRepository } from './token-check.repository.ts'
import { createTokensRepository } from './tokens.repository.ts'

const body = { name: 'Deploy script', scopes: ['keys:read' as const], expires_in_days: 90 }
const day = 86_400_000

const shared = shareApp(startTestApp)

async function startAnn() {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  await ann.enterPin()
  return { app, ann, make: () => ann.call(createToken, { body }) }
}

test('a person has no more live tokens than allowed: another is neither made nor rotated until one ends', async () => {
  const { app, ann, make } = await startAnn()
  const { body: first } = await make()
  for (let count = 1; count < tokenLimits.perPerson; count++) expect((await make()).status).toBe(201)
  const refused = await make()
  expect([refused.status, refused.body.code]).toEqual([409, 'tokens.limit_reached'])
  expect(refused.body.message).toContain(String(tokenLimits.perPerson))
  const rotate = () => ann.call(rotateToken, { params: { id: first.token.id }, body: { overlap_hours: 1 } })
  expect((await rotate()).body.code).toBe('tokens.limit_reached')
  const { data } = (await ann.call(listTokens, {})).body
  expect(data).toHaveLength(tokenLimits.perPerson)
  await ann.call(revokeToken, { params: { id: data.find(({ id }) => id !== first.token.id)?.id ?? '' } })
  expect((await rotate()).status).toBe(201)
  // One that has expired counts no more.
  await app.db.updateTable('access_tokens').set({ expires_at: app.clock.date() }).where('id', '=', first.token.id).execute()
  expect((await make()).status).toBe(201)
})

test('a token that has ended at this moment is not rotated', async () => {
  const { app, ann, make } = await startAnn()
  const { token } = (await make()).body
  await app.db.updateTable('access_tokens').set({ expires_at: app.clock.date() }).where('id', '=', token.id).execute()
  const refused = await ann.call(rotateToken, { params: { id: token.id }, body: {} })
  expect(refused.body.code).toBe('tokens.ended')
})

test('a successor lasts as long as the old token was meant to, and has nothing that its person may no longer give', async () => {
  const { app, ann } = await startAnn()
  const enterAs = async (role: 'admin' | 'user') => {
    await app.db.updateTable('users').set({ role }).where('email', '=', ann.email).execute()
    const { body: entered } = await app.call(signIn, { body: { email: ann.email, password: testPassword } })
    const person = createPerson(app.url, ann.email, entered.access_token ?? '')
    await person.enterPin()
    return person
  }
  const admin = await enterAs('admin')
  const { token } = (await admin.call(createToken, { body: { ...body, scopes: ['audit:read'] } })).body
  const rotate = (by: typeof admin, id: string) => by.call(rotateToken, { params: { id }, body: { overlap_hours: 1 } })
  app.clock.advance(1000)
  const { token: successor } = (await rotate(admin, token.id)).body
  expect(Date.parse(successor.expires_at) - Date.parse(successor.created_at)).toBe(90 * day)
  const refused = await rotate(await enterAs('user'), successor.id)
  expect([refused.status, refused.body.code, Object.keys(refused.body.errors ?? {})]).toEqual([
    422,
    'tokens.for_administrators',
    ['scopes'],
  ])
})

test('managers of a service account hear whether its token was found or leaked, and nobody does twice', async () => {
  const { app, ann } = await startAnn()
  const { group } = (await ann.call(addGroup, { body: { name: 'Releases' } })).body
  const { service_account: account } = (await ann.call(addServiceAccount, { body: { group_id: group.id, name: 'Deploy bot' } })).body
  const makeOne = async () => {
    const made = await ann.call(createServiceAccountToken, { params: { id: account.id }, body: { name: 'Runner', expires_in_days: 30 } })
    return made.body.secret ?? ''
  }
  const heard = async () =>
    (await ann.call(listActivity, { query: {} })).body.data.map(({ kind }) => kind).filter((kind) => /_token_(found|leaked)$/.test(kind))
  const found = await makeOne()
  await app.call(revokeFoundToken, { body: { token: found } })
  expect(await heard()).toEqual(['service_account_token_found'])
  await app.call(revokeFoundToken, { body: { token: await makeOne(), reason: 'leaked' } })
  await app.call(revokeFoundToken, { body: { token: found, reason: 'leaked' } })
  expect(await heard()).toEqual(['service_account_token_leaked', 'service_account_token_found'])
})

test.each([
  ['ahead of', 3_600_000],
  ['behind', -3_600_000],
])('an agent is trusted for as long as the database’s clock says, also by a node whose clock is %s it', async (_, skew) => {
  const { app, ann } = await startAnn()
  const { id: owner } = await app.db.selectFrom('users').where('email', '=', ann.email).select('id').executeTakeFirstOrThrow()
  const time = databaseTime(systemClock)
  const now = Date.now() + skew
  const agent = {
    ...unlimited,
    is_agent: true,
    key_ids: [crypto.randomUUID()],
    user_id: owner,
    service_account_id: null,
    created_by: owner,
  }
  const until = (ms: number) => ({ created_at: new Date(now), expires_at: new Date(now + day), trusted_until: new Date(now + ms) })
  const isTrusted = async (ms: number) => {
    const { row } = makeToken('pat', { ...agent, name: 'Agent', scopes: [], ...until(ms) })
    await createTokensRepository(app.db, time).put(row)
    return (await createTokenCheckRepository(app.db, time).lockTaking(row.id))?.is_trusted
  }
  expect([await isTrusted(1_800_000), await isTrusted(-1000)]).toEqual([true, false])
})
