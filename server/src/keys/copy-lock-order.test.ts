import { copiedCode } from '@twofold/contract/codes'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countWaiting } from '../testing/count-waiting.ts'
import { eventually } from '../testing/eventually.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const shared = shareApp(startTestApp)

test.for(['totp', 'hotp'] as const)('a code that is copied holds no record of it before its key: %s', async (type) => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const { id } = (await ann.addKey('Door', { type })).key
  const { answer } = await app.db.transaction().execute(async (db) => {
    await sql`select from keys where id = ${id} for no key update`.execute(db)
    const copied = ann.call(copiedCode, { params: { id }, body: { code: 'current' } })
    await eventually(async () => expect(await countWaiting(app.db)).toBe(1))
    // As the next code of the key, which records who was shown it behind the lock.
    await sql`
      insert into key_usage (key_id, user_id, hour, first_shown_at)
      select keys.id, owner_id, date_trunc('hour', ${app.clock.date()}::timestamptz, 'UTC'), ${app.clock.date()}
      from keys where id = ${id}`.execute(db)
    return { answer: copied }
  })
  expect((await answer).status).toBe(200)
  expect(app.logged()).not.toContain('gave way')
})
