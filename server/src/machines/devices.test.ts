import { approveDevice, denyDevice, endDevice, findDeviceSignIn, listDevices, startDeviceSignIn } from '@twofold/contract/devices'
import { deviceGrant, issueToken } from '@twofold/contract/oauth'
import { exportKeys } from '@twofold/contract/transfer'
import { endSession } from '@twofold/contract/links'
import { getOwnToken, revokeFoundToken } from '@twofold/contract/tokens'
import { changePassword, changePin, listActivity } from '@twofold/contract/profile'
import { listKeys } from '@twofold/contract/keys'
import { shareKey } from '@twofold/contract/sharing/grants'
import { verifyPin } from '@twofold/contract/pin'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { eventsOf } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { createClient, startTestApp, testPassword, testPin } from '../testing/start-test-app.ts'

const day = 24 * 60 * 60 * 1000
const shared = shareApp(startTestApp)

async function startDevices(app = shared()) {
  const ann = await app.signUp('ann@example.org')
  await ann.enterPin()
  const begin = async (headers: Record<string, string> = {}) =>
    (await app.call(startDeviceSignIn, { body: { client_id: 'twofold 1.0', device_name: 'build-7' } }, headers)).body
  const look = (device_code: string) => app.call(issueToken, { body: { grant_type: deviceGrant, device_code } })
  return { app, ann, begin, look }
}

async function signIn({ app, ann, begin, look }: Awaited<ReturnType<typeof startDevices>>) {
  const { user_code, device_code } = await begin()
  expect((await ann.call(approveDevice, { body: { user_code } })).status).toBe(200)
  const { body } = await look(device_code)
  return { token: body.access_token, ...createClient(app.url, { authorization: `Bearer ${body.access_token}` }) }
}

test('a program shows a code, a person types it and approves with the PIN, and the program gets its token once', async () => {
  const { app, ann, begin, look } = await startDevices()
  const begun = await begin()
  expect(begun).toMatchObject({ verification_uri: `${app.config.appUrl}/device`, expires_in: 600, interval: 5 })
  expect(begun.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  expect(JSON.stringify(begun)).not.toContain('complete')
  const typed = begun.user_code.toLowerCase().replace('-', ' ')
  const found = await ann.call(findDeviceSignIn, { body: { user_code: typed } })
  expect(found.body).toMatchObject({ program: 'twofold 1.0', device: 'build-7', address: '127.0.0.1', is_same_network: true })
  const waiting = await look(begun.device_code)
  expect([waiting.status, waiting.body]).toMatchObject([400, { error: 'authorization_pending', code: 'oauth.authorization_pending' }])

  await ann.call(approveDevice, { body: { user_code: typed } })
  app.clock.advance(5000)
  const { status, body } = await look(begun.device_code)
  expect([status, body]).toMatchObject([200, { token_type: 'Bearer', expires_in: 30 * 86_400 }])
  expect(body.access_token).toMatch(/^twofold_cli_/)
  expect((await look(begun.device_code)).body.error).toBe('invalid_grant')
  const device = createClient(app.url, { authorization: `Bearer ${body.access_token}` })
  expect((await device.call(getOwnToken, {})).body.token).toMatchObject({ kind: 'cli', scopes: null, owner: { email: ann.email } })
})

test('a form is taken as well as JSON, and what is wrong is a 400 with the error that RFC 6749 names', async () => {
  const { app, begin } = await startDevices()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const begun = await app.send<{ user_code: string }>('POST', '/api/oauth/device', { raw: 'client_id=Some+program&scope=', headers: form })
  expect([begun.status, begun.body.user_code.length]).toEqual([200, 9])
  const { device_code } = await begin()
  const cases: [raw: string, error: string][] = [
    [`grant_type=password&device_code=${device_code}`, 'unsupported_grant_type'],
    [`grant_type=${encodeURIComponent(deviceGrant)}`, 'invalid_request'],
    [`grant_type=${encodeURIComponent(deviceGrant)}&device_code=none`, 'invalid_grant'],
    ['device_code=none', 'invalid_request'],
  ]
  for (const [raw, error] of cases) {
    const { status, body } = await app.send<{ error: string }>('POST', '/api/oauth/token', { raw, headers: form })
    expect([raw, status, body.error, typeof body.message, typeof body.code]).toEqual([raw, 400, error, 'string', 'string'])
  }
})

test('a browser’s extension signs in as a program does, and no page of a browser', async () => {
  const { app, begin } = await startDevices()
  const from = (origin: string) => ({ origin, 'sec-fetch-site': 'none' })
  for (const scheme of ['chrome', 'moz']) expect((await begin(from(`${scheme}-extension://abcdefghijklmnop`))).user_code).toBeDefined()
  for (const origin of ['https://evil.example', 'null', 'https://chrome-extension.example'])
    expect(await begin(from(origin))).toMatchObject({ code: 'request.cross_site' })
  const body = { email: 'ann@example.org', password: testPassword }
  const password = await app.send('POST', '/api/auth/login', { body, headers: from('chrome-extension://abcdefghijklmnop') })
  expect(password.body.code).toBe('request.cross_site')
})

test('a program that asks too often is asked to slow down, by five seconds more each time', async () => {
  const { app, begin, look } = await startDevices()
  const { device_code } = await begin()
  const answers = []
  for (const seconds of [0, 4, 9, 15, 14]) {
    app.clock.advance(seconds * 1000)
    answers.push((await look(device_code)).body.error)
  }
  expect(answers).toEqual(['authorization_pending', 'slow_down', 'slow_down', 'authorization_pending', 'slow_down'])
})

test('a code is good for ten minutes, and a denied one for nothing', async () => {
  const { app, ann, begin, look } = await startDevices()
  const late = await begin()
  app.clock.advance(601_000)
  expect((await look(late.device_code)).body.error).toBe('expired_token')
  await ann.enterPin()
  expect((await ann.call(approveDevice, { body: { user_code: late.user_code } })).body.code).toBe('devices.code_wrong')

  const denied = await begin()
  await ann.call(denyDevice, { body: { user_code: denied.user_code } })
  expect((await ann.call(approveDevice, { body: { user_code: denied.user_code } })).body.code).toBe('devices.code_wrong')
  expect((await look(denied.device_code)).body.error).toBe('access_denied')
  expect((await look(denied.device_code)).body.error).toBe('invalid_grant')
})

test('five wrong codes end it: the right one opens nothing until ten minutes have passed', async () => {
  const { ann, begin } = await startDevices(await startTestApp({ rateLimitFactor: 1 }))
  for (let tries = 0; tries < 5; tries++)
    expect((await ann.call(findDeviceSignIn, { body: { user_code: 'BCDFGHJK' } })).body.code).toBe('devices.code_wrong')
  const { user_code } = await begin()
  const refused = await ann.call(approveDevice, { body: { user_code } })
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.closeTo(600, -1)])
})

