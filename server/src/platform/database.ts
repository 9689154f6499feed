import { setTimeout as pause } from 'node:timers/promises'
import { Kysely } from 'kysely'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { connectionConfig, type ClientClass, type Connection, withClient } from './connection.ts'
import type { DB } from './database-types.generated.ts'
import { shareFairly } from './fair-connections.ts'
import { LiteralLimitDialect } from './literal-limits.ts'
import { sample } from './metrics/metric.ts'
import { gauge } from './metrics/process-figures.ts'
import { poolConnections, poolWaiting } from './metrics/platform-metrics.ts'
import { createStatementNames, handsOutByTransaction, lostItsSession, lostItsStatements } from './prepared-statements.ts'
import { watchReadOnly } from './read-only-spell.ts'
import { traceStatement } from './tracing/trace-statements.ts'

export type { Connection } from './connection.ts'
export { isDatabaseUnavailable } from './database-unavailable.ts'

/** The tables, generated from the migrated database. */
export type Database = DB

/** A connection or an open transaction. */
export type Db = Kysely<Database>

interface Options {
  connection: Connection
  /** Connections at most. */
  poolSize: number
  log: BaseLogger
  /**
   * Milliseconds within which a request is answered, also when the server is frozen or the network drops everything: half of them for a
   * connection, three quarters for a statement on one that is open. By default 2 seconds, and 20 where `statementTimeout` is given.
   */
  timeoutMs?: number
  /** Milliseconds per statement for work without a waiting client, such as jobs. */
  statementTimeout?: number
  /** Name of these connections in PostgreSQL's `pg_stat_activity`. */
  name?: string
  /** False: every statement is planned for its values, as for long ones, and for poolers that do not keep statements by name. */
  isPreparing?: boolean
  /** True: the pooler hands each transaction to another session, so nothing is set on one; `keepLimits` has it set for the role. */
  isShared?: boolean
}

const defaultTimeoutMs = 2_000
/** For jobs: a server that is busy for a moment must not fail one. */
const jobTimeoutMs = 20_000
/** Milliseconds for one statement of a request that is answered within `timeoutMs`. */
export const statementLimit = (timeoutMs: number): number => timeoutMs * 0.75
const goodbyeMs = 1_000
const graceForCancel = 200 // milliseconds the server gets to cancel a statement before the connection is given up
const idleTransactionTimeout = 30_000

/** A database that survives its server's restarts: what fails meanwhile satisfies `isDatabaseUnavailable`, and nothing else ends. */
export function createDatabase(options: Options): Db {
  const {
    connection,
    poolSize,
    log,
    timeoutMs = options.statementTimeout === undefined ? defaultTimeoutMs : jobTimeoutMs,
    statementTimeout = statementLimit(timeoutMs),
    name = 'twofold',
    isPreparing = true,
    isShared = false,
  } = options
  const spell = watchReadOnly({ connection, log })
  let hasLogged = false
  // Once: it happens again with each statement until somebody changes the configuration.
  const reportLost = () => {
    if (!hasLogged) log.error(handsOutByTransaction)
    hasLogged = true
  }
  // The pool waits for it, which its type does not say.
  const setLimits = (client: pg.ClientBase): unknown =>
    client.query(`set statement_timeout = ${statementTimeout}; set idle_in_transaction_session_timeout = ${idleTransactionTimeout}`)
  const pool = new pg.Pool({
    ...connectionConfig(connection),
    Client: impatient(spell.Client, { isPreparing, isShared, limit: statementTimeout + graceForCancel, reportLost }),
    max: poolSize,
    application_name: name,
    types: { getTypeParser },
    keepAlive: true,
    // Statements that do not wait for one another go to the server in one flight. Poolers that keep no statements by name may not keep up with it.
    pipeline: isPreparing,
    connectionTimeoutMillis: timeoutMs / 2, // for a new connection as well as for a free one of the pool
    // By statement: a pooler refuses most parameters of a connection's start.
    ...(isShared ? {} : { onConnect: setLimits }),
  })
  // Without a listener, a connection that breaks between statements would end the process. The pool reports idle ones; a client between two
  // statements of a transaction reports itself. The pool attaches the client with all its settings to the error, so only the message is logged.
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'an idle database connection was lost'))
  pool.on('connect', (client) => {
    client.on('error', ({ message }) => log.warn({ reason: message }, 'a database connection was lost'))
  })
  pool.on('acquire', (client) => spell.setInUse(client, true))
  pool.on('release', (_error, client) => {
    spell.setInUse(client, false)
    if (spell.isStale(client)) spell.giveUp(client)
  })
  let countWaiting = () => 0
  const forget = gauge(() => [
    sample(poolConnections, { pool: name, state: 'idle' }, pool.idleCount),
    sample(poolConnections, { pool: name, state: 'in_use' }, pool.totalCount - pool.idleCount),
    sample(poolWaiting, { pool: name }, countWaiting() + pool.waitingCount),
  ])
  const db = new Kysely<Database>({
    dialect: new LiteralLimitDialect(
      {
        pool: shareFairly(endingCompletely(pool), { size: poolSize, longestWait: timeoutMs / 2, watch: (count) => (countWaiting = count) }),
      },
      { isPipelined: isPreparing },
    ),
  })
  const destroy = db.destroy.bind(db)
  // Kysely does not end a pool that never had a query, which then must be forgotten all the same.
  return Object.assign(db, {
    async destroy() {
      spell.close()
      forget()
      await destroy()
    },
  })
}

