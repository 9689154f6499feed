import { addIssuer, addTrust, deleteIssuer, deleteTrust, editTrust, listIssuers, listRefused, listTrusts } from '@twofold/contract/workload'
import type { IssuerKind, TrustRules } from '@twofold/contract/workload'
import { changeGroupMember, addGroupMember, removeGroupMember } from '@twofold/contract/groups'
import { deviceGrant, exchangeGrant } from '@twofold/contract/oauth'
import { signIn } from '@twofold/contract/sessions'
import { listActivity } from '@twofold/contract/profile'
import { suspendServiceAccount } from '@twofold/contract/service-accounts'
import { shareKey } from '@twofold/contract/sharing'
import { acceptServiceAccountShare, listServiceAccountShares } from '@twofold/contract/service-accounts'
import { eventually } from '../testing/eventually.ts'
import { createClient, createPerson, testPassword } from '../testing/start-test-app.ts'
import { shareApp } from '../testing/share-app.ts'
import { requestOf, startApprovals } from '../testing/approvals.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { github, githubByNumber, githubEnterprise, gitlab, kubernetes } from './testing/workload-claims.ts'
import { githubRules, prepareWorkloads, startWorkloadApp, startWorkloads } from './testing/start-workloads.ts'
import { encodePart, startWorkloadIssuer } from './testing/workload-issuer.ts'
import type { IssuerMood } from './testing/workload-issuer.ts'

const shared = shareApp(startWorkloadApp)
/** Of an issuer that is asked for nothing. */
const nowhere = () => ({ url: `https://${crypto.randomUUID()}.example` })

const gitlabRules: TrustRules = { project_id: ['20'], ref_type: ['branch'], ref_protected: ['true'] }
const clusterRules: TrustRules = { sub: ['system:serviceaccount:release:publisher'] }
const seconds = () => Math.floor(Date.now() / 1000)

const good: [string, IssuerKind, TrustRules, Record<string, unknown>, string?][] = [
  ['github.com, sub by name', 'github', githubRules, github],
  ['github.com, sub by number', 'github', githubRules, githubByNumber],
  ['a branch', 'github', { ...githubRules, ref: ['refs/heads/main', 'refs/heads/next'] }, github],
  ['branches that begin alike', 'github', { repository_id: ['74'], repository_owner_id: ['65'], ref: ['refs/heads/m*'] }, githubByNumber],
  ['a reusable workflow', 'github', { ...githubRules, job_workflow_ref: [github.job_workflow_ref] }, github],
  ['an event that the rule lists', 'github', { ...githubRules, event_name: ['workflow_run'] }, { ...github, event_name: 'workflow_run' }],
  ['GitHub Enterprise', 'github_enterprise', githubRules, githubEnterprise],
  ['GitLab, a protected branch', 'gitlab', gitlabRules, gitlab],
  ['GitLab, a protected environment', 'gitlab', { project_id: ['20'], environment_protected: ['true'] }, gitlab],
  ['GitLab, a job that waited 50 minutes', 'gitlab', gitlabRules, { ...gitlab, iat: seconds() - 50 * 60, exp: seconds() + 600 }],
  ['a cluster, by an elliptic curve', 'url', clusterRules, kubernetes, 'curve'],
  ['any other issuer, by Ed25519', 'url', clusterRules, kubernetes, 'edwards'],
]

test.each(good)('a token is exchanged for one of the service account: %s', async (_, kind, rules, claims, kid) => {
  const { app, account, issuer, trustIssuer, allow, exchange } = await prepareWorkloads(shared())
  expect((await allow(await trustIssuer(kind), rules)).status).toBe(201)

  const { status, body, headers } = await exchange(issuer.sign({ ...claims, aud: account.aud }, kid === undefined ? {} : { kid }))

  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 900, issued_token_type: 'urn:ietf:params:oauth:token-type:access_token' })
  expect(body.access_token).toMatch(/^twofold_wid_[0-9A-Za-z]{49}$/)
  const client = createClient(app.url, { authorization: `Bearer ${body.access_token}` })
  const self = await client.send('GET', '/api/tokens/self')
  expect(self.body).toMatchObject({ token: { kind: 'wid', name: 'Release', scopes: ['codes:take'], owner: { id: account.id } } })
  app.clock.advance(15 * 60_000)
  expect((await client.send('GET', '/api/tokens/self')).body.code).toBe('tokens.expired')
})

