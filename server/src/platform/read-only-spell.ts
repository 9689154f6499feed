import type pg from 'pg'
import type { BaseLogger } from 'pino'
import { clientOf, createClient, severalHosts, type ClientClass, type Connection } from './connection.ts'
import { placeName } from './database-hosts.ts'
import { count } from './metrics/process-figures.ts'
import { readOnlySpells } from './metrics/platform-metrics.ts'

/*
 * After a fail-over or a full disk, a server may refuse writes for a while, and a session that began then may refuse them for ever
 * (`default_transaction_read_only`, or an old primary that still answers). Such a connection does not look broken, so a pool would keep it.
 */

const readOnlyTransaction = '25006'
/** Milliseconds between two looks at whether the database can be written to again, and those that one look takes at most. */
export const probeEveryMs = 500
export const probeTimeoutMs = 1_000

interface Options {
  connection: Connection
  log: Pick<BaseLogger, 'warn'>
}

export interface ReadOnlyWatch {
  /** For a pool: connections that detect it. */
  Client: ClientClass
  /** Whether this connection was opened before the last switch between writable and read-only. */
  isStale: (client: pg.Client) => boolean
  /** Closes an idle connection, and the session that a pooler would hand to the next client. */
  giveUp: (client: pg.Client) => void
  /** Connections in use are not given up until they are released. */
  setInUse: (client: pg.Client, inUse: boolean) => void
  close: () => void
}

/** Gives connections up that cannot write, and looks meanwhile whether new ones can again. */
export function watchReadOnly({ connection, log }: Options): ReadOnlyWatch {
  const generations = new Map<pg.Client, number>()
  const inUse = new Set<pg.Client>()
  const waiting = new Set<pg.Client>()
  let generation = 0

  function giveUp(client: pg.Client) {
    generations.delete(client)
    // The connection of a statement that is not answered yet is cut, and its session ends with it.
    if (!waiting.has(client)) endSession(client)
    // Emulates a broken connection, so that its pool removes it.
    client.emit('error', new Error('the connection was given up, because its session is read-only'))
  }

  function giveUpIdle() {
    generation += 1
    for (const client of generations.keys()) if (!inUse.has(client)) giveUp(client)
  }

  const probe = createProbe(connection, {
    onReadOnly() {
      count(readOnlySpells, {})
      log.warn('the database is read-only; its connections are given up until it can be written to')
      giveUpIdle()
    },
    onWritable() {
      log.warn('the database can be written to again')
      giveUpIdle() // connections opened meanwhile may be permanently read-only
    },
  })

  const stayPut = severalHosts(connection)?.onMoved((to) => {
    log.warn({ host: placeName(to) }, 'another host of the database can be written to; connections go there')
    giveUpIdle()
  })

  class NoticingClient extends clientOf(connection) {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const born = generation
      this.once('connect', () => generations.set(this, born))
      // An error after the pool has released the connection is irrelevant.
      this.on('error', () => {})
      this.once('end', () => {
        generations.delete(this)
        inUse.delete(this)
        waiting.delete(this)
      })
      this.connection.on('readyForQuery', () => waiting.delete(this))
      const send = this.query.bind(this) as (...input: unknown[]) => unknown
      this.query = ((...input: unknown[]) => {
        waiting.add(this)
        return send(...input)
      }) as typeof this.query
      this.connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code !== readOnlyTransaction) return
        generations.set(this, -1)
        probe.start()
      })
    }
  }

  return {
    Client: NoticingClient,
    isStale: (client) => (generations.get(client) ?? generation) < generation,
    giveUp,
    setInUse: (client, used) => void (used ? inUse.add(client) : inUse.delete(client)),
    close() {
      probe.close()
      stayPut?.()
    },
  }
}

/** Looks whether the database can be written to again, until it can. */
function createProbe(connection: Connection, { onReadOnly, onWritable }: { onReadOnly: () => void; onWritable: () => void }) {
  let isProbing = false
  let isClosed = false

  async function probe() {
    if (isClosed) return
    if (!(await canWrite(connection))) {
      setTimeout(() => void probe(), probeEveryMs).unref()
      return
    }
    isProbing = false
    onWritable()
  }

  return {
    start() {
      if (isClosed || isProbing) return
      isProbing = true
      onReadOnly()
      void probe()
    },
    close() {
      isClosed = true
    },
  }
}

async function canWrite(connection: Connection) {
  const client = createClient(connection, {
    application_name: 'twofold-probe',
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ writable: boolean }>(
      `select not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean as writable`,
    )
    const writable = rows[0]?.writable === true
    if (!writable) endSession(client)
    return writable
  } catch {
    return false
  } finally {
    void client.end().catch(() => {})
  }
}

/** Ends the server's side, too: a pooler such as PgBouncer keeps it when only the client goes. */
function endSession(client: pg.Client) {
  client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
}
