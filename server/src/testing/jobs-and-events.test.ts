import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createEvents, type DeliveredEvent } from '../platform/events.ts'
import { createJobs } from '../platform/jobs.ts'
import { createLog } from '../platform/log.ts'
import { createTransaction } from '../platform/transaction.ts'
import { createEventSealer } from '../platform/crypto/sealers.ts'
import { startTestApp } from './start-test-app.ts'
import { eventually } from './eventually.ts'

async function startQueue() {
  const app = await startTestApp()
  const jobs = createJobs({ connection: app.connection, log: app.server.log as never })
  const events = createEvents({ jobs, sealer: createEventSealer(app.crypto), clock: app.clock })
  const transaction = createTransaction({ db: app.db, jobs, events, audit: app.audit, publish: async () => {}, log: app.server.log })
  onTestFinished(() => jobs.stop(2000))
  return { app, jobs, events, transaction }
}

const link = { 'link.url': 'https://vault.example.org/verify-email#token=live', 'link.expires_at': '2026-11-21T00:00:00Z' }

test('an event reaches its listener when the transaction commits, and never when it rolls back', async () => {
  const { app, jobs, events, transaction } = await startQueue()
  const heard: DeliveredEvent[] = []
  events.listen('test', ['pin.changed', 'user.email_verification'], async (event) => void heard.push(event))
  await jobs.start({ work: true, lookEvery: 2 })
  await expect(
    transaction(async (tx) => {
      await tx.emit('pin.changed', { to: { user_id: 'rolled-back' }, data: { 'actor.name': 'Ann' } })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await transaction((tx) => tx.emit('user.email_verification', { to: { user_id: 'ann' }, data: link }))
  await eventually(() => expect(heard).toHaveLength(1))
  expect(heard[0]).toMatchObject({
    name: 'user.email_verification',
    to: { user_id: 'ann' },
    data: link,
    time: app.clock.date().toISOString(),
  })
})

test('a live link that waits in the queue is not readable in the database', async () => {
  const { app, jobs, events, transaction } = await startQueue()
  events.listen('test', ['user.email_verification'], () => Promise.resolve())
  await jobs.start({ work: false })
  await transaction((tx) => tx.emit('user.email_verification', { to: { user_id: 'ann' }, data: link }))
  const { rows } = await app.db.executeQuery<{ data: unknown }>({ sql: 'select data from pgboss.job', parameters: [] } as never)
  expect(JSON.stringify(rows)).toContain('user.email_verification')
  expect(JSON.stringify(rows)).not.toContain('token=live')
})

test('a queue takes the options of the version that starts, and is not written when they are the same', async () => {
  const app = await startTestApp()
  const startAs = async (retryLimit: number) => {
    const jobs = createJobs({ connection: app.connection, log: app.server.log as never })
    jobs.define({ name: 'changing', retryLimit, run: () => Promise.resolve() })
    await jobs.start({ work: false })
    await jobs.stop(2000)
    const { rows } = await app.db.executeQuery<{ retry_limit: number; updated_on: Date }>({
      sql: `select retry_limit, updated_on from pgboss.queue where name = 'changing'`,
      parameters: [],
    } as never)
    return rows[0]
  }
  expect(await startAs(2)).toMatchObject({ retry_limit: 2 })
  const changed = await startAs(7)
  expect(changed).toMatchObject({ retry_limit: 7 })
  expect(await startAs(7)).toEqual(changed)
})

test('an event waits for those who listen to it only', async () => {
  const { app, jobs, events, transaction } = await startQueue()
  events.listen('some', ['user.email_verification'], () => Promise.resolve())
  events.listenToMany('all', () => Promise.resolve(new Map()))
  await jobs.start({ work: false })
  await transaction((tx) => tx.emit('pin.changed', { to: { user_id: 'ann' }, data: { 'actor.name': 'Ann' } }))
  const { rows } = await app.db.executeQuery<{ name: string }>({
    sql: `select name from pgboss.job where name like 'event.%'`,
    parameters: [],
  } as never)
  expect(rows.map(({ name }) => name)).toEqual(['event.all'])
})

test('an event that nobody asked for when it was emitted never waits, and one that somebody asked for does', async () => {
  const { app, jobs, events, transaction } = await startQueue()
  events.listenToMany(
    'all',
    () => Promise.resolve(new Map()),
    (event) => sql<boolean>`exists (select from email_mappings where event_name = ${event})`,
  )
  await jobs.start({ work: false })
  const emit = () => transaction((tx) => tx.emit('pin.changed', { to: { user_id: 'ann' }, data: { 'actor.name': 'Ann' } }))
  const countWaiting = async () => (await sql`select from pgboss.job where name = 'event.all'`.execute(app.db)).rows.length
  await emit()
  expect(await countWaiting()).toBe(1)
  await app.db.deleteFrom('email_mappings').where('event_name', '=', 'pin.changed').execute()
  await emit()
  expect(await countWaiting()).toBe(1)
})

test('an event without one of its variables is refused where it is emitted', async () => {
  const { jobs, events, transaction } = await startQueue()
  events.listen('test', ['user.email_verification'], () => Promise.resolve())
  await jobs.start({ work: false })
  await expect(transaction((tx) => tx.emit('pin.changed', { data: {} as never }))).rejects.toThrow(
    'The event pin.changed lacks actor.name.',
  )
})

test('a connection of the queue that the database ends is logged in one line, without its settings', async () => {
  const app = await startTestApp()
  const lines: string[] = []
  const jobs = createJobs({ connection: app.connection, log: createLog('warn', { write: (line) => void lines.push(line) }) })
  onTestFinished(() => jobs.stop(2000))
  await jobs.start({ work: false })
  const endIdle = sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'twofold-jobs' and datname = current_database() and state = 'idle'`
  // Once it has started, the queue may still be reading its queues, while that of the application is idle.
  await eventually(async () => {
    await endIdle.execute(app.db)
    expect(lines).not.toEqual([])
  })
  for (const line of lines) {
    const { level, msg, reason, ...others } = JSON.parse(line) as Record<string, unknown>
    expect([level, msg]).toEqual(['warn', 'the job queue lost a connection'])
    expect(reason).toMatch(/^(terminating connection due to administrator command|Connection terminated unexpectedly)$/)
    expect(Object.keys(others).toSorted()).toEqual(['name', 'pid', 'time', 'version'])
  }
})

test('a job that fails is tried again, and its neighbors are not', async () => {
  const { jobs, transaction } = await startQueue()
  const runs: string[] = []
  jobs.define<{ name: string }>({
    name: 'flaky',
    retryDelay: 0,
    run: async ({ name }) => {
      runs.push(name)
      if (name === 'bad' && runs.filter((run) => run === 'bad').length < 2) throw new Error('once')
    },
  })
  await jobs.start({ work: true, lookEvery: 2 })
  await transaction(async (tx) => {
    await tx.enqueue('flaky', { name: 'good' })
    await tx.enqueue('flaky', { name: 'bad' })
  })
  await eventually(() => expect(runs.filter((run) => run === 'bad')).toHaveLength(2))
  expect(runs.filter((run) => run === 'good')).toHaveLength(1)
})

test('two transactions wait for each other: one is tried again, and what it emits happens once', async () => {
  const { app, jobs, events, transaction } = await startQueue()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const heard: DeliveredEvent[] = []
  events.listen('test', ['pin.changed'], async (event) => void heard.push(event))
  await jobs.start({ work: true, lookEvery: 2 })
  const tries: string[] = []
  let waiting = 2
  const bothHold = Promise.withResolvers<void>()
  const rename = (name: string, emails: string[]) =>
    transaction(async (tx) => {
      tries.push(name)
      for (const [index, email] of emails.entries()) {
        // Its result is read, or the write would be deferred and lock nothing (docs/decisions/0338).
        await tx.db.updateTable('users').set({ name }).where('email', '=', email).returning('id').execute()
        if (index === 0 && --waiting <= 0) bothHold.resolve()
        if (index === 0) await bothHold.promise
      }
      await tx.emit('pin.changed', { to: { user_id: name }, data: { 'actor.name': name } })
      return name
    })
  const done = await Promise.all([rename('one', [ann.email, bo.email]), rename('other', [bo.email, ann.email])])
  expect(done).toEqual(['one', 'other'])
  expect(tries).toHaveLength(3)
  const names = await app.db.selectFrom('users').select('name').execute()
  expect(new Set(names.map(({ name }) => name))).toEqual(new Set([tries[2]]))
  await eventually(() => expect(heard).toHaveLength(2))
  expect(new Set(heard.map(({ to }) => to && 'user_id' in to && to.user_id))).toEqual(new Set(['one', 'other']))
  expect(app.logged()).toContain('is tried again')
})

test('an administrator’s call that is tried again is written down once', async () => {
  const { app, transaction } = await startQueue()
  const call = {
    actor: { id: crypto.randomUUID(), name: 'Ada', email: 'ada@example.org' },
    address: '127.0.0.1',
    call: 'PUT /x',
    targetId: undefined,
    fields: [],
    changes: true,
  }
  let tries = 0
  await app.audit.during(call, () =>
    transaction(async (tx) => {
      tries += 1
      await tx.audit({ action: 'call', after: { count: tries } })
      if (tries < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
    }),
  )
  expect(await app.db.selectFrom('audit_log').select('after').execute()).toEqual([{ after: { count: 3 } }])
  const other = transaction(async () => {
    throw Object.assign(new Error('always'), { code: '40P01' })
  })
  await expect(other).rejects.toThrow('always')
})
