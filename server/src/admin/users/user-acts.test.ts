import { bulkUsers, resetUserPin, revokeUserSessions, setUserStatus, unlockUser, updateUser } from '@twofold/contract/admin/users'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countWaiting } from '../../testing/count-waiting.ts'
import { startOffice } from '../../testing/start-office.ts'

type Caller = Awaited<ReturnType<Awaited<ReturnType<typeof startOffice>>['administrator']>>

test.each([
  ['activating', (admin: Caller, id: string) => admin.call(setUserStatus, { params: { id }, body: { is_active: true } })],
  ['revoking sessions', (admin: Caller, id: string) => admin.call(revokeUserSessions, { params: { id } })],
  ['a new PIN', (admin: Caller, id: string) => admin.call(resetUserPin, { params: { id }, body: { new_pin: '7391' } })],
  ['unlocking', (admin: Caller, id: string) => admin.call(unlockUser, { params: { id } })],
] as const)('%s is refused to an administrator who was demoted after the call came', async (_what, act) => {
  const app = await startOffice()
  const second = await app.administrator('second@example.org')
  await app.signUp('bo@example.org')
  const [id, adminId] = [await app.idOf('bo@example.org'), second.id]
  let answer: ReturnType<typeof act> | undefined
  await app.db.transaction().execute(async (db) => {
    // The rows that a demotion locks until it commits.
    await db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', adminId).execute()
    answer = act(second, id)
    await Promise.race([answer, expect.poll(() => countWaiting(app.db)).toBe(1)])
    await db.updateTable('users').set({ role: 'user' }).where('id', '=', adminId).execute()
  })
  expect(await answer).toMatchObject({ status: 401, body: { code: 'auth.unauthenticated' } })
})

test('one of many that breaks does not keep the others from it, and each has its result', async () => {
  const app = await startOffice({ logLevel: 'silent' })
  const emails = ['bo@example.org', 'cy@example.org', 'di@example.org']
  for (const email of emails) await app.signUp(email, email)
  const ids = await Promise.all(emails.map(app.idOf))
  await sql`
    create function break_down() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger break_down before update on users for each row when (old.email = 'cy@example.org') execute function break_down()`.execute(
    app.asOwner(),
  )
  const { status, body } = await app.admin.call(bulkUsers, { body: { action: 'deactivate', ids } })
  expect([status, body.message]).toEqual([200, '2 of 3 done.'])
  expect(body.results.map(({ name, ok, message }) => [name, ok, message])).toEqual([
    ['bo@example.org', true, 'The user is deactivated.'],
    ['cy@example.org', false, 'Something went wrong on our side. Please try again.'],
    ['di@example.org', true, 'The user is deactivated.'],
  ])
})

test('an address that somebody takes at the same moment is refused on its field', async () => {
  const app = await startOffice()
  for (const email of ['bo@example.org', 'cy@example.org']) await app.signUp(email)
  const params = { id: await app.idOf('bo@example.org') }
  const wanted = 'new@example.org'
  let answer: Promise<{ status: number; body: unknown }> | undefined
  await app.db.transaction().execute(async (db) => {
    await db.updateTable('users').set({ email: wanted, email_normalized: wanted }).where('email', '=', 'cy@example.org').execute()
    answer = app.admin.call(updateUser, { params, body: { name: 'Bo', email: wanted } })
    await Promise.race([answer, expect.poll(() => countWaiting(app.db)).toBe(1)])
  })
  expect(await answer).toMatchObject({ status: 422, body: { errors: { email: [expect.any(String) as string] } } })
})
