import { approveDevice, startDeviceSignIn } from '@twofold/contract/devices'
import { takeCode } from '@twofold/contract/takes'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const shared = shareApp(startTestApp)

type Person = Awaited<ReturnType<TestApp['signUp']>>

const held = {
  take: async (_: TestApp, ann: Person) => {
    const params = { id: (await ann.addKey('Door')).key.id }
    return () => ann.call(takeCode, { params, body: {} })
  },
  device: async (app: TestApp, ann: Person) => {
    const { user_code } = (await app.call(startDeviceSignIn, { body: { client_id: 'Some program' } })).body
    await ann.enterPin()
    return () => ann.call(approveDevice, { body: { user_code } })
  },
}

test.for(['take', 'device'] as const)(
  'a call that holds its session waits for an account that closes, and is then refused: %s',
  async (kind) => {
    const app = shared()
    const ann = await app.signUp('ann@example.org')
    const send = await held[kind](app, ann)
    const { answer } = await app.db.transaction().execute(async (db) => {
      await sql`select from users where email = ${ann.email} for no key update`.execute(db)
      const sent = send()
      await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
      // A trigger ends the sessions: it would wait for a call that holds one of them and waits for the account.
      await sql`update users set is_active = false where email = ${ann.email}`.execute(db)
      return { answer: sent }
    })
    expect([401, 404]).toContain((await answer).status)
    expect(app.logged()).not.toContain('gave way')
  },
)
