import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { listAudit } from '@twofold/contract/admin/audit'
import { listNotifications } from '@twofold/contract/admin/notifications'
import { type CleanupType, runCleanup } from '@twofold/contract/admin/system'
import { deleteProfile } from '@twofold/contract/profile'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type EmailApp, startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { testPassword } from '../../testing/start-test-app.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

const run = async (app: EmailApp, type: CleanupType, dry_run: boolean) =>
  (await app.admin.call(runCleanup, { body: { type, dry_run } })).body

/** Counts, then counts again to see that nothing is gone, then runs and counts once more. */
async function countAndRun(app: EmailApp, type: CleanupType) {
  const counted = await run(app, type, true)
  expect(await run(app, type, true)).toEqual(counted)
  const done = await run(app, type, false)
  expect((await run(app, type, true)).results.count).toBe(0)
  expect([counted.dry_run, done.dry_run, done.results.count]).toEqual([true, false, counted.results.count])
  return { results: counted.results, message: done.message }
}

test('expired shares are ended, and those that still run are left alone', async () => {
  const app = await startEmailApp()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const [door, mail] = [await ann.addKey('Door'), await ann.addKey('Mail')]
  const expires_at = new Date(app.clock.now() + hour).toISOString()
  await ann.share(door.key.id, bo.email, { expires_at })
  await ann.share(door.key.id, 'stranger@example.org', { expires_at })
  await ann.share(mail.key.id, bo.email)
  expect((await run(app, 'expired_shares', true)).results.count).toBe(0)
  app.clock.advance(hour + 1)
  const { results, message } = await countAndRun(app, 'expired_shares')
  expect(results).toEqual({ type: 'expired_shares', count: 2, people: 2, keys: 1, sample: ['Door'] })
  expect(message).toBe('2 expired shares ended.')
  const left = await app.db.selectFrom('shares').where('revoked_at', 'is', null).select('key_id').execute()
  expect(left).toEqual([{ key_id: mail.key.id }])
})

test('keys go with accounts that were deleted 30 days ago, and not with those that were deleted later', async () => {
  const app = await startEmailApp()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  for (const name of ['Door', 'Mail']) await ann.addKey(name)
  await bo.addKey('Bank')
  await ann.call(deleteProfile, { body: { password: testPassword, confirmation: 'DELETE' } })
  app.clock.advance(2 * day)
  // Sessions end with the day; this is about the clean-up.
  await app.db.updateTable('users').set({ deleted_at: app.clock.date() }).where('email', '=', bo.email).execute()
  app.clock.advance(28 * day)
  await app.db
    .updateTable('sessions')
    .set({ expires_at: new Date(app.clock.now() + day), idle_expires_at: new Date(app.clock.now() + day) })
    .execute()
  const { results, message } = await countAndRun(app, 'orphaned_keys')
  expect(results).toEqual({ type: 'orphaned_keys', count: 2, people: 1, keys: 2, sample: ['Door', 'Mail'] })
  expect(message).toBe('2 keys removed. The data of 1 deleted account removed.')
  expect(await app.db.selectFrom('keys').select('name').execute()).toEqual([{ name: 'Bank' }])
})

test('an account without keys is due, too; and what somebody else removed meanwhile is not said to be removed again', async () => {
  const app = await startEmailApp()
  const ann = await app.signUp('ann@example.org')
  await ann.call(deleteProfile, { body: { password: testPassword, confirmation: 'DELETE' } })
  app.clock.advance(31 * day)
  await app.db
    .updateTable('sessions')
    .set({ expires_at: new Date(app.clock.now() + day), idle_expires_at: new Date(app.clock.now() + day) })
    .execute()
  expect((await run(app, 'orphaned_keys', true)).results).toMatchObject({ count: 0, people: 1 })
  const both = await Promise.all([run(app, 'orphaned_keys', false), run(app, 'orphaned_keys', false)])
  expect(both.reduce((sum, { results }) => sum + results.people, 0)).toBe(1)
  expect(both.map(({ message }) => message)).toContain('0 keys removed. The data of 1 deleted account removed.')
})