test('at least 60 hostile tokens: none is exchanged, and every answer is the same', async () => {
  const { app, account, addAccount, issuer, trustIssuer, allow, exchange } = await startWorkloads()
  const trusted = await trustIssuer('github')
  expect((await allow(trusted, { ...githubRules, ref: ['refs/heads/main', 'refs/heads/rel-*'] })).status).toBe(201)
  const other = await addAccount('Other bot')
  const stranger = await startWorkloadIssuer()
  const { aud } = account
  const base = { ...github, aud }
  const right = issuer.sign({ ...base, jti: 'right' })
  const [head, payload, signature] = right.split('.') as [string, string, string]
  const none = encodePart({ alg: 'none', typ: 'JWT' })
  const claims = (changed: Record<string, unknown>) => issuer.sign({ ...base, ...changed })
  const signed = (header: Record<string, unknown>, kid = 'one') => issuer.sign(base, { header, kid })
  const hostile: Record<string, string> = {
    'no algorithm': `${none}.${payload}.`,
    'no algorithm, signature kept': `${none}.${payload}.${signature}`,
    'algorithm None': `${encodePart({ alg: 'None' })}.${payload}.`,
    'public key as a secret': issuer.signWithPublicKey(base),
    'HMAC named, RSA signed': signed({ alg: 'HS256' }),
    RS1: signed({ alg: 'RS1' }),
    'RS512 named': signed({ alg: 'RS512' }),
    'ES256 named, RSA signed': signed({ alg: 'ES256' }),
    'no algorithm named': signed({ alg: undefined }),
    'PS256 with a key for RS256': issuer.sign(base, { alg: 'PS256' }),
    'a key nobody published': issuer.sign(base, { kid: 'two' }),
    'another key under a published name': issuer.sign(base, { kid: 'two', header: { kid: 'one' } }),
    'key name as a path': signed({ kid: '../../one' }),
    'key name is a number': signed({ kid: 1 }),
    'key in the header': issuer.sign(base, { kid: 'two', header: { jwk: stranger.keySet().keys[0], kid: undefined } }),
    'address of keys in the header': issuer.sign(base, { kid: 'two', header: { jku: `${stranger.url}/keys` } }),
    'certificate in the header': issuer.sign(base, { kid: 'two', header: { x5c: ['AAAA'] } }),
    'critical extension': signed({ crit: ['exp'], exp: 1 }),
    'payload not encoded': signed({ crit: ['b64'], b64: false }),
    'access token': signed({ typ: 'at+jwt' }),
    'access token, long form': signed({ typ: 'application/at+jwt' }),
    'sign-out token': signed({ typ: 'logout+jwt' }),
    'signature cut': right.slice(0, -8),
    'signature empty': `${head}.${payload}.`,
    'signature of another token': `${right.split('.').slice(0, 2).join('.')}.${claims({ jti: 'x' }).split('.')[2]}`,
    'payload changed': `${head}.${encodePart({ ...base, iss: issuer.url, iat: seconds(), exp: seconds() + 300, actor: 'eve' })}.${signature}`,
    'two parts': `${head}.${payload}`,
    'four parts': `${right}.x`,
    'encrypted form': `${head}.x.x.x.x`,
    'not a token': 'hello',
    'JSON instead of text': JSON.stringify({ payload, protected: head, signature }),
    'header not JSON': `${Buffer.from('x').toString('base64url')}.${payload}.${signature}`,
    'payload a list': `${head}.${encodePart([base])}.${signature}`,
    'white space': ` ${right}`,
    'list of audiences': claims({ aud: [aud] }),
    'list with others': claims({ aud: [aud, 'https://elsewhere.example'] }),
    'no audience': claims({ aud: undefined }),
    'audience of another service': claims({ aud: 'https://elsewhere.example' }),
    'audience of another account': claims({ aud: other.aud }),
    'audience of no account': claims({ aud: `${app.config.appUrl}/service-accounts/${crypto.randomUUID()}` }),
    'audience of another vault': claims({ aud: aud.replace('//', '//eve.') }),
    'audience with a slash': claims({ aud: `${aud}/` }),
    'audience in upper case': claims({ aud: aud.toUpperCase() }),
    'audience is the vault': claims({ aud: app.config.appUrl }),
    'audience is the id': claims({ aud: account.id }),
    'audience with SQL': claims({ aud: `${app.config.appUrl}/service-accounts/'; drop table keys` }),
    'issuer nobody trusts': stranger.sign(base),
    'issuer with a slash': claims({ iss: `${issuer.url}/` }),
    'issuer a prefix of ours': claims({ iss: issuer.url.slice(0, -1) }),
    'issuer a list': claims({ iss: [issuer.url] }),
    'issuer claims to be ours': stranger.sign({ ...base, iss: issuer.url }, { kid: 'two' }),
    'no issuer': claims({ iss: undefined }),
    'no subject': claims({ sub: undefined }),
    'subject empty': claims({ sub: '' }),
    'subject an object': claims({ sub: { repository: 'octo/app' } }),
    'no end': claims({ exp: undefined }),
    'end is text': claims({ exp: String(seconds() + 300) }),
    expired: claims({ iat: seconds() - 400, exp: seconds() - 31 }),
    'no issue time': claims({ iat: undefined }),
    'issued in the future': claims({ iat: seconds() + 60, exp: seconds() + 300 }),
    'older than ten minutes': claims({ iat: seconds() - 11 * 60 }),
    'not valid yet': claims({ nbf: seconds() + 60 }),
    fork: claims({ repository_id: '75', repository_owner_id: '66', repository: 'eve/app' }),
    'name registered anew': claims({ repository_id: '9001' }),
    'owner renamed and name taken': claims({ repository_owner_id: '9002' }),
    'subject by number, repository by none': claims({ ...githubByNumber, aud, repository_id: undefined }),
    'subject of ours, numbers of theirs': claims({ sub: githubByNumber.sub, repository_id: '75' }),
    'numbers of ours in the subject only': claims({
      sub: 'repo:octo@65/app@74:ref:refs/heads/main',
      repository_id: '1',
      repository_owner_id: '2',
    }),
    'another environment': claims({ environment: 'staging' }),
    'no environment': claims({ environment: undefined }),
    'environment a list': claims({ environment: ['release'] }),
    'environment an object': claims({ environment: { 0: 'release' } }),
    'another branch': claims({ ref: 'refs/heads/feature' }),
    'a pull request': claims({ ref: 'refs/pull/1/merge', event_name: 'pull_request' }),
    'branch that ends alike': claims({ ref: 'x/refs/heads/main' }),
    'branch in upper case': claims({ ref: 'REFS/HEADS/MAIN' }),
    pull_request_target: claims({ event_name: 'pull_request_target' }),
    workflow_run: claims({ event_name: 'workflow_run' }),
    'a comment by anybody': claims({ event_name: 'issue_comment' }),
    'a star by anybody': claims({ event_name: 'watch' }),
    'number with a star': claims({ repository_id: '7*' }),
    'prototype as a claim': claims({ repository_id: undefined, __proto__: { repository_id: '74' } }),
  }
  expect(Object.keys(hostile).length).toBeGreaterThanOrEqual(60)
  for (const [name, token] of Object.entries(hostile)) {
    const { status, body } = await exchange(token)
    expect([name, status, body.error, body.code, body.access_token]).toEqual([name, 400, 'invalid_grant', 'oauth.invalid_grant', undefined])
  }
  const huge = await exchange(claims({ filler: 'x'.repeat(20_000) }))
  expect([huge.status, huge.body.error]).toEqual([400, 'invalid_request'])
  expect(await app.db.selectFrom('access_tokens').selectAll().execute()).toEqual([])
  // The one that all others were made from.
  expect((await exchange(right)).status).toBe(200)
  expect(app.logged()).not.toContain(signature)
}, 300_000)

