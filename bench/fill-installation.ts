import type pg from 'pg'

/**
 * Fills a database up to `people` accounts without sessions, like a used installation: two keys per account, each key shared once, every tenth person
 * with a group of ten that one key is shared with, and the codes shown within the last hour. The secrets are copies of an existing one, and open
 * nothing.
 */
export async function fillInstallation(client: pg.Client, people: number): Promise<void> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from users')
  const missing = people - (rows[0]?.count ?? 0)
  if (missing <= 0) return
  const restoreReferences = await dropReferences(client)
  await client.query(
    `create temporary table filler as
       select number, gen_random_uuid() as id, gen_random_uuid() as group_id from generate_series(1, $1::int) as number`,
    [missing],
  )
  await client.query('create index on filler (number)')
  await client.query('analyze filler')
  await client.query(`insert into users (id, name, email, email_normalized, keys_count, admitted_at, created_at, updated_at)
    select id, 'Person ' || number, 'person' || number || '@example.org', 'person' || number || '@example.org', 2, now(), now(), now() from filler`)
  await client.query(`insert into data_keys (user_id, sealed) select id, (select sealed from data_keys limit 1) from filler`)
  // They are counted above.
  await client.query('alter table keys disable trigger keys_counted_when_added')
  await client.query(`insert into keys (id, owner_id, name, kind, algorithm, digits, period, secret, created_at, updated_at)
    select gen_random_uuid(), filler.id, 'Key', 'totp', 'SHA1', 6, 30, (select secret from keys limit 1), now(), now()
    from filler, generate_series(1, 2)`)
  await client.query('alter table keys enable trigger keys_counted_when_added')
  const keyOf = `(select distinct on (owner_id) id, owner_id from keys)`
  await client.query(
    `insert into shares (id, key_id, recipient_id, email, email_normalized, permission, granted_by, created_at)
     select gen_random_uuid(), keys.id, recipients.id, 'person' || recipients.number || '@example.org', 'person' || recipients.number || '@example.org',
       'view', owners.id, now()
     from filler owners
     join keys on keys.owner_id = owners.id
     join filler recipients on recipients.number = owners.number % $1::int + 1`,
    [missing],
  )
  await client.query(
    `insert into groups (id, owner_id, name, created_at) select group_id, id, 'Group', now() from filler where number % 10 = 0`,
  )
  await client.query(
    `insert into group_members (id, group_id, user_id, email, email_normalized, added_at)
     select gen_random_uuid(), owners.group_id, members.id, 'person' || members.number || '@example.org', 'person' || members.number || '@example.org', now()
     from filler owners
     cross join generate_series(1, 10) as nth
     join filler members on members.number = (owners.number + nth) % $1::int + 1 and members.id <> owners.id
     where owners.number % 10 = 0
     on conflict do nothing`,
    [missing],
  )
  await client.query(`insert into shares (id, key_id, group_id, permission, granted_by, created_at)
    select gen_random_uuid(), first.id, filler.group_id, 'view', filler.id, now()
    from filler join ${keyOf} first on first.owner_id = filler.id where filler.number % 10 = 0`)
  await client.query(`insert into key_usage (key_id, user_id, hour, first_shown_at)
    select keys.id, keys.owner_id, date_trunc('hour', now()) - interval '1 hour', now()
    from keys join filler on filler.id = keys.owner_id`)
  await restoreReferences()
  await client.query('vacuum analyze')
}

const filled = ['users', 'data_keys', 'keys', 'shares', 'groups', 'group_members', 'key_usage']

/** To have the database look up what each new row refers to takes longer than all the rest. Answers how to have it look once, in the end. */
async function dropReferences(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1)`,
    [filled],
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return async () => {
    for (const { table, name, definition } of rows) await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}
