import { expect, onTestFinished, test, vi } from 'vitest'
import type { DeliveredEvent } from '../platform/events.ts'
import { createEvents } from '../platform/events.ts'
import { createJobs } from '../platform/jobs.ts'
import { createTransaction } from '../platform/transaction.ts'
import { createEventSealer } from '../platform/crypto/sealers.ts'
import { startTestApp } from './start-test-app.ts'

async function startQueue() {
  const app = await startTestApp()
  const jobs = createJobs({ connection: app.connection, log: app.server.log as never })
  const events = createEvents({ jobs, sealer: createEventSealer(app.crypto), clock: app.clock })
  const transaction = createTransaction({ db: app.db, jobs, events, audit: app.audit })
  onTestFinished(() => jobs.stop(2000))
  return { app, jobs, events, transaction }
}

const link = { 'link.url': 'https://vault.example.org/verify-email#token=live', 'link.expires_at': '2026-11-21T00:00:00Z' }

test('an event reaches its listener when the transaction commits, and never when it rolls back', async () => {
  const { app, jobs, events, transaction } = await startQueue()
  const heard: DeliveredEvent[] = []
  events.listen('test', ['pin.changed', 'user.email_verification'], async (event) => void heard.push(event))
  await jobs.start({ work: true })
  await expect(
    transaction(async (tx) => {
      await tx.emit('pin.changed', { to: { user_id: 'rolled-back' }, data: { 'actor.name': 'Ann' } })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await transaction((tx) => tx.emit('user.email_verification', { to: { user_id: 'ann' }, data: link }))
  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 10_000 })
  expect(heard[0]).toMatchObject({
    name: 'user.email_verification',
    to: { user_id: 'ann' },
    data: link,
    time: new Date(app.clock.now()).toISOString(),
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

test('an event without one of its variables is refused where it is emitted', async () => {
  const { jobs, events, transaction } = await startQueue()
  events.listen('test', ['user.email_verification'], () => Promise.resolve())
  await jobs.start({ work: false })
  await expect(transaction((tx) => tx.emit('pin.changed', { data: {} as never }))).rejects.toThrow(
    'The event pin.changed lacks actor.name.',
  )
})

test('a job that fails is tried again, and its neighbours are not', async () => {
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
  await jobs.start({ work: true })
  await transaction(async (tx) => {
    await tx.enqueue('flaky', { name: 'good' })
    await tx.enqueue('flaky', { name: 'bad' })
  })
  await vi.waitFor(() => expect(runs.filter((run) => run === 'bad')).toHaveLength(2), { timeout: 20_000 })
  expect(runs.filter((run) => run === 'good')).toHaveLength(1)
})
