import {
  addTrust,
  deleteIssuer,
  deleteTrust,
  editTrust,
  type IssuerKind,
  listRefused,
  listTrusts,
  type TrustRules,
} from '@twofold/contract/workload'
import { changeGroupMember, addGroupMember, removeGroupMember } from '@twofold/contract/sharing/memberships'
import { signIn } from '@twofold/contract/sessions'
import { listActivity } from '@twofold/contract/profile'
import { suspendServiceAccount, acceptServiceAccountShare, listServiceAccountShares } from '@twofold/contract/service-accounts'
import { shareKey } from '@twofold/contract/sharing/grants'
import { eventually } from '../testing/eventually.ts'
import { createClient, createPerson, testPassword } from '../testing/start-test-app.ts'
import { shareApp } from '../testing/share-app.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { github } from './testing/workload-claims.ts'
import { githubRules, prepareWorkloads, startWorkloadApp, startWorkloads } from './testing/start-workloads.ts'
import { gitlabRules } from './testing/workload-rules.ts'

const shared = shareApp(startWorkloadApp)

/** Of an issuer that is asked for nothing. */
const nowhere = () => ({ url: `https://${crypto.randomUUID()}.example` })

test('removing an issuer or a rule, and suspending the account, end the tokens from the next call on', async () => {
  const { app, enterAdministrator, ann, account, issuer, trustIssuer, allow, exchange } = await startWorkloads()
  const root = await enterAdministrator()
  const params = { id: account.id }
  let run = 0
  const enter = async () => {
    run += 1
    const { body } = await exchange(issuer.sign({ ...github, jti: String(run), aud: account.aud }))
    const client = createClient(app.url, { authorization: `Bearer ${body.access_token ?? ''}` })
    if (body.access_token === undefined) throw new Error(JSON.stringify(body))
    return async () => (await client.send('GET', '/api/tokens/self')).status
  }
  const id = await trustIssuer('github')
  const { trust } = (await allow(id, githubRules)).body
  const first = await enter()
  expect(await first()).toBe(200)
  await ann.call(deleteTrust, { params: { ...params, trust_id: trust.id } })
  expect(await first()).toBe(401)
  await allow(id, githubRules)
  const second = await enter()
  expect(await second()).toBe(200)
  await root.call(deleteIssuer, { params: { id } })
  expect([await second(), (await ann.call(listTrusts, { params })).body.data]).toEqual([401, []])
  await allow(await trustIssuer('github'), githubRules)
  const third = await enter()
  expect(await third()).toBe(200)
  await ann.call(suspendServiceAccount, { params })
  expect([await third(), (await exchange(issuer.sign({ ...github, aud: account.aud }))).body.code]).toEqual([401, 'oauth.invalid_grant'])
})

