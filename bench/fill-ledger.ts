import type pg from 'pg'
import { fillBackOffice } from './fill-back-office.ts'

/** Rows of `key_usage` for each key; with five keys for each user that is ten for each user. */
const usageEach = 2

/**
 * Fills the other tables that the ledger reads: usage, the history that triggers would have written, two tags (on one key in 256, and on one in
 * eight), and one address in 256 at a partner. Plain statements, since `fillBackOffice` has made the rows that these follow from.
 */
export async function fillLedger(client: pg.Client, users: number): Promise<void> {
  await fillBackOffice(client, users)
  const statements = [
    `alter table keys disable trigger user`,
    `alter table users disable trigger user`,
    `update keys set tags = case when get_byte(uuid_send(id), 15) = 7 then array['Finance'] else array['Common'] end where get_byte(uuid_send(id), 15) = 7 or get_byte(uuid_send(id), 15) % 8 = 1`,
    `update users set email_normalized = replace(email_normalized, '@example.org', '@partner.example'), email = replace(email, '@example.org', '@partner.example')
     where get_byte(uuid_send(id), 15) = 9`,
    `alter table keys enable trigger user`,
    `alter table users enable trigger user`,
    // Rows of the triggers are removed first. Selecting only the missing ones is quadratic, as the tables look empty to the planner.
    `truncate key_owner_history, share_history`,
    `insert into key_owner_history (key_id, user_id, since) select id, owner_id, created_at from keys`,
    `insert into share_history (share_id, key_id, recipient_id, email_normalized, level, since)
     select id, key_id, recipient_id, email_normalized, permission, created_at from shares`,
    `insert into key_usage (key_id, user_id, hour, first_shown_at)
     select keys.id, keys.owner_id, at, at from (
       select id, owner_id, row_number() over (order by id) as number from keys
     ) keys
     cross join generate_series(1, ${usageEach}) again
     cross join lateral (select date_trunc('hour', now()) - make_interval(hours => ((keys.number * 7919 + again * 104729) % 8760)::int) as at) times
     on conflict do nothing`,
    `vacuum analyze keys, users, key_usage, key_copies, shares, key_owner_history, share_history`,
  ]
  for (const statement of statements) await client.query(statement)
}