test.for([
  ['the password changes', sql`update users set password_changed_at = now()`],
  ['the sessions end', sql`with ended as (delete from sessions) select end_devices_of(id) from users`],
] as const)('an approval under way while %s gives a program nothing', async ([, end]) => {
  const { app, ann, begin, look } = await startDevices()
  const { user_code, device_code } = await begin()
  const approval = await app.db.transaction().execute(async (tx) => {
    await end.execute(tx)
    const asked = ann.call(approveDevice, { body: { user_code } })
    await eventually(async () => expect(await countWaiting(app.db)).toBeGreaterThan(0))
    return { asked }
  })
  expect((await approval.asked).status).toBe(401)
  expect((await look(device_code)).body.error).toBe('authorization_pending')
})

test('only a full session with the PIN approves, and no token does', async () => {
  const devices = await startDevices()
  const { app, begin } = devices
  const bo = await app.signUp('bo@example.org')
  const { user_code } = await begin()
  expect((await bo.call(approveDevice, { body: { user_code } })).body.code).toBe('pin.required')
  const device = await signIn(devices)
  expect((await device.call(approveDevice, { body: { user_code } })).body.code).toBe('tokens.not_allowed')
})

test('DEVICE_SIGN_IN decides whether programs sign in, and from where', async () => {
  const off = await startDevices(await startTestApp({ env: { DEVICE_SIGN_IN: 'off' } }))
  expect(await off.begin()).toMatchObject({ error: 'unauthorized_client' })

  const near = await startDevices(await startTestApp({ env: { DEVICE_SIGN_IN: 'same-network', TRUSTED_PROXIES: '127.0.0.1' } }))
  const { user_code } = await near.begin({ 'x-forwarded-for': '203.0.113.9' })
  for (const call of [findDeviceSignIn, approveDevice])
    expect((await near.ann.call(call, { body: { user_code } }, { 'x-forwarded-for': '192.0.2.4' })).body.code).toBe('devices.other_network')
  expect((await near.ann.call(approveDevice, { body: { user_code } }, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(200)

  const any = await startDevices(await startTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } }))
  const far = await any.begin({ 'x-forwarded-for': '203.0.113.9' })
  const found = await any.ann.call(findDeviceSignIn, { body: { user_code: far.user_code } }, { 'x-forwarded-for': '192.0.2.4' })
  expect(found.body).toMatchObject({ address: '203.0.113.9', is_same_network: false })
})

