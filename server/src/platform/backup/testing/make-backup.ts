import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { inject, onTestFinished } from 'vitest'
import { openCrypto } from '../../crypto/crypto.ts'
import { parseRootKey } from '../../crypto/root-key.ts'
import { createTestDatabase, openTestPool } from '../../testing/test-database.ts'
import { BackupError } from '../backup.error.ts'
import { writeBackup } from '../write-backup.ts'

export const newRootKey = () => ({
  current: parseRootKey(randomBytes(32).toString('base64'), 'A test'),
  previous: undefined,
  origin: 'A test',
})

export const password = 'correct-horse-battery'

export const cheap = { memoryCost: 1024, timeCost: 1 }

export const silent = pino({ level: 'silent' })

export async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'twofold-backup-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

export async function execute(connection: pg.ClientConfig, statement: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

/** An empty database, not even migrated. */
export async function emptyDatabase() {
  const server = inject('postgres')
  const database = `restored_${randomBytes(6).toString('hex')}`
  await execute({ ...server, database: 'postgres' }, `create database ${database}`)
  onTestFinished(() => execute({ ...server, database: 'postgres' }, `drop database ${database} with (force)`).then(() => {}))
  return { ...server, database }
}

/** A database with a person and rows that are hard to write down, and a backup of it. */
export async function makeBackup(secret: 'password' | 'master_key' = 'password') {
  const { owner: connection, drop } = await createTestDatabase()
  onTestFinished(drop)
  const rootKeys = newRootKey()
  const db = openTestPool({ connection, poolSize: 2, log: silent })
  const crypto = await openCrypto({ db, rootKey: rootKeys, log: silent })
  crypto.close()
  await db.destroy()
  await execute(
    connection,
    `with made as (insert into users (id, name, email, email_normalized, created_at, updated_at)
     select gen_random_uuid(), E'Line\\nbreak \\\\ tab\\t ' || n || repeat('ü', 200), n || '@example.org', n || '@example.org', now(), now()
     from generate_series(1, 2000) n returning id)
     insert into data_keys (user_id, sealed) select id, '\\x00' from made`,
  )
  const path = join(await folder(), 'a.backup')
  await writeBackup({
    connection,
    rootKeys,
    secret: secret === 'password' ? { kind: 'password', password, cost: cheap } : { kind: 'master_key', rootKey: rootKeys.current },
    application: '0.1.0',
    now: new Date(),
    path,
  })
  return { path, connection, rootKeys }
}

export const secrets = { password, rootKeys: [] }

export const sentenceOf = (work: Promise<unknown>) =>
  work.then(
    () => 'It was taken.',
    (error: unknown) => {
      if (!(error instanceof BackupError)) throw error
      return error.message
    },
  )
