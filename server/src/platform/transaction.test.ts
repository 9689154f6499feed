import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { countStatements } from '../testing/count-statements.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { asPerson } from './person.ts'
import { countChanged } from './row-counts.ts'
import { type Tx, withBeforeCommit } from './transaction.ts'
import type { Db } from './database.ts'

async function startWith() {
  const counting = countStatements()
  const app = await startTestApp()
  await sql`create table notes (id int generated always as identity, text text not null unique)`.execute(app.asOwner())
  await sql`grant select, insert on notes to ${sql.id(inject('runRole').user)}`.execute(app.asOwner())
  const put = (db: Db, text: string) => sql`insert into notes (text) values (${text})`.execute(db)
  const read = async () => (await sql<{ text: string }>`select text from notes order by id`.execute(app.db)).rows.map(({ text }) => text)
  counting.reset()
  return { app, counting, put, read, as: <T>(work: () => Promise<T>) => asPerson({ key: 'account ann', isOver: false }, work) }
}

test('statements that do not wait for one another take one round trip, and run in the order they are sent in', async () => {
  const { app, counting, put, read, as } = await startWith()
  const counts = await as(() =>
    app.transaction(async ({ db }) => {
      const count = sql<{ count: number }>`select count(*)::int as count from notes`
      await count.execute(db)
      const [before, , after] = await Promise.all([count.execute(db), put(db, 'a'), count.execute(db)])
      return [before.rows[0]?.count, after.rows[0]?.count]
    }),
  )
  expect(counts).toEqual([0, 1])
  expect(counting.roundTrips.map(({ length }) => length)).toEqual([2, 3, 1])
  expect(await read()).toEqual(['a'])
})

test('a last write travels with the commit, in its order and after everything else', async () => {
  const { app, counting, put, read, as } = await startWith()
  await as(() =>
    app.transaction(async ({ db, writeLast }) => {
      writeLast(() => put(db, 'last but one'))
      writeLast(async () => {
        await put(db, 'last')
        writeLast(() => put(db, 'after the last'))
      })
      await put(db, 'first')
    }),
  )
  expect(counting.roundTrips.map(({ length }) => length)).toEqual([1, 5])
  expect(await read()).toEqual(['first', 'last but one', 'last', 'after the last'])
})

test('a write at the end comes behind all last writes, and travels with the commit as well', async () => {
  const { app, counting, put, read, as } = await startWith()
  const write = ({ db, writeLast, writeAtEnd }: Tx) => {
    writeAtEnd(() => put(db, 'the end'))
    writeLast(async () => writeLast(() => put(db, 'after the last')))
    return put(db, 'first')
  }
  await as(() => app.transaction(write))
  expect(counting.roundTrips.map(({ length }) => length)).toEqual([1, 4])
  await as(() =>
    withBeforeCommit(
      async (db) => void (await put(db, 'before the commit')),
      () => app.transaction(async ({ db, writeAtEnd }) => writeAtEnd(() => put(db, 'the last end'))),
    ),
  )
  expect(await read()).toEqual(['first', 'after the last', 'the end', 'before the commit', 'the last end'])
})

test('a write before the commit is sent with the reads of last writes, and its own writes with the commit', async () => {
  const { app, counting, put, read, as } = await startWith()
  const texts: string[] = []
  const claim = async (db: Db) => {
    const seen = await countChanged(() => put(db, 'claim'))
    return seen === 1 ? () => put(db, 'told') : undefined
  }
  const work = ({ db, writeLast }: Tx) => {
    writeLast(() => put(db, 'kept'))
    writeLast(async () => {
      const { rows } = await sql<{ text: string }>`select text from notes`.execute(db)
      texts.push(...rows.map(({ text }) => text))
      await put(db, 'by what was read')
    })
    return put(db, 'first')
  }
  await as(() => withBeforeCommit(claim, () => app.transaction(work)))
  expect(texts).toEqual(['first', 'kept'])
  expect(counting.roundTrips.map(({ length }) => length)).toEqual([1, 4, 3])
  expect(await read()).toEqual(['first', 'kept', 'claim', 'by what was read', 'told'])
  const refuse = () => Promise.reject(new Error('Refused.'))
  await expect(as(() => withBeforeCommit(refuse, () => app.transaction(({ db }) => put(db, 'refused'))))).rejects.toThrow('Refused.')
  expect(await read()).not.toContain('refused')
})

test.each(['before it', 'after it'])(
  'when one of several statements fails, nothing of the transaction stays, also what was sent %s',
  async (when) => {
    const { app, put, read } = await startWith()
    const failing = (db: Db) => put(db, 'twice')
    const work = app.transaction(async ({ db }) => {
      await put(db, 'twice')
      await Promise.all(when === 'before it' ? [put(db, 'other'), failing(db)] : [failing(db), put(db, 'other')])
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(await read()).toEqual([])
    const late = app.transaction(async ({ db, writeLast }) => {
      writeLast(() => put(db, 'kept?'))
      writeLast(() => put(db, 'kept?'))
    })
    await expect(late).rejects.toMatchObject({ code: '23505' })
    expect(await read()).toEqual([])
    // The connections are still intact.
    await app.transaction(({ db }) => put(db, 'fine'))
    expect(await read()).toEqual(['fine'])
  },
)

test('statements that fail together each fail with the error of the first, however deep they are awaited', async () => {
  const { app, put } = await startWith()
  const deep = async (work: () => Promise<unknown>, steps: number): Promise<unknown> => (steps === 0 ? work() : await deep(work, steps - 1))
  const work = app.transaction(async ({ db }) => {
    await put(db, 'twice')
    await Promise.all([deep(() => put(db, 'twice'), 20), put(db, 'other'), sql`select 1`.execute(db)])
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
})

test('a write after the transaction has ended is written nowhere', async () => {
  const { app, put, read } = await startWith()
  const after: Promise<unknown>[] = []
  const ended = Promise.withResolvers<undefined>()
  const work = app.transaction(async ({ db }) => {
    const late = ended.promise.then(() => put(db, 'late'))
    after.push(late.catch((error: unknown) => error))
    await Promise.all([late, put(db, 'first').then(() => Promise.reject(new Error('Refused.')))])
  })
  await expect(work).rejects.toThrow('Refused.')
  ended.resolve(undefined)
  expect(await Promise.all(after)).toEqual([new Error('The transaction has ended.')])
  expect(await read()).toEqual([])

  let kept: Db | undefined
  await app.transaction(async ({ db }) => {
    kept = db
    await put(db, 'in time')
  })
  await expect(put(kept as Db, 'too late')).rejects.toThrow('The transaction has ended.')
  expect(await read()).toEqual(['in time'])
})

test('the first failure in a transaction is heard, also where the connection is given up for a later one', async () => {
  const { app, put } = await startWith()
  await put(app.db, 'there')
  const again = (db: Db) => sql`select ${'again'}::text as word`.execute(db)
  await again(app.db)
  // The second time it is prepared, which comes to nothing here; the third time it is taken for prepared.
  const work = app.transaction(async ({ db }) => Promise.all([put(db, 'there'), again(db), again(db)]))
  await expect(work).rejects.toMatchObject({ code: '23505' })
  await app.transaction(async ({ db }) => put(db, 'after it'))
})
