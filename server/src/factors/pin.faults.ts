import { verifyPin } from '@twofold/contract/pin'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'

const tries = 10_000
const atOnce = 50

test('10,000 wrong PINs, 50 at a time: five are looked at', async () => {
  const app = await startTestApp({ rateLimitFactor: 1_000_000 })
  const ann = await app.signUp('ann@example.org')
  const codes = new Map<string, number>()
  let next = 0
  const guesser = async () => {
    while (next < tries) {
      // Never 2468, which is right.
      const pin = String(next++).padStart(4, '0').replace('2468', '2469')
      const { body } = await ann.call(verifyPin, { body: { pin } })
      codes.set(body.code, (codes.get(body.code) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, guesser))
  // The fifth answers that the PIN is locked now. On a busy machine some are turned away before anybody looks at them.
  const { 'server.unavailable': turnedAway = 0, ...looked } = Object.fromEntries(codes)
  expect(looked).toEqual({ 'pin.wrong': 4, 'pin.locked': tries - 4 - turnedAway })
  expect(turnedAway).toBeLessThan(tries / 10)
  const counted = await app.db.selectFrom('guess_counters').where('kind', '=', 'pin').select('failures').execute()
  expect(counted).toEqual([{ failures: 5 }])
})