test('a token is exchanged once: of 100 at the same time one is, the managers are told once, and its spelling does not matter', async () => {
  const { app, ann, account, issuer, trustIssuer, allow, exchange } = await startWorkloads()
  await allow(await trustIssuer('github'), githubRules)
  const token = issuer.sign({ ...github, aud: account.aud })

  const answers = await Promise.all(Array.from({ length: 100 }, () => exchange(token)))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'workload.replayed' && body.error === 'invalid_grant')).toHaveLength(99)
  const [head, payload, signature] = token.split('.')
  const padded = await exchange(`${head}.${payload}.${signature}=`)
  expect(padded.status).toBe(400)
  const told = (await ann.call(listActivity, { query: {} })).body.data.filter(({ kind }) => kind === 'workload_replayed')
  expect(told.map(({ description }) => description)).toEqual([
    'The token of a run was exchanged twice for the service account Deploy bot: somebody else may have it. Look at the log of https://github.com/octo/app/actions/runs/9876543210/attempts/1 and stop what is not yet yours'.replace(
      'not yet yours',
      'not yours',
    ),
  ])
  expect((await ann.call(listRefused, { params: { id: account.id } })).body.data).toMatchObject([{ reason: 'replayed' }])
  expect(await app.db.selectFrom('access_tokens').select('id').execute()).toHaveLength(1)
})

