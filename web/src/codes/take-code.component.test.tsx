import { generateCodes, noCode } from '@twofold/contract/codes'
import { editKey, getKey } from '@twofold/contract/keys'
import { cancelTake, getTake, showQueue, takeCode } from '@twofold/contract/takes'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { viewSetting } from '../keys/vault-views.ts'
import { expectAccessible } from '../testing/axe.ts'
import { holdTimeEarly, passTime } from '../testing/clock.ts'
import { open } from '../testing/open.tsx'
import { refusal, serve, serveLater } from '../testing/server.ts'
import { idOf, signInWithKeys } from '../testing/vault.ts'

const panel = page.getByRole('region', { name: 'Code host', exact: true })
const takeButton = page.getByRole('button', { name: 'Take a code of Code host' })
const iso = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const takeOf = (more: object) => ({ take: { id: idOf(900), key_id: idOf(100), deadline: iso(600), ...more }, server_time: iso(0) })
const handed = () => takeOf({ state: 'handed' as const, code: '123456', window: 7, valid_until: iso(28), valid_for_seconds: 28 })
const queued = () => takeOf({ state: 'queued' as const, position: 2, estimated_at: iso(40) })

/** The queue of the key, whose last code Bo took 5 seconds ago. */
const serveQueue = (more: object = {}) =>
  serve(showQueue, () => ({
    waiting: 0,
    next_at: iso(28),
    last_taken: { by: 'Bo Example', is_own: false, at: iso(-5) },
    server_time: iso(0),
    ...more,
  }))

beforeEach(() => {
  holdTimeEarly()
  viewSetting.set('list')
  serve(getKey, { key: { note: null } })
  signInWithKeys([{ name: 'Code host', shared_with: 2, exclusive: true }])
  serve(generateCodes, () => ({
    codes: [{ id: idOf(100), code: noCode, next_code: null, period: 30, time_remaining: 28 }],
    time_remaining: 28,
    server_time: iso(0),
  }))
})

test('the panel of such a key says who took the last code and when the next is free, and offers to take one', async () => {
  serveQueue({ waiting: 1 })
  await open('/dashboard')
  await expect.element(takeButton).toBeVisible()
  await expect.element(panel).toMatchTextContent('Bo Example took the last code 5 s ago.')
  await expect.element(panel).toMatchTextContent('The next code is free in 28 seconds. 1 other waits.')
  await expect.element(panel.getByRole('button', { name: 'My turn' })).not.toBeInTheDocument()
  await expectAccessible()
})

test('a code that was taken is shown with how long it is good, and is gone when it is over', async () => {
  serveQueue()
  const taken = serve(takeCode, handed)
  await open('/dashboard')
  await takeButton.click()
  await expect.element(panel).toMatchTextContent('123 456')
  await expect.element(panel).toMatchTextContent('Nobody else gets this code. Valid for 28 seconds.')
  await expect.element(page.getByRole('button', { name: 'Take another one of Code host' })).toBeVisible()
  await expectAccessible()
  expect(taken[0]?.body).toEqual({ wait_seconds: 600, hold_seconds: 0 })
  await passTime(28_000)
  await expect.element(takeButton).toBeVisible()
  await expect.element(panel).not.toMatchTextContent('123 456')
})

test('a waiting person sees the place and may give it up', async () => {
  serveQueue()
  serve(takeCode, queued)
  const held = serveLater(getTake, takeOf({ state: 'cancelled' as const }))
  const given = serve(cancelTake, () => takeOf({ state: 'cancelled' as const }))
  await open('/dashboard')
  await takeButton.click()
  await expect.element(panel).toMatchTextContent('Place 2 in the queue.')
  await expect.element(panel).toMatchTextContent('Your code comes in about 40 seconds.')
  await expectAccessible()
  await page.getByRole('button', { name: 'Stop waiting' }).click()
  held.release()
  await expect.element(takeButton).toBeVisible()
  expect(given.map(({ params }) => params.id)).toEqual([idOf(900)])
})

test('when the turn comes the code is shown', async () => {
  serveQueue()
  serve(takeCode, queued)
  const held = serveLater(getTake, handed())
  await open('/dashboard')
  await takeButton.click()
  await expect.element(panel).toMatchTextContent('Place 2 in the queue.')
  held.release()
  await expect.element(panel).toMatchTextContent('123 456')
})

test('a refusal is said, and taking can be tried again', async () => {
  serveQueue()
  serve(takeCode, refusal('takes.queue_full'))
  await open('/dashboard')
  await takeButton.click()
  await expect.element(page.getByText('Too many are waiting for a code. Try again later.')).toBeVisible()
  await expect.element(takeButton).toBeVisible()
})

test('a card takes codes as well', async () => {
  viewSetting.set('cards')
  serveQueue()
  serve(takeCode, handed)
  await open('/dashboard')
  await takeButton.click()
  await expect.element(page.getByRole('article', { name: 'Code host' })).toMatchTextContent('123 456')
})

test('the owner sets in the form of the key that its codes are only taken', async () => {
  serveQueue()
  serve(getKey, { key: { id: idOf(100), name: 'Code host', access: 'owner', period: 30, exclusive: true, type: 'totp' } })
  const edited = serve(editKey, {})
  await open('/dashboard')
  await panel.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Each code goes to one taker only' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => edited.map(({ body }) => body)).toEqual([{ exclusive: false }])
})
