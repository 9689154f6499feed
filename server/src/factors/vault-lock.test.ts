import { generateCodes } from '@twofold/contract/codes'
import { getFactors } from '@twofold/contract/factors'
import { listKeys } from '@twofold/contract/keys'
import { lockVault, setAutoLock, verifyPin } from '@twofold/contract/pin'
import { changePin, updateProfile } from '@twofold/contract/profile'
import { getCurrentUser, type SignedIn, signOut } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { openBrowser } from '../testing/browser.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp, testPassword, testPin } from '../testing/start-test-app.ts'
import { enterPassword } from './testing/second-factors.ts'

const minute = 60_000
const shared = shareApp(startTestApp)

async function start(auto_lock_minutes: number | null = 5) {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  await ann.addKey('Code host')
  if (auto_lock_minutes !== null) await ann.call(setAutoLock, { body: { auto_lock_minutes } })
  const isLocked = async () => (await ann.call(getCurrentUser, {})).body.is_locked
  return { app, ann, isLocked }
}

test('a vault that nobody used for the chosen time gives no code and no key, until the PIN is entered', async () => {
  const { app, ann, isLocked } = await start()
  expect((await ann.call(getCurrentUser, {})).body).toMatchObject({ auto_lock_minutes: 5, is_locked: false })
  app.clock.advance(5 * minute)
  for (const answer of [await ann.call(generateCodes, {}), await ann.call(listKeys, {})])
    expect([answer.status, answer.body.code]).toEqual([403, 'vault.locked'])
  expect(await isLocked()).toBe(true)
  expect((await ann.call(verifyPin, { body: { pin: '0000' } })).body.code).toBe('pin.wrong')
  expect(await isLocked()).toBe(true)
  await ann.call(verifyPin, { body: { pin: testPin } })
  expect(await isLocked()).toBe(false)
  expect(await ann.codes()).toHaveLength(1)
})

test('codes that a screen asks for by itself do not keep a vault open', async () => {
  const { app, ann } = await start()
  for (let count = 0; count < 9; count++) {
    app.clock.advance(30_000)
    expect((await ann.call(generateCodes, {})).status).toBe(200)
  }
  app.clock.advance(30_000)
  expect((await ann.call(generateCodes, {})).body.code).toBe('vault.locked')
})

test('in a browser reading does not keep it open either, since pages read by themselves; what somebody does there does', async () => {
  const { app, ann } = await start()
  const browser = await openBrowser(app)
  const entered = await browser.send<SignedIn>('POST', '/api/auth/login', { email: ann.email, password: testPassword })
  browser.token = entered.body.access_token
  const read = async () => (await browser.send('GET', '/api/keys')).body.code
  app.clock.advance(4 * minute)
  expect(await read()).toBeUndefined()
  expect((await browser.send('POST', '/api/vault/activity')).status).toBe(200)
  app.clock.advance(4 * minute)
  expect(await read()).toBeUndefined()
  app.clock.advance(minute)
  expect(await read()).toBe('vault.locked')
  expect((await browser.send('POST', '/api/vault/activity')).body.code).toBe('vault.locked')
})

test('a vault is locked by hand at once, in that session only', async () => {
  const { app, ann, isLocked } = await start(null)
  const other = await enterPassword(app, ann.email)
  expect((await ann.call(lockVault, {})).status).toBe(200)
  expect(await isLocked()).toBe(true)
  expect(await other.codes()).toHaveLength(1)
})

test('a locked vault lets one see who one is and how the PIN stands, set a PIN, prove oneself, leave, and nothing else', async () => {
  const { app, ann } = await start(null)
  await ann.call(lockVault, {})
  const allowed = [
    '/user',
    '/logout',
    '/auth/factors',
    '/pin',
    '/profile/pin',
    '/profile/closing',
    '/profile/proof',
    '/vault/lock',
    '/auth/second-factor',
  ]
  const { body } = await app.send<{ paths: Record<string, Record<string, { security?: unknown[] }>> }>('GET', '/api/openapi.json')
  const closed = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, call]) => call.security?.length !== 0)
      .map(([method]) => ({ method: method.toUpperCase(), path })),
  )
  const others = new Set<string>()
  for (const { method, path } of closed) {
    const answer = await ann.send(method, path.replaceAll(/\{\w+\}/g, 'x'), method === 'GET' ? {} : { body: { unknown: 1 } })
    if (answer.body.code === 'vault.locked') continue
    others.add(`${method} ${path}`)
    expect(allowed.some((part) => path.includes(part))).toBe(true)
  }
  expect(others.size).toBeLessThan(14)
  expect((await ann.call(getFactors, {})).body.pin_state).toBe('good')
  expect((await ann.call(signOut, {})).status).toBe(200)
})

test('without a PIN a vault cannot be locked, since nothing could open it', async () => {
  const { app, ann } = await start(null)
  await app.db.updateTable('users').set({ pin_hash: null }).where('email', '=', ann.email).execute()
  expect((await ann.call(lockVault, {})).body.code).toBe('pin.not_set')
  expect((await ann.call(setAutoLock, { body: { auto_lock_minutes: 5 } })).body.code).toBe('pin.not_set')
  const profile = { name: 'Ann', email: ann.email, auto_lock_minutes: 5 }
  expect((await ann.call(updateProfile, { body: profile })).body.code).toBe('pin.not_set')
  expect((await ann.call(setAutoLock, { body: { auto_lock_minutes: null } })).status).toBe(200)
})

test('a person who finds a locked vault without a PIN opens it with the password, but not with nothing', async () => {
  const { app, ann, isLocked } = await start(null)
  await ann.call(lockVault, {})
  await app.db.updateTable('users').set({ pin_hash: null }).where('email', '=', ann.email).execute()
  const body = { new_pin: '1357', new_pin_confirmation: '1357' }
  const password = await app.db.selectFrom('users').where('email', '=', ann.email).select('password_hash').executeTakeFirstOrThrow()
  await app.db.updateTable('users').set({ password_hash: null }).where('email', '=', ann.email).execute()
  expect((await ann.call(changePin, { body })).body.code).toBe('vault.locked')
  await app.db.updateTable('users').set(password).where('email', '=', ann.email).execute()
  expect((await ann.call(changePin, { body: { ...body, current_password: testPassword } })).status).toBe(200)
  expect(await isLocked()).toBe(true)
  await ann.call(verifyPin, { body: { pin: '1357' } })
  expect(await isLocked()).toBe(false)
})
