/* A process of its own for tests: rotates the keys of the database it is given, so that it can be killed while it does. */
import { pino } from 'pino'
import { parseRootKey } from '../crypto/root-key.ts'
import { rotateKeys } from '../crypto/rotate-keys.ts'
import { type Connection, createDatabase } from '../database.ts'

const { connection, rootKey, batchSize, timeoutMs } = JSON.parse(process.argv[2] ?? '') as {
  connection: Connection
  rootKey: string
  batchSize: number
  timeoutMs: number
}
const db = createDatabase({ connection, poolSize: 2, timeoutMs, log: pino({ level: 'silent' }) })
const current = parseRootKey(rootKey, 'the test')
const timing = { lease: 50, settle: 50 }
await rotateKeys({ db, rootKey: { current, previous: undefined, origin: 'the test' }, timing, batchSize })
await db.destroy()
