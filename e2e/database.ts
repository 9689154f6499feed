import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Application } from './application.ts'

/**
 * Runs a statement in the application's own database and answers its rows: for what no screen and no call brings about, such as a link
 * whose time was over yesterday.
 */
export async function inDatabase({ dataDir }: Application, statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const folder = join(dataDir, 'postgres')
  const socketFolder = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[4]
  if (!socketFolder) throw new Error('The database says no place where it listens.')
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim()
  const client = new Client({ host: socketFolder, port: 5432, user: 'twofold', database: 'twofold', password })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement, values)
    return rows
  } finally {
    await client.end()
  }
}