test('keys of an issuer are asked for at most every 30 seconds, rotated ones are found, and a copy serves for an hour while it is down', async () => {
  const { app, account, issuer, trustIssuer, allow, exchange } = await startWorkloads()
  await allow(await trustIssuer('github'), githubRules)
  let run = 0
  const ask = async (kid = 'one') => {
    run += 1
    const { status, body } = await exchange(issuer.sign({ ...github, jti: String(run), aud: account.aud }, { kid }))
    return status === 200 ? 200 : `${status} ${body.error} ${body.code}`
  }
  const refused = '400 invalid_grant oauth.invalid_grant'
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([200, 200, 200])
  expect(issuer.asked).toEqual(['/.well-known/openid-configuration', '/keys'])
  for (let time = 0; time < 29; time += 1) expect(await ask('two')).toBe(refused)
  expect(issuer.asked).toHaveLength(2)

  issuer.published = ['two']
  app.clock.advance(30_000)
  expect([await ask('two'), await ask('one')]).toEqual([200, refused])
  expect(issuer.asked).toHaveLength(4)

  issuer.mood = 'down'
  app.clock.advance(30 * 60_000)
  expect(await ask('two')).toBe(200)
  expect(await ask('three')).toBe(refused)
  app.clock.advance(90 * 60_000)
  expect(await ask('two')).toBe('503 temporarily_unavailable workload.issuer_unreachable')
  issuer.mood = 'well'
  app.clock.advance(30_000)
  expect(await ask('two')).toBe(200)
})

const moods: IssuerMood[] = ['down', 'redirects', 'too much', 'not JSON', 'another name', 'keys elsewhere', 'private keys']
test.each(moods)('an issuer that answers wrongly is one that cannot be reached: %s', async (mood) => {
  const { account, issuer, trustIssuer, allow, exchange } = await prepareWorkloads(shared())
  await allow(await trustIssuer('github'), githubRules)
  issuer.mood = mood
  const { status, body, headers } = await exchange(issuer.sign({ ...github, aud: account.aud }))
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'workload.issuer_unreachable', '30'])
  expect(issuer.asked.some((path) => path.startsWith('/elsewhere'))).toBe(false)
})

test('an issuer in a private network that nobody listed is not asked', async () => {
  const { account, issuer, trustIssuer, allow, exchange } = await startWorkloads({ env: { OUTBOUND_ALLOW: '' } })
  await allow(await trustIssuer('github'), githubRules)
  expect((await exchange(issuer.sign({ ...github, aud: account.aud }))).status).toBe(503)
  expect(issuer.asked).toEqual([])
})

test('pasted keys need no issuer that can be reached, and private ones are refused', async () => {
  const { enterAdministrator, account, issuer, allow, exchange } = await startWorkloads({ env: { OUTBOUND_ALLOW: '' } })
  const root = await enterAdministrator()
  const body = { name: 'Cluster', kind: 'keys', issuer: issuer.url } as const
  for (const jwks of [
    '{',
    '{}',
    '{"keys":[]}',
    '{"keys":[{"kty":"oct","k":"AAAA"}]}',
    '{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB","d":"AQAB"}]}',
  ])
    expect((await root.call(addIssuer, { body: { ...body, jwks } })).body.errors).toHaveProperty('jwks')
  expect((await root.call(addIssuer, { body })).body.errors).toHaveProperty('jwks')
  const made = await root.call(addIssuer, { body: { ...body, jwks: JSON.stringify(issuer.keySet()) } })
  expect(made.body).toMatchObject({ issuer: { kind: 'keys', trusts: 0, keys_fetched_at: null } })
  expect((await root.call(addIssuer, { body: { ...body, jwks: JSON.stringify(issuer.keySet()) } })).body.code).toBe(
    'workload.issuer_exists',
  )
  await allow(made.body.issuer.id, clusterRules)
  expect((await exchange(issuer.sign({ ...kubernetes, aud: account.aud }))).status).toBe(200)
  expect(issuer.asked).toEqual([])
})