/**
 * For pooled sessions: a `SET` would affect other clients, so the role's settings in this database have the limits of requests. Direct connections
 * set their own. Changes nothing if they are right already.
 */
export function keepLimits(connection: Connection, timeoutMs: number): Promise<void> {
  return withClient(connection, { application_name: 'twofold-limits' }, async (client) => {
    const { rows } = await client.query<{ database: string; name: string; value: string }>(
      `select current_database() as database, name, setting as value from pg_settings
       where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`,
    )
    const wanted = { statement_timeout: statementLimit(timeoutMs), idle_in_transaction_session_timeout: idleTransactionTimeout }
    for (const { database, name, value } of rows) {
      const limit = wanted[name as keyof typeof wanted]
      if (value !== String(limit))
        await client.query(`alter role current_user in database ${pg.escapeIdentifier(database)} set ${name} = ${limit}`)
    }
  })
}

/** `pg` calls a pool ended while its connections still say goodbye; a server stopped right then reports them as broken. */
function endingCompletely(pool: pg.Pool) {
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    open.add(client)
    client.once('end', () => open.delete(client))
  })
  const end: () => Promise<void> = pool.end.bind(pool)
  return Object.assign(pool, {
    async end() {
      const goodbyes = [...open].map((client) => new Promise((resolve) => client.once('end', resolve)))
      await end()
      await Promise.race([Promise.all(goodbyes), pause(goodbyeMs, undefined, { ref: false })])
    },
  })
}

/**
 * After a time-out `pg` keeps the connection, and the next user waits behind the unanswered statement (a transaction behind its own rollback). This
 * client drops the connection instead, and also one whose prepared statements are lost. A statement sent behind others gets their time as well as its
 * own (`limit`, in milliseconds): PostgreSQL runs them one after the other and limits each.
 */
function impatient(
  Client: ClientClass,
  { isPreparing, isShared, limit, reportLost }: { isPreparing: boolean; isShared: boolean; limit: number; reportLost: () => void },
) {
  const names = createStatementNames()
  return class ImpatientClient extends Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const send = this.query.bind(this) as (...input: unknown[]) => unknown
      let unanswered = 0
      this.query = ((...input: unknown[]) => {
        const [text, values] = input
        // A statement without values may be several, which cannot be prepared.
        const isPreparable = isPreparing && typeof text === 'string' && Array.isArray(values) && values.length > 0
        const name = isPreparable ? names.nameFor(this, text) : undefined
        const sent = Array.isArray(values) ? sentOf(values) : values
        // Behind a pooler the next session may have prepared the same name when its tables looked otherwise.
        const timeouts = { query_timeout: limit * (unanswered + 1) }
        const result = traceStatement(text, () => {
          if (name !== undefined) return send({ name, text, values: sent, isDescribedOnce: !isShared, ...timeouts })
          return typeof text === 'string' ? send({ text, ...timeouts }, sent, ...input.slice(2)) : send(...input)
        })
        if (result instanceof Promise) {
          unanswered += 1
          result
            .finally(() => (unanswered -= 1))
            .catch((error: unknown) => {
              if (lostItsSession(error)) reportLost()
              if (error instanceof Error && (error.message === 'Query read timeout' || lostItsStatements(error))) void this.end()
            })
        }
        return result
      }) as typeof this.query
      if (!isPreparing) this.query = oneAfterAnother(this.query)
    }
  }
}

/** Without a pipeline, `pg` queues early statements itself, which it is about to refuse. */
function oneAfterAnother(query: pg.Client['query']): pg.Client['query'] {
  const send = query as (...input: unknown[]) => unknown
  let last: Promise<unknown> = Promise.resolve()
  return ((...input: unknown[]) => {
    const answer = last.then(() => send(...input))
    last = answer.catch(() => {})
    return answer
  }) as typeof query
}

const endOfYears = Date.UTC(10_000)

/** Times in UTC, which neither side has to look up a time zone for. Years that are not of four digits are left to `pg`. */
const sentOf = (values: readonly unknown[]): unknown[] =>
  values.map((value) => (value instanceof Date && value.getTime() >= 0 && value.getTime() < endOfYears ? value.toISOString() : value))

const { INT8, TIMESTAMPTZ } = pg.types.builtins
const int8Array = 1016

/** `int8` as a number (counts, counters, times), refused where that would lose digits. `numeric` stays a string, and a time is a Date. */
const getTypeParser: typeof pg.types.getTypeParser = (type, format) => {
  const parse = pg.types.getTypeParser(type, format) as (text: string) => unknown
  if (format === 'binary') return parse
  if (type === INT8) return parseInt8
  if (type === TIMESTAMPTZ) return (text: string) => readUtc(text) ?? parse(text)
  return (type as number) === int8Array ? (text: string) => parseInt8Array(parse(text) as (string | null)[]) : parse
}

/** A time of a session whose time zone is UTC, such as `2026-11-26 16:29:10.638+00`, which V8 reads faster by itself. */
const readUtc = (text: string): Date | undefined =>
  text[10] === ' ' && text.endsWith('+00') ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : undefined

function parseInt8Array(values: (string | null)[]) {
  return values.map((value) => (value === null ? null : parseInt8(value)))
}

function parseInt8(text: string) {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, which JavaScript cannot count to.`)
  return value
}
