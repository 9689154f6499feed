import { sql } from 'kysely'

/**
 * `normalizeEmail` of the contract for a column of addresses as they were typed. They differ from that form by case only: `emailField` trims and
 * composes them and puts their domain into ASCII, and migrations 0324 and 0356 did that with those from before. Indexes have this expression.
 */
export const normalized = (column: string) => sql<string>`lower(${sql.ref(column)})`

/** Whether a column holds another address than `users.email`, ignoring case. */
export const isNotTheirs = (column: string) => sql<boolean>`${normalized('users.email')} <> ${normalized(column)}`
