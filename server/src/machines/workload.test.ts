import { type IssuerKind, listRefused, type TrustRules } from '@twofold/contract/workload'
import { deviceGrant, exchangeGrant } from '@twofold/contract/oauth'
import { listActivity } from '@twofold/contract/profile'
import { createClient } from '../testing/start-test-app.ts'
import { shareApp } from '../testing/share-app.ts'
import { expect, test } from 'vitest'
import { github, githubByNumber, githubEnterprise, gitlab, kubernetes } from './testing/workload-claims.ts'
import { githubRules, prepareWorkloads, startWorkloadApp, startWorkloads } from './testing/start-workloads.ts'
import { gitlabRules, clusterRules, nowInSeconds } from './testing/workload-rules.ts'

const shared = shareApp(startWorkloadApp)

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
  ['GitLab, a job that waited 50 minutes', 'gitlab', gitlabRules, { ...gitlab, iat: nowInSeconds() - 50 * 60, exp: nowInSeconds() + 600 }],
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

test('a token is exchanged once: of 100 at the same time one is, the managers are notified once, and its spelling does not matter', async () => {
  const { app, ann, account, issuer, trustIssuer, allow, exchange } = await startWorkloads()
  await allow(await trustIssuer('github'), githubRules)
  const token = issuer.sign({ ...github, aud: account.aud })

  const answers = await Promise.all(Array.from({ length: 100 }, () => exchange(token)))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'workload.replayed' && body.error === 'invalid_grant')).toHaveLength(99)
  const [head, payload, signature] = token.split('.')
  const padded = await exchange(`${head}.${payload}.${signature}=`)
  expect(padded.status).toBe(400)
  const activities = (await ann.call(listActivity, { query: {} })).body.data.filter(({ kind }) => kind === 'workload_replayed')
  expect(activities.map(({ description }) => description)).toEqual([
    'The token of a run was exchanged twice for the service account Deploy bot: somebody else may have it. Look at the log of https://github.com/octo/app/actions/runs/9876543210/attempts/1 and stop what is not yet yours'.replace(
      'not yet yours',
      'not yours',
    ),
  ])
  expect((await ann.call(listRefused, { params: { id: account.id } })).body.data).toMatchObject([{ reason: 'replayed' }])
  expect(await app.db.selectFrom('access_tokens').select('id').execute()).toHaveLength(1)
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
