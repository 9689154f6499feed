import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { createApp } from './app.ts'
import { explainFailure } from './explain-failure.ts'
import { readConfig, type Config } from './platform/config.ts'
import { openCrypto } from './platform/crypto/crypto.ts'
import { createKeyringsRepository } from './platform/crypto/keyrings.repository.ts'
import { findRootKey, loadRootKey } from './platform/crypto/root-key.ts'
import { type Connection, withClient } from './platform/connection.ts'
import { createDatabase, statementLimit, type Db } from './platform/database.ts'
import { createLog } from './platform/log.ts'
import { jobsSchema } from './platform/database-requirements.ts'
import { findWaitingMigrations } from './platform/migrate.ts'
import { createConfiguredClient } from './platform/outbound/configured-client.ts'
import { OutboundError } from './platform/outbound/outbound-client.ts'
import { hasDataFolder, reachRunningDatabase } from './platform/ground/reach-database.ts'
import { commandLine } from './platform/command-line.ts'

/** Result of one check. `message` says what is wrong and what to do. */
export interface Finding {
  check: string
  status: 'good' | 'warning' | 'broken'
  message: string
}

/** Milliseconds within which a notification has to arrive, and the application to answer at its address. */
const timeoutMs = 5_000

/**
 * Looks at everything that the start and the health of the system depend on, and changes nothing: no migration, no root key, no new data
 * folder. What comes later is left out where something before it is broken. `environment` is that of the application.
 */
export async function examine(environment: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  const findings: Finding[] = []
  const add = (check: string, status: Finding['status'], message: string) => void findings.push({ check, status, message })
  /** Undefined where it failed, which is then a finding. */
  async function attempt<Value>(check: string, look: () => Value | Promise<Value>): Promise<Value | undefined> {
    try {
      return await look()
    } catch (error) {
      add(check, 'broken', reasonOf(error))
      return undefined
    }
  }

  const config = await attempt('Configuration', () => readConfig(environment, (said) => add('Configuration', 'warning', said)))
  if (config === undefined) return findings
  add('Configuration', 'good', `Every variable that is set can be read. The address is ${config.appUrl}.`)
  const isThere = config.databaseUrl !== undefined || (await attempt('PostgreSQL', () => hasDataFolder(config)))
  if (isThere === undefined) return findings
  /** The root key that a first start would take. */
  const examineNewKey = () => attempt('Root key', () => findRootKey({ ...config.masterKey, dataDir: config.dataDir }))
  if (!isThere) {
    await examineNewKey()
    add('PostgreSQL', 'warning', `There is no installation in ${config.dataDir} yet. ${commandLine('serve')} makes one.`)
    return findings
  }
  const log = createLog('silent')
  const reached = await attempt('PostgreSQL', () => reachRunningDatabase({ config, log }))
  if (reached === undefined) return findings
  try {
    const state = await attempt('PostgreSQL', () => findWaitingMigrations(reached.owner ?? reached.connection))
    if (state === undefined) return findings
    if (state.waiting.length > 0) {
      if (state.isEmpty) await examineNewKey()
      const count = state.waiting.length === 1 ? '1 migration waits' : `${state.waiting.length} migrations wait`
      // Other commands bring it up to date as well, so a backup that this version makes is no way back.
      const says = state.isEmpty
        ? `The database is empty. ${commandLine('serve')} brings it up to date.`
        : `The database is older than this version (${count}). ${commandLine('serve')} or any other command brings it up to date; make a backup with the version before first.`
      add('PostgreSQL', 'warning', says)
      return findings
    }
    add('PostgreSQL', 'good', 'Its version is supported, with the rights and tables that this version needs.')
    await examineData({ config, ...reached, add, attempt })
  } finally {
    await reached.close()
  }
  return findings
}

interface Look {
  config: Config
  connection: Connection
  /** Through the pooler. */
  pooled?: Connection | undefined
  add: (check: string, status: Finding['status'], message: string) => void
  attempt: <Value>(check: string, look: () => Promise<Value>) => Promise<Value | undefined>
}

