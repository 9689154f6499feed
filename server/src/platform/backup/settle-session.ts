import type pg from 'pg'

/** Sets the settings that affect how values are written as text, so that reading and writing agree on every server, and lifts the time limit. */
export async function settleSession(client: pg.Client): Promise<void> {
  await client.query(`
    set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'iso_8601'; set local extra_float_digits = 1;
    set local bytea_output = 'hex'; set local client_encoding = 'UTF8'; set local statement_timeout = 0; set local lock_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`)
}
