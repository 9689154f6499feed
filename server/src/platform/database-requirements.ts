import pg from 'pg'
import { commandLine } from './command-line.ts'
import { StartError } from './start-error.ts'

/** The schema of the job queue, beside that of the application's own tables. */
export const jobsSchema = 'pgboss'

const oldestMajor = 16

/** Facts about a server and a role. */
export interface DatabaseFacts {
  /** Such as 160004. */
  versionNumber: number
  version: string
  role: string
  database: string
  /** The schema in which tables are made; null where the role may use none. */
  tableSchema: string | null
  mayCreateTables: boolean
  mayCreateInDatabase: boolean
  hasTrigrams: boolean
  areTrigramsAvailable: boolean
  /** Whether any role with CREATE on the database may install the extension. */
  areTrigramsTrusted: boolean
  isSuperuser: boolean
  hasJobsSchema: boolean
  mayUseJobsSchema: boolean
  /** The owner of existing tables; null where there are none, or they are the role's own. */
  tableOwner: string | null
}

/** Missing requirements as sentences, each with the statement that fixes it; empty if the database can be used. */
export function findMissing(facts: DatabaseFacts): string[] {
  const { role, database } = facts
  const [forRole, inDatabase] = [pg.escapeIdentifier(role), pg.escapeIdentifier(database)]
  if (facts.versionNumber < oldestMajor * 10_000) {
    return [`Twofold needs PostgreSQL ${oldestMajor} or newer. The server that DATABASE_URL names is PostgreSQL ${facts.version}.`]
  }
  // Rights in its schemas would let the role that serves make tables, which is what the two roles are to prevent.
  if (facts.tableOwner !== null) {
    const command = commandLine('migrate', role)
    return [
      `The tables in ${database} belong to ${facts.tableOwner}, and ${role} may not use them yet. ` +
        `Stop every node, then run with the DATABASE_URL of ${facts.tableOwner}: ${command}`,
    ]
  }
  const mayInstall = facts.isSuperuser || (facts.areTrigramsTrusted && facts.mayCreateInDatabase)
  const missing: string[] = []
  if (!facts.hasTrigrams && !facts.areTrigramsAvailable) {
    missing.push(
      'The server does not have the extension pg_trgm. Install its package (postgresql-contrib on most systems), or allow the extension where the server is managed.',
    )
  } else if (!facts.hasTrigrams && !mayInstall) {
    missing.push(
      `The extension pg_trgm is missing, and ${role} may not create it. As a superuser, run in ${database}: CREATE EXTENSION pg_trgm;`,
    )
  }
  const schema = pg.escapeIdentifier(facts.tableSchema ?? 'public')
  if (facts.tableSchema === null || !facts.mayCreateTables) {
    missing.push(`${role} may not create tables in ${database}. Run there: GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${forRole};`)
  }
  if (!facts.hasJobsSchema && !facts.mayCreateInDatabase) {
    missing.push(`${role} may not create the schema of the job queue. Run: GRANT CREATE ON DATABASE ${inDatabase} TO ${forRole};`)
  } else if (facts.hasJobsSchema && !facts.mayUseJobsSchema) {
    missing.push(
      `${role} may not use the schema of the job queue. Run in ${database}: GRANT USAGE, CREATE ON SCHEMA ${jobsSchema} TO ${forRole};`,
    )
  }
  return missing
}

/** Throws a `StartError` that names everything which is missing. */
export async function requireUsable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<DatabaseFacts>(
    `select current_setting('server_version_num')::int as "versionNumber",
            current_setting('server_version') as version,
            current_user as role,
            current_database() as database,
            current_schema() as "tableSchema",
            coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreateTables",
            has_database_privilege(current_database(), 'CREATE') as "mayCreateInDatabase",
            exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
            exists (select from pg_available_extensions where name = 'pg_trgm') as "areTrigramsAvailable",
            exists (select from pg_available_extension_versions where name = 'pg_trgm' and trusted) as "areTrigramsTrusted",
            (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
            to_regnamespace($1) is not null as "hasJobsSchema",
            coalesce(has_schema_privilege(to_regnamespace($1)::oid, 'USAGE'), false)
              and coalesce(has_schema_privilege(to_regnamespace($1)::oid, 'CREATE'), false) as "mayUseJobsSchema",
            (select pg_get_userbyid(relowner) from pg_class
             where oid = to_regclass('migrations') and not pg_has_role(relowner, 'usage')) as "tableOwner"`,
    [jobsSchema],
  )
  const missing = rows[0] === undefined ? [] : findMissing(rows[0])
  if (missing.length > 0) throw new StartError(missing.join('\n'))
}

/** The sentence for a role that is not let into the database; undefined for other errors. */
export function explainRefusedConnection(error: unknown, client: Pick<pg.Client, 'database' | 'user'>): StartError | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === '42501')) return undefined
  const [database, role] = [pg.escapeIdentifier(client.database ?? ''), pg.escapeIdentifier(client.user ?? '')]
  return new StartError(
    `${client.user} may not connect to the database ${client.database}. Run: GRANT CONNECT ON DATABASE ${database} TO ${role};`,
    { cause: error },
  )
}

/** Replaces the queue's own statement, which requires the right to create schemas even if this one exists. */
export async function makeJobsSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regnamespace($1) is not null as exists', [jobsSchema])
  if (rows[0]?.exists !== true) await client.query(`create schema ${jobsSchema}`)
}
