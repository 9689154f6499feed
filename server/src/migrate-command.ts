import { readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { StartError } from './platform/start-error.ts'
import { commandLine } from './platform/command-line.ts'

/** `npm run migrate -- ROLE`: as the owner of the database, for the application that connects as another role. */
export async function migrateFor(): Promise<void> {
  const [role, ...rest] = process.argv.slice(3)
  if (role === undefined || rest.length > 0)
    throw new StartError(`Name the role that the application connects as: ${commandLine('migrate', 'ROLE')}`)
  const { databaseUrl: connection } = readConfig(process.env)
  if (connection === undefined)
    throw new StartError(
      'The embedded database has one role only. Set DATABASE_URL to the address with which the owner of the database connects.',
    )
  const made = await migrate({ connection, log: createLog('warn'), role })
  console.log(`\n  Migrations made: ${made.length}. ${role} may use the database; start Twofold with the DATABASE_URL of ${role}.\n`)
}
