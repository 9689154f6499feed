import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { asJudged, HasToWait, requireStillAtOnce } from './judge-again.ts'
import type { Tx } from './transaction.ts'

const write = ({ db }: Tx) => sql`update users set name = 'Changed'`.execute(db)

test('an act that may have to wait commits no transaction in which it was not judged again', async () => {
  const { transaction, db, signUp } = await startTestApp()
  await signUp('ann@example.org', 'Ann')
  const nameNow = async () => (await db.selectFrom('users').select('name').executeTakeFirstOrThrow()).name
  const forgetful = asJudged(undefined, async () => {
    await transaction((tx) => requireStillAtOnce(tx.db))
    await transaction(write)
  })
  await expect(forgetful).rejects.toThrow('calls requireStillAtOnce in each of its transactions')
  const late = asJudged(
    async () => true,
    () => transaction((tx) => requireStillAtOnce(tx.db).then(() => write(tx))),
  )
  await expect(late).rejects.toThrow(HasToWait)
  expect(await nameNow()).toBe('Ann')

  await asJudged(undefined, () => transaction((tx) => requireStillAtOnce(tx.db).then(() => write(tx))))
  expect(await nameNow()).toBe('Changed')
  // An act that never has to wait is judged nowhere.
  await transaction(write)
})
