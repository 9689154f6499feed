import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openTestPool, useTestDatabase } from '../testing/test-database.ts'
import { dataKeyColumns } from './data-key-columns.ts'
import { sealedColumns } from './sealed-columns.ts'

const notSealed = [
  'access_tokens.token_hash',
  'audit_beginnings.hash',
  'audit_beginnings.public_key',
  'audit_beginnings.signature',
  'audit_chain.hash',
  'audit_chain.previous_hash',
  'audit_checkpoints.hash',
  'audit_checkpoints.public_key',
  'audit_checkpoints.signature',
  'backup_downloads.token_hash',
  'email_previews.token_hash',
  'code_takes.request_hash',
  'device_sign_ins.device_hash',
  'ended_sessions.browser_hash',
  'ended_sessions.token_hash',
  'idempotency_keys.body_hash',
  'key_icons.picture', // shown to everybody who has the key
  'keyrings.sealed', // wrapped by the root key
  'known_devices.device_hash',
  'oidc_attempts.browser_hash',
  'oidc_attempts.state_hash',
  'one_time_links.token_hash',
  'passkeys.public_key',
  'recovery_codes.code_hash',
  'sessions.browser_hash',
  'sessions.device_hash',
  'sessions.token_hash',
  'setup_links.token_hash',
  'sign_in_failures.email_hash',
  'sign_in_locks.email_hash',
  'used_assertions.digest',
]

test('every column of bytes is known to rotation, or known to be none of its business', async () => {
  const db = openTestPool({ connection: await useTestDatabase(), poolSize: 1, log: pino({ level: 'silent' }) })
  onTestFinished(() => db.destroy())
  const { rows } = await sql<{ name: string }>`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.data_type = 'bytea' and t.table_type = 'BASE TABLE'
      and not (select relispartition from pg_class where oid = c.table_name::regclass)`.execute(db)
  const known = [...[...sealedColumns, ...dataKeyColumns].map(({ table, column }) => `${table}.${column}`), ...notSealed]
  expect(known.sort()).toEqual(rows.map(({ name }) => name).sort())
})
