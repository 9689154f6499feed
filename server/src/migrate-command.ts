import { readConfig } from './platform/config.ts'
import { roleOf, type Connection } from './platform/connection.ts'
import { createLog } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { reachRunningDatabase } from './platform/ground/reach-database.ts'
import { InputError } from './platform/input-error.ts'
import { commandLine } from './platform/command-line.ts'

/** `twofold migrate --beside VERSION`, of a release that is to take over from that version, which runs on. */
async function migrateBeside(beside: string): Promise<void> {
  const log = createLog('warn')
  const { connection, owner, close } = await reachRunningDatabase({ config: readConfig(process.env), log })
  try {
    const made = await (owner === undefined
      ? migrate({ connection, log, beside })
      : migrate({ connection: owner, log, beside, role: roleOf(connection) }))
    console.log(`  Migrations made beside Twofold ${beside}: ${made.length}.`)
  } finally {
    await close()
  }
}

/** `npm run migrate`: as the owner of the database, for the application that connects as another role. */
export async function migrateFor(): Promise<void> {
  const [option, beside] = process.argv.slice(3)
  if (option === '--beside' && beside !== undefined) return await migrateBeside(beside)
  const { connection, role } = readRoles(process.argv.slice(3))
  const made = await migrate({ connection, log: createLog('warn'), role })
  console.log(`\n  Migrations made: ${made.length}. ${role} may use the database; start Twofold with the DATABASE_URL of ${role}.\n`)
}

/** Both addresses are set, or DATABASE_URL is the owner's and the other role is named. */
function readRoles([named, ...rest]: string[]): { connection: Connection; role: string } {
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl } = readConfig(process.env)
  if (databaseUrl === undefined)
    throw new InputError(
      'The embedded database has its two roles by itself. Set DATABASE_URL to the address with which the owner of your own database connects.',
    )
  const role = named ?? (databaseOwnerUrl === undefined ? undefined : roleOf(databaseUrl))
  if (role === undefined || rest.length > 0)
    throw new InputError(`Name the role that the application connects as: ${commandLine('migrate', 'ROLE')}`)
  return { connection: databaseOwnerUrl ?? databaseDirectUrl ?? databaseUrl, role }
}
