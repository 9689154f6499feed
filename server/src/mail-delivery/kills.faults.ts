import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { expectNoMailLost } from './testing/kill-workers.ts'
import { startWorkerProcesses } from './testing/start-worker-processes.ts'

test('200 kills of the worker under 2,000 e-mails: each arrives, and no kill repeats more than one, with the same Message-ID', async () => {
  await expectNoMailLost({ mails: 2000, kills: 200, seed: Date.now(), timeoutMs: 120_000 })
})

test('100 kills under 1,500 e-mails that go to two servers at once: each arrives, and no kill repeats more than one for each server', async () => {
  await expectNoMailLost({ mails: 1500, kills: 100, relays: 2, seed: Date.now(), timeoutMs: 120_000 })
})

test('an event that a killed worker was deciding about is taken up by another one within half a minute', async () => {
  const app = await startTestApp({ env: { EMAIL_ALLOW_PRIVATE_HOSTS: '127.0.0.1' } })
  const processes = startWorkerProcesses(app)
  const [victim, successor] = [await processes.prepare(), await processes.prepare()]
  await app.transaction((tx) =>
    tx.emit('pin.changed', { to: { address: 'ann@example.org', language_of: null }, data: { 'actor.name': 'Ann Example' } }),
  )
  const job = sql<{ state: string }>`select state from pgboss.job where name = 'event.mail'`
  // The worker has the job, and cannot come to its end.
  await app
    .asOwner()
    .transaction()
    .execute(async (tx) => {
      await sql`lock table email_mappings in access exclusive mode`.execute(tx)
      victim.start()
      await vi.waitFor(async () => expect((await job.execute(app.db)).rows).toEqual([{ state: 'active' }]), {
        timeout: 20_000,
        interval: 10,
      })
      await victim.kill()
    })
  successor.start()
  const mails = () => app.db.selectFrom('email_logs').select('recipient_email').execute()
  await vi.waitFor(async () => expect(await mails()).toEqual([{ recipient_email: 'ann@example.org' }]), { timeout: 35_000, interval: 200 })
}, 120_000)
