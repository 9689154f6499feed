import { makeResetLink, resetUserPassword } from '@twofold/contract/admin/users'
import { approveDevice, startDeviceSignIn } from '@twofold/contract/devices'
import { deviceGrant, issueToken } from '@twofold/contract/oauth'
import { checkLink } from '@twofold/contract/links'
import { listKeys } from '@twofold/contract/keys'
import { sentence, textOf } from '@twofold/contract/sentences/sentences'
import { createToken, revokeToken } from '@twofold/contract/tokens'
import { expect, test } from 'vitest'
import { requestOf } from '../../testing/approvals.ts'
import { offerKey } from '../../testing/hand-over.ts'
import { eventsOf } from '../../testing/queued-events.ts'
import { createClient, type createPerson } from '../../testing/start-test-app.ts'
import { restoreElsewhere } from './testing/restore-elsewhere.ts'
import { makeBackup, password, startWithAdmin } from './testing/start-backups.ts'
import { idOfAccount } from '../../testing/account-row.ts'

type Person = ReturnType<typeof createPerson>

const day = 24 * 60 * 60 * 1000
const env = { BACKUP_PASSWORD: password, APPROVALS: 'required' }

async function makeToken(person: Person, name: string) {
  const { token, secret = '' } = (await person.call(createToken, { body: { name, scopes: ['keys:read'], expires_in_days: 30 } })).body
  return { id: token.id, secret }
}

const opens = async (url: string, secret: string) =>
  (await createClient(url, { authorization: `Bearer ${secret}` }).call(listKeys, {})).status === 200

test('a restore ends what opens the vault by being held and what waited for an answer, and closed accounts wait for as long again', async () => {
  const setting = await startWithAdmin({ env })
  const { app, root } = setting
  const [ann, bo, cy] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org'), await app.signUp('cy@example.org')]
  const { key } = await ann.addKey('Code host')
  await cy.addKey('Door')
  await ann.enterPin()
  const token = await makeToken(ann, 'CI')
  const look = (url: string, device_code: string) => createClient(url).call(issueToken, { body: { grant_type: deviceGrant, device_code } })
  const approved = async () => {
    const { user_code, device_code } = (await app.call(startDeviceSignIn, { body: { client_id: 'Some program' } })).body
    await ann.call(approveDevice, { body: { user_code } })
    return device_code
  }
  const device = (await look(app.url, await approved())).body.access_token
  const typed = await approved()
  await offerKey(ann, bo, key.id)
  const newPassword = { new_password: 'another-long-password' }
  const asked = requestOf(await root.call(resetUserPassword, { params: { id: await idOfAccount(app, ann.email) }, body: newPassword }))
  await root.call(makeResetLink, { params: { id: await idOfAccount(app, cy.email) }, body: { delivery: 'link' } })
  const closedUntil = app.clock.now() + day
  const [notice] = await eventsOf(app, 'user.account.closed')
  const stop = String(notice?.data['link.url']).split('#token=')[1] ?? ''
  const { path, created_at } = await makeBackup(setting)
  for (const secret of [token.secret, device]) expect(await opens(app.url, secret)).toBe(true)

  const now = new Date(Date.parse(created_at) + 2 * day)
  const { url, node, restored } = await restoreElsewhere(path, env, { now })
  expect(restored).toMatchObject({ endedTokens: 2, endedRequests: 1, endedOffers: 1, stoppedDeliveries: 0 })
  for (const secret of [token.secret, device]) expect(await opens(url, secret)).toBe(false)
  expect((await look(url, typed)).body).toMatchObject({ code: 'oauth.invalid_grant' })
  expect(await node.db.selectFrom('key_offers').selectAll().execute()).toEqual([])
  await node.requests.look()
  const outcome = sentence('request.restored')
  expect(await node.db.selectFrom('requests').selectAll().where('id', '=', asked.id).executeTakeFirst()).toMatchObject({
    state: 'expired',
    sealed: null,
    outcome: textOf([outcome]),
    outcome_said: [outcome],
  })
  const closed = await node.db.selectFrom('users').select('codes_closed_until').where('email', '=', cy.email).executeTakeFirstOrThrow()
  const moved = (closed.codes_closed_until?.getTime() ?? 0) - closedUntil
  expect(Math.abs(moved - 2 * day)).toBeLessThan(60_000)
  // An objection is no way in.
  const links = await node.db.selectFrom('one_time_links').select(['purpose', 'expires_at']).execute()
  expect(links.map(({ purpose }) => purpose)).toEqual(['stop'])
  expect((await createClient(url).call(checkLink, { body: { token: stop } })).body).toMatchObject({ state: 'good', purpose: 'stop' })
})

test('a restore that replaces an installation keeps the tokens which that one holds as valid, and no others', async () => {
  const setting = await startWithAdmin({ env })
  await setting.app.signUp('ann@example.org')
  await setting.app.signUp('bo@example.org')
  const first = await restoreElsewhere((await makeBackup(setting)).path, env)
  const root = await first.signIn('root@example.org')
  const [ann, bo] = [await first.signIn('ann@example.org'), await first.signIn('bo@example.org')]
  for (const person of [ann, bo]) await person.enterPin()
  const [kept, revoked, ofBo] = [await makeToken(ann, 'CI'), await makeToken(ann, 'Leaked'), await makeToken(bo, 'CI')]
  const { path } = await makeBackup({ app: first.node, root })
  await ann.call(revokeToken, { params: { id: revoked.id } })
  await first.node.db.updateTable('users').set({ is_active: false }).where('email', '=', bo.email).execute()
  await first.node.stop()

  const { url, restored } = await restoreElsewhere(path, env, { connection: first.connection })
  expect(restored.endedTokens).toBe(2)
  expect(await Promise.all([kept, revoked, ofBo].map(({ secret }) => opens(url, secret)))).toEqual([true, false, false])
})
