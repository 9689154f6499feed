import { copiedCode, generateCodes, giveTurnBack, takeTurn, type Turn } from '@twofold/contract/codes'
import { getKey } from '@twofold/contract/keys'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { viewSetting } from '../../../keys/vault-views.ts'
import { expectAccessible } from '../../../testing/axe.ts'
import { holdTimeEarly } from '../../../testing/clock.ts'
import { open } from '../../../testing/open.tsx'
import { refusal, serve } from '../../../testing/server.ts'
import { idOf, signInWithKeys } from '../../../testing/vault.ts'

const panel = (name: string) => page.getByRole('region', { name, exact: true })
const myTurn = panel('Code host').getByRole('button', { name: 'My turn' })
const giveBack = panel('Code host').getByRole('button', { name: 'Give back' })

const iso = (seconds: number) => new Date(Math.floor(Date.now() / 30_000) * 30_000 + seconds * 1000).toISOString()
const nextOf = (by: string, is_own: boolean): Turn => ({ by, is_own, from: iso(30), until: iso(60) })

/** The codes of the key, with these turns. */
const serveCodes = (turns: Turn[]) =>
  serve(generateCodes, () => ({
    codes: [{ id: idOf(100), code: '123456', next_code: '654321', period: 30, time_remaining: 28, turns }],
    time_remaining: 28,
    server_time: new Date().toISOString(),
  }))

beforeEach(() => {
  holdTimeEarly()
  viewSetting.set('list')
  serve(copiedCode, {})
  serve(getKey, { key: { note: null } })
})

test('the next code of a key that several have is reserved, and given back before it begins', async () => {
  signInWithKeys([{ name: 'Code host', shared_with: 2 }])
  serveCodes([])
  const taken = serve(takeTurn, () => {
    serveCodes([nextOf('Cleo Example', true)])
    return { turn: nextOf('Cleo Example', true) }
  })
  const given = serve(giveTurnBack, () => {
    serveCodes([])
    return { given_back: true }
  })
  await open('/dashboard')
  await myTurn.click()
  await expect.element(panel('Code host')).toMatchTextContent('The next code is yours.')
  await expectAccessible()
  await giveBack.click()
  await expect.element(myTurn).toBeVisible()
  expect([taken.length, given.length]).toEqual([1, 1])
})

test('the other person who reserved the next code is named, and asking for it as well says why not', async () => {
  signInWithKeys([{ name: 'Code host', shared_with: 2 }])
  serveCodes([])
  await open('/dashboard')
  serve(takeTurn, () => {
    serveCodes([nextOf('Bo Example', false)])
    return refusal('keys.turn_taken', { name: 'Bo Example' })
  })
  await myTurn.click()
  await expect.element(page.getByText('The next code is already reserved or copied by Bo Example.')).toBeVisible()
  await expect.element(panel('Code host')).toMatchTextContent('Bo Example reserved the next code.')
  await expect.element(giveBack).not.toBeInTheDocument()
})

test('a key of one’s own alone has nothing to reserve', async () => {
  signInWithKeys([{ name: 'Code host' }])
  await open('/dashboard')
  await expect.element(panel('Code host')).toMatchTextContent('Only you')
  await expect.element(myTurn).not.toBeInTheDocument()
})

test('a person who copies a reserved code anyway reads whose it was', async () => {
  signInWithKeys([{ name: 'Code host', shared_with: 2 }])
  serveCodes([{ by: 'Bo Example', is_own: false, from: iso(0), until: iso(30) }])
  serve(copiedCode, { reserved_by: 'Bo Example' })
  await open('/dashboard')
  await expect.element(panel('Code host')).toMatchTextContent('Bo Example reserved this code.')
  await page.getByRole('button', { name: 'Copy the code of Code host' }).click()
  await expect.element(page.getByText('Code host: Bo Example reserved this code.')).toBeVisible()
})
