import { hash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { shareApp } from '../../testing/share-app.ts'
import { startTestApp } from '../../testing/start-test-app.ts'
import { createIdempotencyRepository } from './idempotency.repository.ts'
import { createIdempotency } from './idempotency.ts'

const sealer = {
  seal: (_user: string, _call: string, text: string) => Buffer.from(text),
  open: (_user: string, _call: string, sealed: Buffer) => String(sealed),
}

const shared = shareApp(startTestApp)

/** An account, and a request of its that may be repeated. */
async function startRequest() {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const { id } = await app.db.selectFrom('users').where('email', '=', ann.email).select('id').executeTakeFirstOrThrow()
  const add = () =>
    ann.send<{ key: { id: string } }>('POST', '/api/keys', { body: { name: 'Code host' }, headers: { 'idempotency-key': 'k' } })
  const keys = async () => (await app.db.selectFrom('keys').where('owner_id', '=', id).select('id').execute()).length
  /** The state that a process leaves behind if it dies during that request. */
  const die = (committedAt: Date | null) =>
    app.db
      .insertInto('idempotency_keys')
      .values({
        user_id: id,
        call: 'POST /keys',
        key: 'k',
        body_hash: hash('sha256', JSON.stringify({ params: {}, body: { name: 'Code host' } }), 'buffer'),
        claimed_at: app.clock.date(),
        committed_at: committedAt,
      })
      .execute()
  return { app, userId: id, add, keys, die }
}

test('a request whose process died before it did anything is done by a retry, after a minute', async () => {
  const { app, add, keys, die } = await startRequest()
  await die(null)
  app.clock.advance(59_000)
  const early = await add()
  expect([early.status, early.body.code, early.headers.get('retry-after')]).toEqual([409, 'idempotency.in_progress', '1'])
  app.clock.advance(2_000)
  const answers = await Promise.all([add(), add(), add()])
  expect(answers.map(({ status }) => status)).toContain(201)
  expect(await keys()).toBe(1)
})

test('a request whose process died after its commit is not done again: the retry learns that the answer is lost', async () => {
  const { app, add, keys, die } = await startRequest()
  await die(app.clock.date())
  app.clock.advance(61_000)
  const answer = await add()
  expect([answer.status, answer.body.code]).toEqual([409, 'idempotency.answer_lost'])
  expect(await keys()).toBe(0)
})

test('after 24 hours a key is free again', async () => {
  const { app, add, keys } = await startRequest()
  const first = await add()
  app.clock.advance(23 * 60 * 60 * 1000)
  await app.db
    .updateTable('sessions')
    .set({ expires_at: new Date(app.clock.now() * 2), idle_expires_at: new Date(app.clock.now() * 2) })
    .execute()
  expect((await add()).body.key.id).toBe(first.body.key.id)
  app.clock.advance(61 * 60 * 1000)
  expect((await add()).body.key.id).not.toBe(first.body.key.id)
  expect(await keys()).toBe(2)
})

test('a request that stood still until a retry took its claim over commits nothing', async () => {
  const { app, userId } = await startRequest()
  const { once } = createIdempotency({ db: app.db, repository: createIdempotencyRepository, sealer, clock: app.clock })
  const request = { userId, call: 'POST /test', key: 'slow', body: {} }
  const done: string[] = []
  const write = (who: string, before = () => Promise.resolve()) =>
    once(
      request,
      async () => {
        await before()
        await app.transaction(({ db }) => db.updateTable('users').set({ name: who }).where('id', '=', userId).execute())
        done.push(who)
        return { who }
      },
      (answer) => answer,
    )
  const slow = write('slow', async () => {
    app.clock.advance(61_000)
    expect(await write('retry')).toEqual({ who: 'retry' })
  })
  await expect(slow).rejects.toMatchObject({ code: 'idempotency.in_progress' })
  expect(done).toEqual(['retry'])
  expect(await app.db.selectFrom('users').where('id', '=', userId).select('name').execute()).toEqual([{ name: 'retry' }])
  expect(await write('later')).toEqual({ who: 'retry' })
})

test('while the database is away, nobody waits for the claim to be released', async () => {
  const { app, userId } = await startRequest()
  const repository = (db: typeof app.db) => ({ ...createIdempotencyRepository(db), release: () => new Promise<void>(() => {}) })
  const { once } = createIdempotency({ db: app.db, repository, sealer, clock: app.clock })
  const gone = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const request = { userId, call: 'POST /test', key: randomUUID(), body: {} }
  await expect(
    once(
      request,
      () => Promise.reject(gone),
      (answer) => answer,
    ),
  ).rejects.toBe(gone)
})
