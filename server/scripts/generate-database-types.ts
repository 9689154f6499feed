/*
 * Writes `src/platform/database-types.generated.ts` from a database that was just migrated; with `--check` it only compares and
 * fails when the file is out of date.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { generate, PostgresDialect as TypesDialect } from 'kysely-codegen'
import { pino } from 'pino'
import { createDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../src/platform/migrate.ts'
import { refineColumns } from './refine-columns.ts'

const file = path.resolve(import.meta.dirname, '../src/platform/database-types.generated.ts')

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'twofold-types-'))
try {
  const types = await typesOfMigratedDatabase()
  if (process.argv.includes('--check')) {
    const current = await readFile(file, 'utf8').catch(() => '')
    if (current !== types) {
      console.error('The database types are out of date. Run: npm run db:types')
      process.exitCode = 1
    }
  } else {
    await writeFile(file, types)
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function typesOfMigratedDatabase() {
  const log = pino({ level: 'warn' })
  const server = await startEmbeddedPostgres({ dataDir, log, durable: false })
  const db = createDatabase({ connection: server.owner, poolSize: 2, log })
  try {
    await migrate({ connection: server.owner, log })
    return await generate({
      db,
      dialect: new TypesDialect(),
      defaultSchemas: ['public'],
      includePattern: 'public.*',
      // The months of a table are named after the present one.
      excludePattern: 'public.{migrations,*_before,*_20[0-9][0-9]_[0-9][0-9]}',
      // As in `platform/database`: int8 as a number.
      typeMapping: { int8: 'number' },
      postprocess: refineColumns,
      outFile: null,
    })
  } finally {
    await db.destroy()
    await server.stop()
  }
}
