import { callbackify } from 'node:util'
import pg from 'pg'
import { DescribingOnceClient } from './described-statements.ts'
import { addressesOf, hostsOf, type DatabaseHosts } from './database-hosts.ts'

/**
 * A `postgres://` address, or its parts (a server of our own is reached through a Unix socket). An address may list several hosts: then every
 * connection goes to the one that can be written to.
 */
export type Connection = string | pg.ClientConfig

export type ClientClass = new (config?: string | pg.ClientConfig) => pg.Client

/** `pg`'s configuration for `connection`, with the first of several hosts. Only `clientOf` finds the writable one. */
export function connectionConfig(connection: Connection): pg.ClientConfig {
  return typeof connection === 'string' ? { connectionString: addressesOf(connection)[0] } : connection
}

/** Undefined: there is only one. */
export function severalHosts(connection: Connection): DatabaseHosts | undefined {
  return typeof connection === 'string' && addressesOf(connection).length > 1 ? hostsOf(connection) : undefined
}

/** For pools: a client that connects to whichever host is writable. */
export function clientOf(connection: Connection): ClientClass {
  const hosts = severalHosts(connection)
  return hosts === undefined ? DescribingOnceClient : following(hosts)
}

/** Not connected yet. */
export function createClient(connection: Connection, options: pg.ClientConfig): pg.Client {
  return new (clientOf(connection))({ ...connectionConfig(connection), ...options })
}

/** One connection for `use`, which is closed behind it. */
export async function withClient<Result>(
  connection: Connection,
  options: pg.ClientConfig,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = createClient(connection, options)
  client.on('error', () => {}) // the running query reports it
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end()
  }
}

/** The name that it signs in by. */
export function roleOf(connection: Connection): string {
  return new pg.Client(connectionConfig(connection)).user ?? ''
}

/** Milliseconds to look for a host, where a client sets no limit of its own. */
const longestSearch = 10_000

/** `read_only_sql_transaction`, and the class of: shut down, crashed, starting. */
const isAway = (code: string | undefined) => code === '25006' || code?.startsWith('57P0') === true

const isTimeout = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

/** Makes the prober look again after any hint that the host is no longer writable. */
function following(hosts: DatabaseHosts): ClientClass {
  return class FollowingClient extends DescribingOnceClient {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const { connectionTimeoutMillis = 0 } = typeof config === 'object' ? config : {}
      const within = connectionTimeoutMillis === 0 ? longestSearch : connectionTimeoutMillis
      let isWanted = true
      this.connection.on('errorMessage', ({ code }: { code?: string }) => isAway(code) && hosts.wake())
      this.connection.once('end', () => isWanted && hosts.wake())

      const connectThere = super.connect.bind(this) as () => Promise<unknown>
      const connect = async () => {
        Object.assign(this, await hosts.find(within))
        try {
          await connectThere()
        } catch (error) {
          hosts.wake()
          throw error
        }
      }
      this.connect = ((callback?: (error?: Error | null) => void) =>
        callback === undefined ? connect() : callbackify(connect)(callback)) as typeof this.connect

      const end = this.end.bind(this) as (...input: unknown[]) => unknown
      this.end = ((...input: unknown[]) => {
        isWanted = false
        return end(...input)
      }) as typeof this.end

      const send = this.query.bind(this) as (...input: unknown[]) => unknown
      this.query = ((...input: unknown[]) => {
        const result = send(...input)
        // A host that is frozen, or cut off, says nothing else.
        if (result instanceof Promise) result.catch((error: unknown) => isTimeout(error) && hosts.wake())
        return result
      }) as typeof this.query
    }
  }
}
