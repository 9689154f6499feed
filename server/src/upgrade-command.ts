import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp, drill } from './backup-commands.ts'
import { examine } from './doctor.ts'
import { commandLine } from './platform/command-line.ts'
import { readConfig, type Config } from './platform/config.ts'
import { withClient } from './platform/connection.ts'
import { findRunningEmbeddedPostgres, movingDataSince } from './platform/embedded-postgres/embedded-postgres.ts'
import { aliveForSeconds } from './platform/nodes.ts'
import { findInstallation } from './platform/upgrade/installation.ts'
import { UpgradeError } from './platform/upgrade/upgrade.error.ts'
import { upgrade } from './platform/upgrade/upgrade.ts'
import { version } from './platform/version.ts'
import { isReady } from './ready.ts'

const readyWithinMs = 60_000
const timeoutMs = 2_000

/** `twofold upgrade FILE`: a newer release serves afterwards, or the old one again. Without a file it ends what was interrupted. */
export async function upgradeTo(): Promise<void> {
  const { file, key, restart } = readInput(process.argv.slice(3))
  const installation = await findInstallation(resolve(import.meta.dirname, '../..'))
  const config = readConfig(process.env)
  let before: string[] = []
  await upgrade({
    installation,
    running: version,
    file,
    key,
    readyWithinMs,
    prepare,
    migrate: (tree) => run(join(tree, 'bin', 'twofold'), ['migrate', '--beside', version]),
    async restart() {
      before = await listNodes(config).then(
        (nodes) => nodes.map(({ id }) => id),
        () => before,
      )
      await run('/bin/sh', ['-c', restart])
    },
    async isReady(name) {
      try {
        const nodes = await listNodes(config)
        const isThere = nodes.some((node) => name.startsWith(`twofold-${node.version}-`) && !before.includes(node.id))
        return isThere && (await isReady(config))
      } catch {
        return false // nothing there yet, of the database or of the node
      }
    },
    movingSince: () => (config.databaseUrl === undefined ? movingDataSince(config.dataDir) : undefined),
    say: (sentence) => console.log(`  ${sentence}`),
  })
}

/** The doctor finds nothing broken, and a backup of now was restored for a trial, with every encrypted value opened. */
async function prepare(): Promise<void> {
  const broken = (await examine(process.env)).filter(({ status }) => status === 'broken')
  if (broken.length > 0) {
    const list = broken.map(({ check, message }) => `${check}: ${message}`).join('\n')
    throw new UpgradeError(`${commandLine('doctor')} finds something broken. Mend it first; nothing was changed.\n${list}`)
  }
  await backUp()
  await drill()
}

/** Living nodes. Rejects while the database is down. */
async function listNodes(config: Config): Promise<{ id: string; version: string }[]> {
  const connection = config.databaseUrl ?? (await findRunningEmbeddedPostgres(config.dataDir))?.connection
  if (connection === undefined) throw new Error('The database does not run.')
  const timeouts = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }
  return withClient(connection, { ...timeouts, application_name: 'twofold-upgrade' }, async (client) => {
    const { rows } = await client.query<{ id: string; version: string }>(
      'select id, version from nodes where seen_at > now() - make_interval(secs => $1)',
      [aliveForSeconds],
    )
    return rows
  })
}

async function run(program: string, input: string[]): Promise<void> {
  const [code, signal] = (await once(spawn(program, input, { stdio: 'inherit' }), 'exit')) as [number | null, string | null]
  if (code !== 0) throw new UpgradeError(`${[program, ...input].join(' ')} ended with ${code ?? signal}`)
}

const options = { key: { type: 'string' }, restart: { type: 'string', default: 'systemctl restart twofold' } } as const

function readInput(input: string[]) {
  try {
    const { positionals, values } = parseArgs({ args: input, options, allowPositionals: true })
    const [file, ...rest] = positionals
    if (rest.length === 0) return { ...values, file: file === undefined ? undefined : resolve(file) }
  } catch {
    // An option that there is not.
  }
  throw new UpgradeError(`Name the archive: ${commandLine('upgrade', 'FILE [--key FILE] [--restart COMMAND]')}`)
}
