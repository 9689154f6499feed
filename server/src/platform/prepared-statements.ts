import { hash } from 'node:crypto'
import type pg from 'pg'

/** Statements that one connection keeps parsed and planned at the same time: each takes the server some memory. */
const mostPrepared = 500
/** Texts whose use is remembered. Twice what is prepared: those that are built from conditions come and go. */
const mostKnown = 2 * mostPrepared

/** Errors after which a connection's statements are of no use: its session is another one (26000, 42P05), or a table changed (0A000). */
const lostStatements = new Set(['26000', '42P05'])
const changedPlan = 'cached plan must not change result type'

/** The remedy if statements are prepared although each transaction may get another session. */
export const handsOutByTransaction =
  'A prepared statement was lost: DATABASE_URL seems to lead to a pooler that hands out sessions by transaction. Set DATABASE_POOLER to transaction, or DATABASE_PREPARE to false.'

/** Whether an error means that the session behind a connection was replaced. */
export const lostItsSession = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && lostStatements.has(String(error.code))

export function lostItsStatements(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return lostItsSession(error) || (code === '0A000' && message === changedPlan)
}

/**
 * Names statements, so that each connection parses and plans them once instead of every time; planning often costs more than running. A text
 * gets its name when it is used for the second time, so that those used once take no room.
 */
export function createStatementNames() {
  const names = new Map<string, string | undefined>()
  const prepared = new WeakMap<pg.Client, Set<string>>()

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined) return known
    const isSecond = names.delete(text)
    if (names.size >= mostKnown) names.delete(names.keys().next().value ?? '')
    const name = isSecond ? hash('sha1', text, 'base64url') : undefined
    names.set(text, name)
    return name
  }

  return {
    /** The name by which `client` prepares `text`. Undefined: it is planned for its values. */
    nameFor(client: pg.Client, text: string): string | undefined {
      const name = nameOf(text)
      if (name === undefined) return undefined
      let own = prepared.get(client)
      if (own === undefined) prepared.set(client, (own = new Set()))
      if (own.size >= mostPrepared && !own.has(name)) return undefined
      own.add(name)
      return name
    },
  }
}
