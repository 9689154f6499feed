import { generateKeyPairSync } from 'node:crypto'
import { approveRequest, getRequest } from '@twofold/contract/admin/requests'
import { addIssuer, listIssuers } from '@twofold/contract/workload'
import { shareApp } from '../testing/share-app.ts'
import { requestOf, startApprovals } from '../testing/approvals.ts'
import { expect, test } from 'vitest'
import { github, kubernetes } from './testing/workload-claims.ts'
import { githubRules, prepareWorkloads, startWorkloadApp, startWorkloads } from './testing/start-workloads.ts'
import type { IssuerMood } from './testing/workload-issuer.ts'
import { clusterRules } from './testing/workload-rules.ts'

const shared = shareApp(startWorkloadApp)

test('keys of an issuer are asked for at most every 30 seconds, rotated ones are found, and a copy serves for an hour while it is down', async () => {
  const { app, account, issuer, trustIssuer, allow, exchange } = await startWorkloads()
  await allow(await trustIssuer('github'), githubRules)
  let run = 0
  const ask = async (kid = 'one') => {
    run += 1
    const { status, body } = await exchange(issuer.sign({ ...github, jti: String(run), aud: account.aud }, { kid }))
    return status === 200 ? 200 : `${status} ${body.error} ${body.code}`
  }
  const [refused, unreachable] = ['400 invalid_grant oauth.invalid_grant', '503 temporarily_unavailable workload.issuer_unreachable']
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
  // It may be a new key, also while the issuer is not asked again.
  expect(await ask('three')).toBe(unreachable)
  app.clock.advance(90 * 60_000)
  expect(await ask('two')).toBe(unreachable)
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
  expect((await exchange(issuer.sign({ ...kubernetes, aud: [account.aud] }))).status).toBe(200)
  expect(issuer.asked).toEqual([])
})

/** The key of RFC 7638, 3.1, and its thumbprint. */
const known = {
  kty: 'RSA',
  n: '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw',
  e: 'AQAB',
}
const thumbprint = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'

test('the administrator who approves an issuer sees each of its pasted keys, and so do the audit log and the list', async () => {
  const { app, of } = await startApprovals(['ann', 'bo'])
  const other = { ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), kid: 'two' }
  const jwks = JSON.stringify({ keys: [{ ...known, n: `${known.n}==`, kid: 'one', alg: 'RS256' }, other] })
  const asked = await of('ann').call(addIssuer, { body: { name: 'Cluster', kind: 'keys', issuer: 'https://cluster.example', jwks } })
  const params = requestOf(asked)
  const { detail } = (await of('bo').call(getRequest, { params })).body.request
  expect([detail['keys'], detail['thumbprints']?.split(' ')]).toEqual(['2', [thumbprint, expect.stringMatching(/^[\w-]{43}$/)]])
  expect((await of('bo').call(approveRequest, { params, body: {} })).body.request.state).toBe('carried_out')
  expect((await of('bo').call(listIssuers, {})).body.data[0]?.thumbprints).toEqual(detail['thumbprints']?.split(' '))
  const rows = await app.db
    .selectFrom('audit_log')
    .where('action', 'in', ['request.asked', 'issuer.added'])
    .orderBy('id')
    .select('after')
    .execute()
  expect(rows.map(({ after }) => after)).toMatchObject([
    { keys: '2', thumbprints: detail['thumbprints'] },
    { thumbprints: detail['thumbprints']?.split(' ') },
  ])
})

test('the administrator who approves an issuer sees the host at which its keys are fetched', async () => {
  const { of } = await startApprovals(['ann', 'bo'])
  const body = { name: 'CI', kind: 'url', issuer: 'https://ci.example', jwks_host: 'keys.other.example' } as const
  const params = requestOf(await of('ann').call(addIssuer, { body }))
  expect((await of('bo').call(getRequest, { params })).body.request.detail).toMatchObject({ jwks_host: 'keys.other.example' })
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
