import { listFailedJobs, listJobs, retryJob, retryQueue } from '@twofold/contract/admin/jobs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asCause } from '../../platform/work-origin.ts'
import { type EmailApp, startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'

const failed = async (app: EmailApp, query: { queue?: string } = {}) => (await app.admin.call(listFailedJobs, { query })).body
const queueOf = async (app: EmailApp, name: string) => (await app.admin.call(listJobs, {})).body.queues.find((queue) => queue.name === name)

/** Jobs that really fail: what they work on is gone. */
async function startFailing(count: number) {
  const app = await startEmailApp({ work: true, logLevel: 'silent' })
  await sql`alter table health_checks rename to gone`.execute(app.asOwner())
  for (let index = 0; index < count; index += 1) await app.jobs.enqueue(app.db, 'system.health', {})
  await expect.poll(async () => (await failed(app)).total).toBe(count)
  return { app, mend: () => sql`alter table gone rename to health_checks`.execute(app.asOwner()) }
}

test('a job that was given up is listed with its cause, and never with what it was about', async () => {
  const { app } = await startFailing(1)
  const { data, total } = await failed(app)
  expect(total).toBe(1)
  expect(data[0]).toMatchObject({ queue: 'system.health', tries: 1, request_id: null, cause: 'relation "health_checks" does not exist' })
  expect(Object.keys(data[0] ?? {}).sort()).toEqual(['cause', 'created_at', 'failed_at', 'id', 'queue', 'request_id', 'tries'])
  expect(await queueOf(app, 'system.health')).toMatchObject({ failed: 1, waiting: 0, schedule: null })
  expect((await failed(app, { queue: 'event.mail' })).total).toBe(0)
})

test('a job that was given up names the request that it follows from', async () => {
  const { app } = await startFailing(1)
  await asCause('import-of-monday', () => app.jobs.enqueue(app.db, 'system.health', {}))
  await expect.poll(async () => (await failed(app)).data.map(({ request_id }) => request_id)).toEqual(['import-of-monday', null])
})

test('one that is tried again is done when its cause is gone, and cannot be tried twice', async () => {
  const { app, mend } = await startFailing(1)
  await mend()
  const id = (await failed(app)).data[0]?.id ?? ''
  expect((await app.admin.call(retryJob, { params: { id } })).body.message).toBe('The job is tried again.')
  const again = await app.admin.call(retryJob, { params: { id } })
  expect([again.status, again.body.code]).toEqual([409, 'jobs.not_failed'])
  await expect.poll(async () => (await queueOf(app, 'system.health'))?.completed).toBe(1)
  expect((await failed(app)).total).toBe(0)
  const audited = await app.db
    .selectFrom('audit_log')
    .where('action', '=', 'system.job_retried')
    .select(['target_id', 'target_name'])
    .execute()
  expect(audited).toEqual([{ target_id: id, target_name: 'system.health' }])
})

test('all of a queue are tried again at once; where nothing failed that says so', async () => {
  const { app, mend } = await startFailing(3)
  await mend()
  const answer = await app.admin.call(retryQueue, { body: { queue: 'system.health' } })
  expect(answer.body).toMatchObject({ message: '3 jobs are tried again.', retried: 3 })
  expect((await app.admin.call(retryQueue, { body: { queue: 'event.mail' } })).body.code).toBe('jobs.nothing_failed')
  expect((await app.admin.call(retryQueue, { body: { queue: 'no-such-queue' } })).body.code).toBe('jobs.nothing_failed')
})

test('a queue says what waits and for how long, and what starts by the clock is not waiting', async () => {
  const app = await startEmailApp()
  await app.jobs.enqueue(app.db, 'system.health', {})
  await app.jobs.enqueue(app.db, 'system.health', {}, { after: 600 })
  await sql`update pgboss.job set created_on = now() - interval '90 seconds', start_after = start_after - interval '90 seconds' where name = 'system.health'`.execute(
    app.db,
  )
  expect(await queueOf(app, 'system.health')).toMatchObject({ waiting: 1, deferred: 1, oldest_seconds: expect.closeTo(90, -1) as number })
  const { queues } = (await app.admin.call(listJobs, {})).body
  expect(queues.filter(({ name }) => name.startsWith('__'))).toEqual([])
  expect(queues.length).toBeGreaterThan(8)
})