test('runs that a rule let in end when others take its place, and an exchange that met the old rules during the change gets nothing', async () => {
  const { app, ann, account, issuer, trustIssuer, allow, exchange } = await startWorkloads()
  const { trust } = (await allow(await trustIssuer('github'), githubRules)).body
  const params = { id: account.id, trust_id: trust.id }
  const { body } = await exchange(issuer.sign({ ...github, aud: account.aud }))
  const run = createClient(app.url, { authorization: `Bearer ${body.access_token ?? ''}` })
  expect((await ann.call(editTrust, { params, body: { minutes: 60 } })).status).toBe(200)
  expect((await run.send('GET', '/api/tokens/self')).status).toBe(200)
  const narrow = { ...githubRules, ref: ['refs/heads/stable'] }
  expect((await ann.call(editTrust, { params, body: { rules: narrow } })).status).toBe(200)
  expect((await run.send('GET', '/api/tokens/self')).status).toBe(401)

  expect((await ann.call(editTrust, { params, body: { rules: githubRules } })).status).toBe(200)
  const isWaiting = async () => {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`.execute(app.db)
    return rows[0]?.waits
  }
  const late = await app.db.transaction().execute(async (tx) => {
    await sql`select from service_accounts where id = ${account.id} for no key update`.execute(tx)
    await tx
      .updateTable('workload_trusts')
      .set({ rules: JSON.stringify(narrow) })
      .execute()
    const asked = exchange(issuer.sign({ ...github, jti: 'late', aud: account.aud }))
    await eventually(async () => expect(await isWaiting()).toBe(true))
    return { asked }
  })
  expect((await late.asked).body.code).toBe('oauth.invalid_grant')
})

test('a rule that a former manager made lets nobody in after 7 days, unless a present manager saves it again', async () => {
  const { app, ann, group, account, issuer, trustIssuer, exchange } = await startWorkloads()
  const bo = await app.signUp('bo@example.org')
  const { member_id } = (await ann.call(addGroupMember, { params: { id: group.id }, body: { email: bo.email } })).body
  const member = { id: group.id, member_id: member_id ?? '' }
  await ann.call(changeGroupMember, { params: member, body: { manages_service_accounts: true } })
  await bo.enterPin()
  const issuer_id = await trustIssuer('github')
  const params = { id: account.id }
  expect((await bo.call(addTrust, { params, body: { name: 'Release', issuer_id, rules: githubRules } })).status).toBe(201)
  await app.tokenWatch.look()
  const only = async () => (await ann.call(listTrusts, { params })).body.data[0]
  expect((await only())?.ends_at).toBeNull()
  await ann.call(removeGroupMember, { params: member })
  await app.tokenWatch.look()
  await app.tokenWatch.look()
  const end = new Date(app.clock.now() + 7 * 24 * 60 * 60_000).toISOString()
  expect((await only())?.ends_at).toBe(end)
  const activities = (await ann.call(listActivity, { query: {} })).body.data.filter(({ kind }) => kind === 'trust_ends_with_manager')
  expect(activities.map(({ description }) => description)).toEqual([
    'Rule Deploy bot: Release stops in 7 days because the person who made it no longer manages the service account: save it again before that',
  ])
  let run = 0
  const enter = () => exchange(issuer.sign({ ...github, jti: String((run += 1)), aud: account.aud }))
  expect((await enter()).status).toBe(200)
  app.clock.advance(7 * 24 * 60 * 60_000)
  expect((await enter()).body.code).toBe('oauth.invalid_grant')

  const again = await app.call(signIn, { body: { email: ann.email, password: testPassword } })
  const later = createPerson(app.url, ann.email, again.body.access_token ?? '')
  await later.enterPin()
  const [{ id } = { id: '' }] = (await later.call(listTrusts, { params })).body.data
  expect((await later.call(editTrust, { params: { ...params, trust_id: id }, body: { minutes: 15 } })).body.trust.ends_at).toBeNull()
  expect((await enter()).status).toBe(200)
  await app.tokenWatch.look()
  expect((await later.call(listTrusts, { params })).body.data[0]?.ends_at).toBeNull()
})

const refusedRules: [string, IssuerKind, TrustRules, string][] = [
  ['GitHub by names', 'github', { repository: ['octo/app'], ref: ['refs/heads/main'] }, 'anchors_missing'],
  ['GitHub by subject', 'github', { sub: [github.sub] }, 'anchors_missing'],
  ['GitHub, any branch', 'github', { repository_id: ['74'], repository_owner_id: ['65'] }, 'anchors_missing'],
  ['GitLab without protection', 'gitlab', { project_id: ['20'], ref_type: ['branch'] }, 'anchors_missing'],
  ['GitLab, protected or not', 'gitlab', { ...gitlabRules, ref_protected: ['true', 'false'] }, 'anchors_missing'],
  ['another issuer without subject', 'url', { namespace: ['release'] }, 'anchors_missing'],
  ['a star alone', 'github', { ...githubRules, ref: ['*'] }, 'wildcard'],
  ['a star in the middle', 'github', { ...githubRules, ref: ['refs/*/main'] }, 'wildcard'],
  ['a star in a number', 'github', { ...githubRules, repository_id: ['7*'] }, 'wildcard'],
  ['a star in a subject', 'url', { sub: ['system:*'] }, 'wildcard'],
]

test.each(refusedRules)('a rule that a rename, a fork or anybody could meet is refused: %s', async (_, kind, rules, code) => {
  const { trustIssuer, allow } = await prepareWorkloads(shared())
  const { status, body } = await allow(await trustIssuer(kind, nowhere()), rules)
  expect([status, body.code, Object.keys(body.errors ?? {})]).toEqual([422, `workload.${code}`, ['rules']])
})

test('a refused exchange is kept for a day with its verified claims, ten for an account, and a rule is made from it', async () => {
  const { app, ann, account, issuer, trustIssuer, allow, exchange } = await startWorkloads()
  const id = await trustIssuer('github')
  const params = { id: account.id }
  for (let run = 0; run < 12; run += 1) {
    app.clock.advance(1000)
    await exchange(issuer.sign({ ...github, run_id: String(run), actor: 'eve\u202E', aud: account.aud }))
  }
  // Data without the issuer's signature are not stored.
  await exchange(issuer.sign({ ...github, run_id: 'forged', aud: account.aud }, { kid: 'two', header: { kid: 'one' } }))
  const { data } = (await ann.call(listRefused, { params })).body
  expect(data.map(({ claims }) => claims['run_id'])).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3', '2'])
  expect(data[0]).toMatchObject({ reason: 'no_rule', claims: { repository: 'octo/app', actor: 'eve ' }, issuer: { id } })
  expect(data[0]?.suggestion).toEqual({ repository_id: ['74'], repository_owner_id: ['65'], environment: ['release'] })

  expect((await allow(id, data[0]?.suggestion ?? {})).status).toBe(201)
  expect((await exchange(issuer.sign({ ...github, aud: account.aud }))).status).toBe(200)
  expect((await ann.call(listTrusts, { params })).body).toMatchObject({
    audience: account.aud,
    issuers: [{ id, kind: 'github' }],
    data: [{ name: 'Release', created_by: 'ann', last_run: { url: 'https://github.com/octo/app/actions/runs/9876543210/attempts/1' } }],
  })
  app.clock.advance(24 * 60 * 60_000)
  const again = await app.call(signIn, { body: { email: ann.email, password: testPassword } })
  const later = createClient(app.url, { authorization: `Bearer ${again.body.access_token}` })
  expect((await later.call(listRefused, { params })).body.data).toEqual([])
})

test('making and changing a rule takes a manager and the PIN, and the owners of the keys are notified', async () => {
  const { app, ann, group, account, trustIssuer, allow } = await prepareWorkloads(shared())
  const [bo, cy] = [await app.signUp('bo@example.org'), await app.signUp('cy@example.org')]
  const params = { id: account.id }
  const { key } = await cy.addKey('Registry')
  await cy.call(shareKey, { params: { id: key.id }, body: { service_account_id: account.id } })
  const shares = (await ann.call(listServiceAccountShares, { params })).body.data
  await ann.call(acceptServiceAccountShare, { params: { ...params, share_id: shares[0]?.id ?? '' } })
  const { trust } = (await allow(await trustIssuer('github', nowhere()), githubRules)).body
  expect((await bo.call(listTrusts, { params })).body.code).toBe('service_accounts.not_found')
  const { member_id } = (await ann.call(addGroupMember, { params: { id: group.id }, body: { email: bo.email } })).body
  await ann.call(changeGroupMember, { params: { id: group.id, member_id: member_id ?? '' }, body: { manages_service_accounts: true } })
  const change = () => bo.call(editTrust, { params: { ...params, trust_id: trust.id }, body: { minutes: 60 } })
  expect((await change()).body.code).toBe('pin.required')
  await bo.enterPin()
  expect((await change()).body).toMatchObject({ trust: { minutes: 60, created_by: 'bo' } })
  const activities = (await cy.call(listActivity, { query: {} })).body.data.filter(({ kind }) => kind === 'trust_changed_by')
  expect(activities.map(({ description }) => description)).toEqual(
    ['bo', 'ann'].map(
      (by) => `${by} added or changed a rule by which runs act as the service account Deploy bot, which takes codes of Registry`,
    ),
  )
})
