import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from './database.ts'
import { createLog } from './log.ts'
import { useTestDatabase } from './testing/test-database.ts'

/** Milliseconds after which writes work again, at most; a probe of a server that does not answer may still be running in the first of them. */
const promisedMs = 2_000
const longestProbeMs = 1_000

/** What the log says, line by line, as something to wait for. */
function listen() {
  const heard: string[] = []
  const waiting: { text: string; resolve: () => void }[] = []
  const log = createLog('warn', {
    write(line: string) {
      heard.push(line)
      for (const { text, resolve } of waiting) if (line.includes(text)) resolve()
    },
  })
  const says = (text: string) =>
    new Promise<void>((resolve) => {
      if (heard.some((line) => line.includes(text))) resolve()
      else waiting.push({ text, resolve })
    })
  return { log, says }
}

test('a second after the database can be written to again, every connection writes', async () => {
  const connection = await useTestDatabase('owner')
  const { log, says } = listen()
  const db = createDatabase({ connection, poolSize: 4, log, timeoutMs: 60_000 })
  onTestFinished(() => db.destroy())
  const admin = new pg.Client(connection)
  await admin.connect()
  onTestFinished(() => admin.end())
  const name = pg.escapeIdentifier(connection.database)
  await admin.query('set default_transaction_read_only = off; create table notes (id int)')
  const write = () => sql`insert into notes values (1)`.execute(db)
  const writeEverywhere = () => Promise.all(Array.from({ length: 4 }, write))

  await admin.query(`alter database ${name} set default_transaction_read_only = on`)
  // Time stands still from here on, but for what this test lets pass; the database answers all the same.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await expect(writeEverywhere()).rejects.toMatchObject({ code: '25006' })
  await says('read-only; its connections are given up')
  for (let second = 0; second < 6; second += 1) {
    await vi.advanceTimersByTimeAsync(1000)
    await expect(write()).rejects.toMatchObject({ code: '25006' })
  }

  await admin.query(`alter database ${name} reset default_transaction_read_only`)
  const again = says('can be written to again')
  await vi.advanceTimersByTimeAsync(promisedMs - longestProbeMs)
  await again
  await writeEverywhere()
  expect((await admin.query('select from notes')).rowCount).toBe(4)
})
