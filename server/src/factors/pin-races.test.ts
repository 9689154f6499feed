import { verifyPin } from '@twofold/contract/pin'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { startTestApp, testPin } from '../testing/start-test-app.ts'

test('a PIN that is replaced while it is compared opens nothing', async () => {
  const app = await startTestApp()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const rowOf = (email: string) =>
    app.db.selectFrom('users').where('email', '=', email).select(['id', 'pin_hash']).executeTakeFirstOrThrow()
  const [{ id }, { pin_hash }] = [await rowOf(ann.email), await rowOf(bo.email)]
  await ann.enterPin()

  const { answer } = await app.db.transaction().execute(async (change) => {
    // No PIN of Ann's: the hash is bound to its person.
    await change.updateTable('users').set({ pin_hash }).where('id', '=', id).execute()
    await sql`select close_pins_of(${id})`.execute(change)
    const sent = ann.call(verifyPin, { body: { pin: testPin } })
    await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
    return { answer: sent }
  })

  expect((await answer).body.code).toBe('pin.wrong')
  const sessions = await app.db.selectFrom('sessions').where('user_id', '=', id).select('pin_until').execute()
  expect(sessions).toEqual([{ pin_until: null }])
})
