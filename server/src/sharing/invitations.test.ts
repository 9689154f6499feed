import { deleteKey } from '@twofold/contract/keys'
import { acceptInvitation, readInvitation } from '@twofold/contract/links'
import { getFactors } from '@twofold/contract/factors'
import { revokeShare } from '@twofold/contract/sharing'
import { expect, test } from 'vitest'
import { newestToken } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { createPerson, startTestApp, testPassword } from '../testing/start-test-app.ts'

const shared = shareApp(startTestApp)

/** Ann shares two keys with an address that nobody has an account at. */
async function invite() {
  const app = shared()
  const email = app.address('zoe@example.org')
  const ann = await app.signUp('ann@example.org', 'Ann Example')
  const [door, host] = [await ann.addKey('Door'), await ann.addKey('Code host')]
  const share_id = await ann.share(door.key.id, email)
  await ann.share(host.key.id, email)
  const token = await newestToken(app, 'key.share.invited')
  const read = async () => (await app.call(readInvitation, { body: { token } })).body
  return { app, ann, email, door, host, share_id, token, read }
}

test('an invitation names who invites and the keys that wait, and nothing that makes a code', async () => {
  const { read } = await invite()
  const answer = await read()
  expect(answer).toEqual({
    invited_by: 'Ann Example',
    keys: [{ name: 'Code host' }, { name: 'Door' }],
    expires_at: expect.stringMatching(/^\d{4}-/) as string,
  })
})

test('keys of others who share with the same address are left out', async () => {
  const { app, email, read } = await invite()
  const bo = await app.signUp('bo@example.org')
  await bo.share((await bo.addKey('Of Bo')).key.id, email)
  expect((await read()).keys.map(({ name }) => name)).toEqual(['Code host', 'Door'])
})

test('a key that is taken back or deleted meanwhile is named no more', async () => {
  const { ann, door, host, share_id, read } = await invite()
  await ann.call(revokeShare, { params: { id: door.key.id, share_id } })
  expect((await read()).keys).toEqual([{ name: 'Code host' }])
  await ann.call(deleteKey, { params: { id: host.key.id } })
  expect((await read()).keys).toEqual([])
})

test('an expired or used invitation still says whom to ask, and names no key', async () => {
  const { app, read } = await invite()
  app.clock.advance(8 * 24 * 60 * 60 * 1000)
  expect(await read()).toMatchObject({ invited_by: 'Ann Example', keys: [] })
  expect((await app.call(readInvitation, { body: { token: 'A'.repeat(43) } })).body).toMatchObject({ code: 'links.wrong' })
})

test('who is invited needs no PIN to join: one is chosen when it is needed, and sign-up still asks for it', async () => {
  const { app, email, token } = await invite()
  const body = { token, name: 'Zoe Example', password: testPassword, password_confirmation: testPassword }
  const { status, body: signedIn } = await app.call(acceptInvitation, { body })
  expect(status).toBe(201)
  const factors = await createPerson(app.url, email, signedIn.access_token ?? '').call(getFactors, {})
  expect(factors.body).toMatchObject({ has_pin: false, pin_state: 'none' })
  const account = { name: 'Yet Example', email: 'yet@example.org', password: testPassword, password_confirmation: testPassword }
  expect((await app.send('POST', '/api/auth/register', { body: account })).body.errors).toEqual({ pin: ['PIN is required'] })
})