test('a new device is announced, listed with where it was last, and signed out by its person or by itself', async () => {
  const devices = await startDevices()
  const { app, ann } = devices
  const device = await signIn(devices)
  const { data } = (await ann.call(listDevices, {})).body
  expect(data).toMatchObject([{ name: 'twofold 1.0 on build-7', address: '127.0.0.1' }])
  expect((await eventsOf(app, 'user.login.new_device'))[0]?.data).toMatchObject({ 'login.device': 'twofold 1.0 on build-7' })

  await ann.call(endDevice, { params: { id: data[0]?.id ?? '' } })
  expect((await device.call(listKeys, {})).body.code).toBe('tokens.invalid')
  expect((await ann.call(listDevices, {})).body.data).toEqual([])
  const other = await signIn(devices)
  await app.call(revokeFoundToken, { body: { token: other.token } })
  expect((await other.call(listKeys, {})).status).toBe(401)
  const kinds = (await ann.call(listActivity, { query: {} })).body.data.map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind.startsWith('device_'))).toEqual([
    'device_ended',
    'device_signed_in',
    'device_ended',
    'device_signed_in',
  ])
})

test('a device is signed out after 7 days without use, and after 30 days in any case', async () => {
  const devices = await startDevices()
  const { app, ann } = devices
  const device = await signIn(devices)
  for (let days = 6; days < 30; days += 6) {
    app.clock.advance(6 * day)
    expect((await device.call(listKeys, {})).status).toBe(200)
  }
  app.clock.advance(6 * day)
  expect((await device.call(listKeys, {})).body.code).toBe('tokens.expired')

  const again = await app.call(startDeviceSignIn, { body: { client_id: 'twofold 1.0' } })
  expect(again.status).toBe(200)
  const bo = await app.signUp('bo@example.org')
  await bo.enterPin()
  const idle = await signIn({ ...devices, ann: bo })
  app.clock.advance(7 * day)
  expect((await idle.call(listKeys, {})).body.code).toBe('tokens.expired')
  expect((await ann.call(listDevices, {})).status).toBe(401)
})

test('a device shares and exports only once the PIN was entered on it', async () => {
  const devices = await startDevices()
  const { app, ann } = devices
  const { key } = await ann.addKey('Host')
  const device = await signIn(devices)
  const share = () => device.call(shareKey, { params: { id: key.id }, body: { email: app.address('bo@example.org') } })
  const leave = () => device.call(exportKeys, { body: { format: 'links' } })
  for (const call of [share, leave]) expect((await call()).body.code).toBe('pin.required')
  expect((await device.call(verifyPin, { body: { pin: testPin } })).status).toBe(200)
  expect((await share()).status).toBe(200)
  expect((await leave()).body.keys).toHaveLength(1)
  app.clock.advance(5 * 60_000)
  for (const call of [share, leave]) expect((await call()).body.code).toBe('pin.required')
  // A session shares without it, as ever.
  expect((await ann.call(shareKey, { params: { id: key.id }, body: { email: app.address('cy@example.org') } })).status).toBe(200)
})

test('secrets that a PIN opened on a device are closed when the PIN becomes another one', async () => {
  const devices = await startDevices()
  const { ann } = devices
  await ann.addKey('Host')
  const device = await signIn(devices)
  const leave = async () => (await device.call(exportKeys, { body: { format: 'links' } })).body.code
  await device.call(verifyPin, { body: { pin: testPin } })
  expect(await leave()).toBeUndefined()
  expect((await ann.call(changePin, { body: { current_pin: testPin, new_pin: '7391', new_pin_confirmation: '7391' } })).status).toBe(200)
  expect(await leave()).toBe('pin.required')
})

test('devices end with the sessions: when the password changes, when all others are revoked, when the account is shut', async () => {
  const devices = await startDevices()
  const { app, ann } = devices
  const reasons = async () =>
    (
      await app.db
        .selectFrom('access_tokens')
        .innerJoin('users', 'users.id', 'user_id')
        .where('email', '=', ann.email)
        .select('revoked_because')
        .execute()
    ).map((row) => row.revoked_because)
  const first = await signIn(devices)
  const { body } = await ann.call(endSession, { params: { id: 'others' } })
  expect(body.ended).toBe(1)
  expect((await first.call(listKeys, {})).status).toBe(401)

  const second = await signIn(devices)
  const waiting = await devices.begin()
  await ann.call(approveDevice, { body: { user_code: waiting.user_code } })
  const password = 'another correct horse'
  const changed = await ann.call(changePassword, {
    body: { current_password: testPassword, new_password: password, new_password_confirmation: password },
  })
  expect(changed.status).toBe(200)
  expect((await second.call(listKeys, {})).status).toBe(401)
  expect((await devices.look(waiting.device_code)).body.error).toBe('invalid_grant')
  expect(await reasons()).toEqual(['account', 'account'])
})
