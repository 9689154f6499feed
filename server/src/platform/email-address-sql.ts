import { sql } from 'kysely'

/** `normalizeEmail` of the contract for a column of addresses as they were typed: `emailField` trimmed and composed them, and migration 0324 those from before. Indexes have this expression. */
export const normalized = (column: string) => sql<string>`lower(${sql.ref(column)})`
