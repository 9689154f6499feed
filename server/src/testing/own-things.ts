import { makeToken } from '../machines/testing/make-token.ts'
import type { takeCode } from '@twofold/contract/takes'
import { deviceGrant } from '@twofold/contract/oauth'
import type { startDeviceSignIn } from '@twofold/contract/devices'
import type { CallResponse } from '@twofold/contract/endpoint'
import { signIn } from '@twofold/contract/sessions'
import { enrolPasskey } from '../factors/testing/second-factors.ts'
import { picture } from './test-picture.ts'
import { offerKey } from './hand-over.ts'
import type { createPerson, TestApp } from './start-test-app.ts'
import { testPassword, testPin } from './test-secrets.ts'

export type Send = ReturnType<typeof createPerson>['send']
export type Ids = Record<string, string>
type Person = Awaited<ReturnType<TestApp['signUp']>>

export async function idOf(answer: Promise<{ status: number; body: unknown }>, path: string): Promise<string> {
  const { status, body } = await answer
  const found = path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], body)
  if (typeof found !== 'string') throw new Error(`Nothing was made (${status}): ${JSON.stringify(body)}`)
  return found
}

const newKey = async (send: Send) => ({ id: await idOf(send('POST', '/api/keys', { body: { name: 'Door', type: 'hotp' } }), 'key.id') })
const newGroup = async (send: Send) => ({ id: await idOf(send('POST', '/api/groups', { body: { name: 'Night shift' } }), 'group.id') })

const newShare = async (send: Send) => {
  const { id } = await newKey(send)
  await send('POST', `/api/keys/${id}/share`, { body: { email: 'friend@example.org', permission: 'view' } })
  return { id, share_id: await idOf(send('GET', `/api/keys/${id}/shares`), 'data.0.id') }
}

const newIssuer = async (app: TestApp) => {
  const [id, created_at] = [crypto.randomUUID(), app.clock.date()]
  await app.db
    .insertInto('workload_issuers')
    .values({ id, name: 'Cluster', kind: 'url', issuer: `https://${id}.example`, created_at })
    .execute()
  return id
}

const newReview = async (send: Send, app: TestApp) => {
  const share = await newShare(send)
  const due_at = new Date(app.clock.now() + 10 * 24 * 60 * 60 * 1000).toISOString()
  const id = await idOf(send('POST', '/api/reviews', { body: { scope: 'all', due_at } }), 'id')
  const { item } = await app.db
    .selectFrom('review_items')
    .where('review_id', '=', id)
    .where('key_id', '=', share.id)
    .select('id as item')
    .executeTakeFirstOrThrow()
  return { id, item }
}

const newServiceAccount = async (send: Send) => {
  const { id: group_id } = await newGroup(send)
  return { id: await idOf(send('POST', '/api/service-accounts', { body: { group_id, name: 'Deploy bot' } }), 'service_account.id') }
}