async function examineData({ config, connection, pooled, add, attempt }: Look): Promise<void> {
  const log = createLog('silent')
  const db = createDatabase({
    connection: pooled ?? connection,
    poolSize: config.databasePool,
    log,
    isPreparing: config.isPreparing,
    timeoutMs: config.databaseTimeoutMs,
    isShared: config.databasePooler === 'transaction',
  })
  try {
    await attempt('Connections', () => examineConnections({ config, db, connection, add }))
    const opened = await attempt('Root key', async () => {
      const source = { ...config.masterKey, dataDir: config.dataDir }
      // If there is nothing to open, a start creates the keys.
      if (!(await createKeyringsRepository(db).hasAny())) return void (await findRootKey(source))
      const rootKey = await loadRootKey({ ...source, db })
      return { rootKey, crypto: await openCrypto({ db, rootKey, log }) }
    })
    if (opened === undefined) return
    add('Root key', 'good', 'It opens every key in the database.')
    if (!(await hasJobs(db))) {
      add(
        'Jobs',
        'warning',
        `This installation was restored and has not been started since. ${commandLine('serve')} makes its queue of jobs.`,
      )
      return
    }
    const app = await createApp({ config, log, db, connection, ...opened })
    try {
      const report = await attempt('Health', () => app.health.report())
      for (const { name, status, message } of report?.checks ?? []) {
        add(app.health.titleOf(name), status === 'critical' ? 'broken' : status === 'warning' ? 'warning' : 'good', message)
      }
    } finally {
      await app.stop(0)
      opened.crypto.close()
    }
    await examineAddress(config, add)
  } finally {
    await db.destroy()
  }
}

/** Poolers drop what the application sets on its connections, or the notifications that its nodes send each other. */
async function examineConnections({
  config,
  db,
  connection,
  add,
}: Pick<Look, 'config' | 'connection' | 'add'> & { db: Db }): Promise<void> {
  const { rows } = await sql<{
    milliseconds: number
  }>`select setting::int as milliseconds from pg_settings where name = 'statement_timeout'`.execute(db)
  const limit = rows[0]?.milliseconds
  if (limit !== statementLimit(config.databaseTimeoutMs)) {
    const remedy =
      config.databasePooler === 'transaction'
        ? 'start Twofold once, then have the pooler connect again (RECONNECT).'
        : 'set DATABASE_POOLER to transaction if that is how the pooler works.'
    add('Connections', 'broken', `The limit of a statement's time is not kept (it is ${limit} ms): ${remedy}`)
  } else if (!(await hearsItself(connection))) {
    add(
      'Connections',
      'broken',
      'A notification between nodes did not arrive (LISTEN, NOTIFY): use the pooler in session mode, or set DATABASE_DIRECT_URL to an address past it.',
    )
  } else {
    add('Connections', 'good', 'Settings of connections are kept, and nodes hear each other.')
  }
}

/** A backup holds no jobs: the first start of a restored installation creates the schema that health checks read. */
async function hasJobs(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`select to_regclass(${`${jobsSchema}.job`}) is not null as is_there`.execute(db)
  return rows[0]?.is_there === true
}

function hearsItself(connection: Connection): Promise<boolean> {
  const channel = 'twofold_doctor'
  return withClient(connection, { application_name: 'twofold-doctor', query_timeout: timeoutMs }, async (client) => {
    const heard = new Promise<boolean>((resolve) => client.once('notification', () => resolve(true)))
    await client.query(`listen ${channel}`)
    await client.query(`notify ${channel}`)
    return Promise.race([heard, pause(timeoutMs, false, { ref: false })])
  })
}

/** Whether the application is reachable at the address that links in e-mails use, as seen from this machine. */
async function examineAddress({ appUrl, trustedProxies }: Config, add: Look['add']): Promise<void> {
  if (appUrl.startsWith('https:') && trustedProxies.length === 0) {
    add(
      'Proxy',
      'warning',
      'The address is https, so a proxy stands in front, and TRUSTED_PROXIES is not set: limits count all people as one. Set it to the address of the proxy.',
    )
  }
  const client = createConfiguredClient(appUrl)
  try {
    const url = new URL('/readyz', appUrl)
    const { status } = await client.exchange({ url, method: 'GET', signal: AbortSignal.timeout(timeoutMs) })
    if (status === 200) add('Address', 'good', `Twofold answers at ${appUrl} and is ready.`)
    else add('Address', 'warning', `${appUrl}/readyz answered ${status}. Twofold is not ready, or something else answers there.`)
  } catch (error) {
    add(
      'Address',
      'warning',
      `Nothing answers at ${appUrl} (${reasonOf(error)}). Start Twofold, or mend APP_URL, the proxy or the certificate.`,
    )
  } finally {
    client.close()
  }
}

/** Sentences that a person can act on, in one line. */
function reasonOf(error: unknown): string {
  if (error instanceof OutboundError) return error.message
  return explainFailure(error)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
