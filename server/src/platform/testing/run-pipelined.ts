import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { countStatements } from '../../testing/count-statements.ts'
import type { Db } from '../database.ts'
import { asPerson } from '../person.ts'
import { pipelined, type Pipeline } from '../pipelined.ts'
import { openTestPool, useTestDatabase } from './test-database.ts'

const log = pino({ level: 'silent' })

/** Makes `begin` fail on an intact connection, as when it is canceled. */
function breakBegin() {
  const send = pg.Client.prototype.query as (this: pg.Client, ...input: unknown[]) => unknown
  const broken = { is: false }
  pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
    const [statement] = input as [{ text?: string }]
    return send.apply(this, broken.is && statement.text === 'begin' ? ['begin wrongly'] : input)
  } as typeof pg.Client.prototype.query
  onTestFinished(() => void (pg.Client.prototype.query = send as typeof pg.Client.prototype.query))
  return broken
}

/** A database with a table of notes, and what runs transactions on it. */
export async function startWith({ isPreparing = true } = {}) {
  const begin = breakBegin()
  const counting = countStatements()
  const db = openTestPool({ connection: await useTestDatabase('owner'), poolSize: 1, log, isPreparing })
  onTestFinished(() => db.destroy())
  await sql`create table notes (id int generated always as identity, text text not null unique)`.execute(db)
  const put = (on: Db, text: string) => sql`insert into notes (text) values (${text})`.execute(on)
  const count = async (on: Db) => (await sql<{ count: number }>`select count(*)::int as count from notes`.execute(on)).rows[0]?.count
  const read = async () => (await sql<{ text: string }>`select text from notes order by id`.execute(db)).rows.map(({ text }) => text)
  const run = <T>(work: (pipeline: Pipeline) => Promise<T>) => asPerson({ key: 'account ann', isOver: false }, () => pipelined(db, work))
  counting.reset()
  return { begin, counting, put, count, read, run }
}

export const kinds = [
  { name: 'in a pipeline', isPreparing: true },
  { name: 'without one', isPreparing: false },
]
