import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { expectNoMailLost, queueSecurityMail } from './testing/kill-workers.ts'
import { useSmtpSink } from './testing/start-email-app.ts'
import { startWorkerProcesses } from './testing/start-worker-processes.ts'
import { eventually } from '../testing/eventually.ts'

test('a kill under 40 e-mails that go to two servers at once: each arrives, and it repeats no more than one for each server', async () => {
  await expectNoMailLost({ mails: 40, kills: 1, relays: 2, seed: Date.now(), timeoutMs: 100_000 })
})

test('two worker processes and a quota of 100 an hour: exactly 100 arrive', async () => {
  const middleOfAnHour = Date.parse('2026-11-20T10:30:00Z')
  const app = await startTestApp({ work: true, now: middleOfAnHour, env: { EMAIL_ALLOW_PRIVATE_HOSTS: '127.0.0.1' } })
  const { sink, provider } = await useSmtpSink()
  await queueSecurityMail(app, 130)
  await app.mailDelivery.stop()
  await app.mailDelivery.providers.create({ ...provider, hourly_limit: 100 })
  const processes = startWorkerProcesses(app)
  const workers = [await processes.prepare(), await processes.prepare()]
  for (const worker of workers) worker.start()
  const states = () =>
    app.db
      .selectFrom('email_logs')
      .select(['queue', 'waiting_reason', ({ fn }) => fn.countAll<number>().as('mails')])
      .groupBy(['queue', 'waiting_reason'])
      .orderBy('queue')
      .execute()
  await eventually(async () => {
    expect(await states()).toEqual([
      { queue: 'done', waiting_reason: null, mails: 100 },
      { queue: 'due', waiting_reason: 'no_room:hour', mails: 30 },
    ])
  })
  expect(sink.mails).toHaveLength(100)
  expect(new Set(sink.mails.map(({ to }) => to.join())).size).toBe(100)
  const takenBy = await app.db.selectFrom('email_quotas').select(['scale', 'used']).orderBy('scale').execute()
  expect(takenBy).toEqual([
    { scale: 'day', used: 100 },
    { scale: 'hour', used: 100 },
  ])
})