test('unused codes of replaced sets and of deleted accounts go; used ones and those of the present set stay', async () => {
  const app = await startEmailApp()
  const [ann, bo] = [await app.signUp('ann@example.org', 'Ann Example'), await app.signUp('bo@example.org', 'Bo Sample')]
  for (const { email } of [ann, ann, bo]) {
    const { id } = await app.db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow()
    await app.recoveryCodes.make(id)
  }
  const first = await app.db.selectFrom('recovery_codes').where('replaced_at', 'is not', null).select('id').executeTakeFirstOrThrow()
  await app.db.updateTable('recovery_codes').set({ used_at: app.clock.date() }).where('id', '=', first.id).execute()
  await app.db.updateTable('users').set({ deleted_at: app.clock.date() }).where('email', '=', bo.email).execute()
  // Each unused code works and is a figure of the system, or does not and is cleaned up.
  const { system } = (await app.admin.call(getAdminDashboard, {})).body
  expect([system.recovery_codes, system.unused_recovery_codes]).toEqual([10, 10])
  const { results, message } = await countAndRun(app, 'unused_recovery_codes')
  expect((await app.admin.call(getAdminDashboard, {})).body.system).toMatchObject({ recovery_codes: 10, unused_recovery_codes: 10 })
  expect(results).toEqual({ type: 'unused_recovery_codes', count: 19, people: 2, keys: 0, sample: ['Ann Example', 'Bo Sample'] })
  expect(message).toBe('19 recovery codes removed.')
  const left = await app.db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(left.count).toBe(11)
})

test('a run is written down and told to administrators; a dry run is written down as what it is', async () => {
  const app = await startEmailApp()
  await run(app, 'expired_shares', true)
  await run(app, 'expired_shares', false)
  const { data } = (await app.admin.call(listAudit, { query: {} })).body
  expect(data.map(({ action, after }) => [action, after])).toEqual([
    ['system.cleaned_up', { count: 0, people: 0, keys: 0 }],
    ['system.cleanup_counted', { count: 0, people: 0, keys: 0 }],
  ])
  const { notifications } = (await app.admin.call(listNotifications, { query: {} })).body
  expect(notifications.map(({ title, message }) => [title, message])).toEqual([['Clean-up done', '0 expired shares ended.']])
})

test('a run that breaks off is reported to administrators too, without the text of the database', async () => {
  const app = await startEmailApp()
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no room left'; end $$;
    create trigger refuse before delete on recovery_codes execute function refuse()`.execute(app.asOwner())
  const { status, body } = await app.admin.call(runCleanup, { body: { type: 'unused_recovery_codes', dry_run: false } })
  expect([status, body.message]).toEqual([500, expect.not.stringContaining('room')])
  const { notifications } = (await app.admin.call(listNotifications, { query: {} })).body
  expect(notifications.map(({ type, title, message }) => [type, title, message])).toEqual([
    [
      'alert',
      'Clean-up failed',
      'The clean-up of recovery codes that no longer work was interrupted. Some may be gone already; the log of the server says why.',
    ],
  ])
})

test('a sample has at most ten names', async () => {
  const app = await startEmailApp()
  const ann = await app.signUp('ann@example.org')
  const expires_at = new Date(app.clock.now() + hour).toISOString()
  for (let index = 10; index < 22; index += 1) {
    const { key } = await ann.addKey(`Key ${index}`)
    await ann.share(key.id, 'friend@example.org', { expires_at })
  }
  app.clock.advance(hour + 1)
  const { results } = await run(app, 'expired_shares', true)
  expect([results.count, results.people, results.sample.length, results.sample[0]]).toEqual([12, 1, 10, 'Key 10'])
})
