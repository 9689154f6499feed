import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from './database.ts'
import { createLog } from './log.ts'
import { probeEveryMs, probeTimeoutMs } from './read-only-spell.ts'
import { useTestDatabase } from './testing/test-database.ts'

/** Milliseconds after which writes work again, at most; a probe of a server that does not answer may still be running in the first of them. */
const promisedMs = 2_000

/** Pauses between two probes end when the test says so, and no other timer is touched: the database answers at its own pace. */
function holdProbes() {
  const paused: (() => void)[] = []
  const waiting: ((probe: () => void) => void)[] = []
  const setTimer = globalThis.setTimeout
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, ms?: number) => {
    if (ms !== probeEveryMs) return setTimer(run, ms)
    const next = waiting.shift()
    if (next) next(run)
    else paused.push(run)
    return setTimer(() => {}, 0)
  })
  onTestFinished(() => spy.mockRestore())
  /** The next probe, once the one before it has found the database read-only. */
  return () =>
    new Promise<() => void>((resolve) => {
      const probe = paused.shift()
      if (probe) resolve(probe)
      else waiting.push(resolve)
    })
}

/** Awaitable lines of the log. */
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

test('every connection writes after the first probe that finds the database writable, at most two seconds after it is', async () => {
  expect(probeEveryMs + probeTimeoutMs).toBeLessThanOrEqual(promisedMs)
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
  const nextProbe = holdProbes()
  await expect(writeEverywhere()).rejects.toMatchObject({ code: '25006' })
  await says('read-only; its connections are given up')
  for (let probe = 0; probe < 6; probe += 1) {
    const look = await nextProbe()
    await expect(write()).rejects.toMatchObject({ code: '25006' })
    look()
  }
  const lastLook = await nextProbe()

  await admin.query(`alter database ${name} reset default_transaction_read_only`)
  const again = says('can be written to again')
  lastLook()
  await again
  await writeEverywhere()
  expect((await admin.query('select from notes')).rowCount).toBe(4)
})
