import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDeletedProfiles } from '../accounts/deleted-profiles.repository.ts'
import { createSentMailRepository } from '../mail-delivery/delivery/sent-mail.repository.ts'
import { createLogsRepository } from '../mail-log/logs/logs.repository.ts'
import { createProvidersRepository } from '../mail-delivery/providers/providers.repository.ts'
import { createDecisionStorage } from '../mail-rules/mappings/decision-storage.repository.ts'
import type { Db } from '../platform/database.ts'
import { createSignInGuardRepository } from '../sessions/sign-in-guard.repository.ts'
import { createAccountEndingsRepository } from '../sharing/grants/account-endings.repository.ts'
import { tablesReadWhole } from './read-whole.ts'
import { shareApp } from './share-app.ts'
import { startTestApp } from './start-test-app.ts'

/* An act of one person must not cost more because there are many. */

const people = 5_000

const shared = shareApp(async (options) => {
  const app = await startTestApp(options)
  await fill(app.asOwner())
  return app
})

/** A key of each person, shared with the next one, and an e-mail, a decision and an entry about each. */
async function fill(db: Db) {
  await sql`insert into users (id, name, email, email_normalized, created_at, updated_at)
    select gen_random_uuid(), n, n || '@example.org', n || '@example.org', now(), now() from generate_series(1, ${people}::int) n`.execute(
    db,
  )
  await sql`insert into keys (id, owner_id, name, kind, algorithm, digits, period, secret, created_at, updated_at)
    select gen_random_uuid(), id, 'A', 'totp', 'SHA1', 6, 30, '\\x00', now(), now() from users`.execute(db)
  await sql`insert into shares (id, key_id, recipient_id, email, email_normalized, permission, created_at)
    select gen_random_uuid(), keys.id, next.id, next.email, next.email, 'view', now() from keys
    join (select id, email, lag(id) over (order by id) as before from users) next on next.before = keys.owner_id`.execute(db)
  await sql`insert into email_logs (id, category, class, recipient_email, user_id, subject, message_id, queue, due_at, created_at)
    select gen_random_uuid(), 'system', 'system', email, id, 'A', id, 'done', now(), now() from users`.execute(db)
  await sql`insert into email_decisions (id, event_id, event_name, recipient_email, user_id, outcome, reason, trace, decided_at)
    select gen_random_uuid(), id, 'key.shared', email, id, 'sent', 'x', '[]', now() from users`.execute(db)
  await sql`insert into activity (id, user_id, actor_id, kind, happened_at) select gen_random_uuid(), id, id, 'signed_in', now() from users`.execute(
    db,
  )
  // As autovacuum does: an index of texts is slow to read while its newest entries wait in a list.
  await sql`vacuum analyze email_logs`.execute(db)
  await sql`analyze`.execute(db)
}

/** Tables that are read whole for one person. */
async function readOfEverybody(act: (db: Db, person: { id: string; email_normalized: string }) => Promise<unknown>) {
  const app = shared()
  const somebody = app.db.selectFrom('users').select(['id', 'email_normalized']).where('deleted_at', 'is', null).limit(1)
  const person = await somebody.executeTakeFirstOrThrow()
  return tablesReadWhole({ connection: app.connection, isFilled: true }, (db) => act(db, person))
}

const now = new Date()

test('an account is deleted and restored without reading the keys and shares of everybody', async () => {
  const read = await readOfEverybody(async (db, { id }) => {
    const endings = createAccountEndingsRepository(db)
    await createDeletedProfiles(db).markDeleted(id, null, null, now)
    await endings.end(id, now)
    await endings.count(id, now)
    await endings.revive(id, now)
  })
  expect(read).toEqual([])
})

test('an account is removed for good without reading the e-mails and activity of everybody', async () => {
  const read = await readOfEverybody(async (db, { id, email_normalized: address }) => {
    const person = { id, addresses: [address], until: now }
    await createSentMailRepository(db).removeSentTo(person)
    await createDecisionStorage(db).removeAbout(person)
    await createDeletedProfiles(db).remove(id)
  })
  expect(read).toEqual([])
})

test('a provider of e-mail is looked at and deleted without reading all e-mails', async () => {
  const read = await readOfEverybody(async (db) => {
    await createProvidersRepository(db).findUse(crypto.randomUUID())
    await createProvidersRepository(db).remove(crypto.randomUUID(), now)
  })
  expect(read).toEqual([])
})

test('the account of an address that was locked is found by the hash of the address', async () => {
  const read = await readOfEverybody((db) => createSignInGuardRepository(db).findAccountId(Buffer.alloc(32)))
  expect(read).toEqual([])
})

test.each([{ recipient_email: '4711@' }, { subject: 'quartz' }])(
  'e-mails with %o are found without reading the whole log',
  async (filters) => {
    const read = await readOfEverybody((db) => createLogsRepository(db).list(filters, 0, 25))
    expect(read).not.toContain('email_logs')
  },
)
