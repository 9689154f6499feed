import type { SealPurpose } from './purposes.ts'

/** A column that a keyring encrypts directly, and how the place of a value (`sealed-value.ts`) follows from its row. */
export interface SealedColumn {
  table: string
  column: string
  purpose: SealPurpose
  key: readonly [string, ...string[]]
  /** The column that was given as `row` when the value was sealed. */
  row: string
  /** The column that was given as `owner`; null for what belongs to the installation. */
  owner: string | null
}

export const dataKeysColumn: SealedColumn = {
  table: 'data_keys',
  column: 'sealed',
  purpose: 'vault',
  key: ['user_id'],
  row: 'user_id',
  owner: 'user_id',
}

/**
 * Everything that rotation re-encrypts. A column that is missing here would lose its key: a test holds this list against the
 * database. What data keys encrypt is in `data-key-columns.ts`.
 */
export const sealedColumns: readonly SealedColumn[] = [
  dataKeysColumn,
  { table: 'idempotency_keys', column: 'answer', purpose: 'answer', key: ['user_id', 'call', 'key'], row: 'call', owner: 'user_id' },
  { table: 'setup_links', column: 'token', purpose: 'answer', key: ['id'], row: 'id', owner: null },
  { table: 'login_totp', column: 'secret', purpose: 'factor', key: ['user_id'], row: 'user_id', owner: 'user_id' },
  { table: 'email_providers', column: 'secret', purpose: 'provider', key: ['id'], row: 'id', owner: null },
  { table: 'audit_streams', column: 'secret', purpose: 'provider', key: ['id'], row: 'id', owner: null },
  { table: 'webhook_endpoints', column: 'secret', purpose: 'provider', key: ['id'], row: 'id', owner: null },
  { table: 'webhook_endpoints', column: 'former_secret', purpose: 'provider', key: ['id'], row: 'id', owner: null },
  { table: 'webhook_endpoints', column: 'older_secrets', purpose: 'provider', key: ['id'], row: 'id', owner: null },
  { table: 'email_logs', column: 'outgoing', purpose: 'mail', key: ['id'], row: 'id', owner: null },
  { table: 'email_logs', column: 'body', purpose: 'mail', key: ['id'], row: 'id', owner: null },
]
