import { expect, test } from 'vitest'
import { github, githubByNumber } from './testing/workload-claims.ts'
import { githubRules, startWorkloads } from './testing/start-workloads.ts'
import { encodePart, startWorkloadIssuer } from './testing/workload-issuer.ts'
import { nowInSeconds } from './testing/workload-rules.ts'

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
    'payload changed': `${head}.${encodePart({ ...base, iss: issuer.url, iat: nowInSeconds(), exp: nowInSeconds() + 300, actor: 'eve' })}.${signature}`,
    'two parts': `${head}.${payload}`,
    'four parts': `${right}.x`,
    'encrypted form': `${head}.x.x.x.x`,
    'not a token': 'hello',
    'JSON instead of text': JSON.stringify({ payload, protected: head, signature }),
    'header not JSON': `${Buffer.from('x').toString('base64url')}.${payload}.${signature}`,
    'payload a list': `${head}.${encodePart([base])}.${signature}`,
    'white space': ` ${right}`,
    'list of no audience': claims({ aud: [] }),
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
    'end is text': claims({ exp: String(nowInSeconds() + 300) }),
    expired: claims({ iat: nowInSeconds() - 400, exp: nowInSeconds() - 31 }),
    'no issue time': claims({ iat: undefined }),
    'issued in the future': claims({ iat: nowInSeconds() + 60, exp: nowInSeconds() + 300 }),
    'older than ten minutes': claims({ iat: nowInSeconds() - 11 * 60 }),
    'not valid yet': claims({ nbf: nowInSeconds() + 60 }),
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

test('a token that says that it is good for ever is exchanged once as any other', async () => {
  const { account, issuer, trustIssuer, allow, exchange } = await startWorkloads()
  await allow(await trustIssuer('github'), githubRules)
  const token = issuer.sign({ ...github, aud: account.aud, exp: 1e300 })
  expect([(await exchange(token)).status, (await exchange(token)).body.code]).toEqual([200, 'workload.replayed'])
})