test('an issuer is added by a request that a second administrator approves, and removed at once with all it gave out', async () => {
  const { of } = await startApprovals(['ann', 'bo'])
  const asked = await of('ann').call(addIssuer, { body: { name: 'GitHub', kind: 'github' } })
  expect(asked.status).toBe(202)
  expect((await of('ann').call(listIssuers, {})).body.data).toEqual([])
  const approved = await of('bo').send('POST', `/api/admin/requests/${requestOf(asked).id}/approve`, { body: {} })
  expect(approved.status).toBe(200)
  expect((await of('bo').call(listIssuers, {})).body.data).toMatchObject([
    { name: 'GitHub', kind: 'github', issuer: 'https://token.actions.githubusercontent.com' },
  ])
  const wrong = await of('ann').call(addIssuer, { body: { name: 'Not GitHub', kind: 'github', issuer: 'https://issuer.example' } })
  expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['issuer']])
})

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

test('what a rule let in ends when others take its place, and an exchange that met the old ones while they were changed gets nothing', async () => {
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

test('a token that says that it is good for ever is exchanged once as any other', async () => {
  const { account, issuer, trustIssuer, allow, exchange } = await startWorkloads()
  await allow(await trustIssuer('github'), githubRules)
  const token = issuer.sign({ ...github, aud: account.aud, exp: 1e300 })
  expect([(await exchange(token)).status, (await exchange(token)).body.code]).toEqual([200, 'workload.replayed'])
})

test('a rule that a former manager made lets nobody in after 7 days, unless one who manages saves it again', async () => {
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
  const told = (await ann.call(listActivity, { query: {} })).body.data.filter(({ kind }) => kind === 'trust_ends_with_manager')
  expect(told.map(({ description }) => description)).toEqual([
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
  // What the issuer did not sign is kept nowhere.
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

test('making and changing a rule takes a manager and the PIN, and the owners of the keys are told', async () => {
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
  const told = (await cy.call(listActivity, { query: {} })).body.data.filter(({ kind }) => kind === 'trust_changed_by')
  expect(told.map(({ description }) => description)).toEqual(
    ['bo', 'ann'].map(
      (by) => `${by} added or changed a rule by which runs act as the service account Deploy bot, which takes codes of Registry`,
    ),
  )
})

test('the token endpoint speaks RFC 6749 in its errors and RFC 8414 about itself', async () => {
  const { app, exchange } = await prepareWorkloads(shared())
  const said = async (answer: ReturnType<typeof exchange>) => {
    const { status, body } = await answer
    return [status, body.error, body.code]
  }
  expect(await said(exchange('x', { grant_type: 'password' }))).toEqual([400, 'unsupported_grant_type', 'oauth.unsupported_grant_type'])
  expect(await said(exchange('x', { grant_type: 'constructor' }))).toEqual([400, 'unsupported_grant_type', 'oauth.unsupported_grant_type'])
  expect(await said(exchange(''))).toEqual([400, 'invalid_request', 'request.invalid'])
  expect(await said(exchange('x', { subject_token_type: 'saml' }))).toEqual([400, 'invalid_request', 'oauth.missing_parameter'])
  expect(await said(exchange('x', { requested_token_type: 'saml' }))).toEqual([400, 'invalid_request', 'oauth.missing_parameter'])
  const { body } = await app.send('GET', '/.well-known/oauth-authorization-server')
  expect(body).toMatchObject({
    issuer: app.config.appUrl,
    token_endpoint: `${app.config.appUrl}/api/oauth/token`,
    device_authorization_endpoint: `${app.config.appUrl}/api/oauth/device`,
    grant_types_supported: [exchangeGrant, deviceGrant],
  })
})