/** Makes a thing of the caller's, newly for each call, since some take it away. The first that fits counts. */
export const things: [RegExp, (send: Send, app: TestApp, owner: Person) => Promise<Ids>][] = [
  [
    /^\/keys\/\{id\}\/shares\/\{share_id\}\/restore/,
    async (send) => {
      const ids = await newShare(send)
      await send('DELETE', `/api/keys/${ids.id}/shares/${ids.share_id}`)
      return ids
    },
  ],
  [/^\/keys\/\{id\}\/shares\/\{share_id\}/, newShare],
  [
    /^\/keys\/\{id\}\/backup-codes\/\{code_id\}/,
    async (send) => {
      const { id } = await newKey(send)
      await send('POST', `/api/keys/${id}/backup-codes`, { body: { codes: ['first-code'] } })
      return { id, code_id: await idOf(send('GET', `/api/keys/${id}/backup-codes`), 'data.0.id') }
    },
  ],
  [
    /^\/keys\/\{id\}\/transfer/,
    async (send) => {
      const { id } = await newKey(send)
      await send('POST', '/api/pin/verify', { body: { pin: testPin } })
      await send('POST', `/api/keys/${id}/transfer`, { body: { email: 'friend@example.org' } })
      return { id }
    },
  ],
  [
    /^\/keys\/\{id\}\/icon/,
    async (send) => {
      const { id } = await newKey(send)
      await send('PUT', `/api/keys/${id}/icon`, { body: { png: picture } })
      return { id }
    },
  ],
  [/^\/keys\/(details\/)?\{id\}/, newKey],
  [
    /^\/takes\/\{id\}\/(approve|deny)$/,
    async (send, app, { email }) => {
      const { id: owner } = await app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
      const agent = await makeToken(app, { kind: 'pat', owner, scopes: ['codes:take'], is_agent: true })
      const { id } = await newKey(send)
      const body = { wait_seconds: 600, hold_seconds: 0 }
      const asked = await agent.send<CallResponse<typeof takeCode>>('POST', `/api/keys/${id}/take`, { body })
      return { id: await idOf(Promise.resolve(asked), 'take.id'), number: String(asked.body.take.approval?.number) }
    },
  ],
  [
    /^\/takes\/\{id\}$/,
    async (send, app) => {
      const { id: key } = await newKey(send)
      const id = await idOf(send('POST', `/api/keys/${key}/take`, { body: {} }), 'take.id')
      // As if it still waited for its turn.
      const deadline = new Date(app.clock.now() + 60_000)
      await app.db.updateTable('code_takes').set({ state: 'queued', counter: null, over_at: null, deadline }).where('id', '=', id).execute()
      return { id }
    },
  ],
  [
    /^\/takes\/\{id\}/,
    async (send) => {
      const { id } = await newKey(send)
      return { id: await idOf(send('POST', `/api/keys/${id}/take`, { body: {} }), 'take.id') }
    },
  ],
  [
    /^\/offers\/\{id\}/,
    async (_, app, owner) => {
      const other = await app.signUp(`${crypto.randomUUID()}@example.org`)
      return { id: await offerKey(other, owner, (await other.addKey('Door')).key.id) }
    },
  ],
  [
    /^\/groups\/\{id\}\/leave/,
    async (_, app, { email }) => {
      const other = await app.signUp(`${crypto.randomUUID()}@example.org`)
      const { id } = await newGroup(other.send)
      await other.send('POST', `/api/groups/${id}/members`, { body: { email } })
      return { id }
    },
  ],
  [
    /^\/groups\/\{id\}\/members\/\{member_id\}/,
    async (send) => {
      const { id } = await newGroup(send)
      const member = send('POST', `/api/groups/${id}/members`, { body: { email: 'friend@example.org' } })
      return { id, member_id: await idOf(member, 'member_id') }
    },
  ],
  [
    /^\/profile\/devices\/\{id\}/,
    async (send) => {
      const { body: begun } = await send<CallResponse<typeof startDeviceSignIn>>('POST', '/api/oauth/device', {
        body: { client_id: 'Some program' },
      })
      await send('POST', '/api/pin/verify', { body: { pin: testPin } })
      await send('POST', '/api/profile/devices', { body: { user_code: begun.user_code } })
      await send('POST', '/api/oauth/token', { body: { grant_type: deviceGrant, device_code: begun.device_code } })
      return { id: await idOf(send('GET', '/api/profile/devices'), 'data.0.id') }
    },
  ],
  [
    /^\/profile\/tokens\/\{id\}/,
    async (send) => {
      const body = { name: 'Script', scopes: ['keys:read'], expires_in_days: 30 }
      return { id: await idOf(send('POST', '/api/profile/tokens', { body }), 'token.id') }
    },
  ],
  [
    /^\/service-accounts\/\{id\}\/tokens\/\{token_id\}/,
    async (send) => {
      const { id } = await newServiceAccount(send)
      const made = send('POST', `/api/service-accounts/${id}/tokens`, { body: { name: 'Runner', expires_in_days: 30 } })
      return { id, token_id: await idOf(made, 'token.id') }
    },
  ],
  [
    /^\/service-accounts\/\{id\}\/trusts\/\{trust_id\}/,
    async (send, app) => {
      const { id } = await newServiceAccount(send)
      const body = { name: 'Publisher', issuer_id: await newIssuer(app), rules: { sub: ['publisher'] } }
      return { id, trust_id: await idOf(send('POST', `/api/service-accounts/${id}/trusts`, { body }), 'trust.id') }
    },
  ],
  [
    /^\/service-accounts\/\{id\}\/shares\/\{share_id\}/,
    async (send) => {
      const { id } = await newServiceAccount(send)
      const key = await newKey(send)
      return { id, share_id: await idOf(send('POST', `/api/keys/${key.id}/share`, { body: { service_account_id: id } }), 'share_id') }
    },
  ],
  [/^\/service-accounts\/\{id\}\/trusts/, async (send, app) => ({ ...(await newServiceAccount(send)), issuer: await newIssuer(app) })],
  [/^\/service-accounts\/\{id\}/, newServiceAccount],
  [/^\/groups\/\{id\}/, newGroup],
  [
    /^\/reviews\/\{id\}\/undo/,
    async (send, app) => {
      const { id, item } = await newReview(send, app)
      await send('POST', `/api/reviews/${id}/answers`, { body: { items: [item], answer: 'revoked' } })
      return { id, item }
    },
  ],
  [/^\/reviews\/\{id\}/, newReview],
  [
    /^\/auth\/sessions\/\{id\}/,
    async (send, app, { email }) => {
      await app.call(signIn, { body: { email, password: testPassword } })
      const { body } = await send<{ data: { id: string; is_current: boolean }[] }>('GET', '/api/auth/sessions')
      return { id: body.data.find(({ is_current: isCurrent }) => !isCurrent)?.id ?? '' }
    },
  ],
  [
    /^\/profile\/requests\/\{id\}/,
    async (_, app, { email }) => {
      const { id: subject_id } = await app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
      const id = crypto.randomUUID()
      const now = app.clock.now()
      const asked = {
        act: 'set_pin',
        call: 'POST /admin/users/{id}/reset-pin',
        asker_name: 'Root',
        asker_address: '192.0.2.1',
        subject_id,
        detail: '{}',
      }
      const impact = JSON.stringify({ users: 1, keys: 0, shared_keys: 0, people: 0, sessions: 0, about: [subject_id] })
      const times = { created_at: new Date(now), expires_at: new Date(now + 60_000) }
      await app.db
        .insertInto('requests')
        .values({ id, ...asked, impact, state: 'waiting', same_as: id, ...times })
        .execute()
      return { id }
    },
  ],
  [/^\/auth\/factors\/passkeys\/\{id\}/, async (_, app, owner) => ({ id: (await enrolPasskey(app, owner, crypto.randomUUID())).id })],
  [
    /^\/auth\/identities\/\{id\}/,
    async (_, app, { email }) => {
      const { id: user_id } = await app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
      const id = crypto.randomUUID()
      const row = { id, user_id, provider: 'oidc', issuer: 'https://id.example.org', subject: id, created_at: app.clock.date() }
      await app.db.insertInto('identities').values(row).execute()
      return { id }
    },
  ],
]
