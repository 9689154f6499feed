import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { useSmtpSink } from './start-email-app.ts'
import type { SmtpSink } from './smtp-sink.ts'
import { startWorkerProcesses, type WorkerProcess } from './start-worker-processes.ts'

/** A lease of two minutes is over in three seconds: longer than a busy machine lets an e-mail wait that is on its way. */
const speed = 40

/** Longest wait between the e-mail that was waited for and the kill, in milliseconds: about what one e-mail takes. */
const scatter = 12

/** One kill in so many does not wait for an e-mail: it hits the worker while it starts, recovers or claims. */
const blindKillIn = 5

export interface KillOptions {
  mails: number
  kills: number
  /** Servers that the e-mail goes to at the same time. */
  relays?: number
  /** Same seed, same moments to aim at. */
  seed: number
  /** Milliseconds within which everything must have arrived once no more workers are killed. */
  timeoutMs: number
}

/**
 * Kills the worker again and again while security e-mail flows, and expects that every e-mail arrived, that no kill repeated more than one for each
 * provider, and every copy with the Message-ID of the first.
 */
export async function expectNoMailLost({ mails, kills, relays = 1, seed, timeoutMs }: KillOptions): Promise<void> {
  const app = await startTestApp({ work: true, env: { EMAIL_ALLOW_PRIVATE_HOSTS: '127.0.0.1' } })
  await queueSecurityMail(app, mails)
  await app.mailDelivery.stop()
  const sinks: SmtpSink[] = []
  for (let number = 0; number < relays; number++) {
    const { sink, provider } = await useSmtpSink()
    sinks.push(sink)
    await app.mailDelivery.providers.create({ ...provider, name: `Relay ${number}`, priority: number + 1 })
  }
  await spreadOverProviders(app)
  const arrived = () => sinks.flatMap((sink) => sink.mails)

  const last = await killWorkers(app, sinks, { mails, kills, random: createRandom(seed) })
  await whileRunning(last, async () => (await unfinished(app)) === 0, { timeout: timeoutMs, interval: 200 })

  const copies = Map.groupBy(arrived(), ({ to }) => to.join())
  expect(copies.size, `seed ${seed}`).toBe(mails)
  for (const [address, group] of copies) {
    expect(new Set(group.map(({ parsed }) => parsed.messageId)).size, `Message-IDs of the mail to ${address}, seed ${seed}`).toBe(1)
  }
  // Whatever was in doubt at a provider is sent there again: it is the first choice for its e-mail, and none of them fails.
  for (const [number, sink] of sinks.entries()) {
    const addresses = new Set(sink.mails.map(({ to }) => to.join()))
    expect(sink.mails.length - addresses.size, `copies at relay ${number}, seed ${seed}`).toBeLessThanOrEqual(kills)
  }
  expect(arrived().length - mails, `copies, seed ${seed}`).toBeLessThanOrEqual(kills * relays)
  const rows = await app.db.selectFrom('email_logs').select(['status', 'queue', 'lease_until', 'outgoing']).execute()
  expect(rows).toHaveLength(mails)
  for (const row of rows) expect(row).toEqual({ status: 'sent', queue: 'done', lease_until: null, outgoing: null })
  const open = await app.db.selectFrom('email_attempts').select('log_id').where('finished_at', 'is', null).execute()
  expect(open).toEqual([])
}

/** Every provider is asked for by as many of the e-mails that wait. */
async function spreadOverProviders(app: TestApp): Promise<void> {
  const providers = await app.db.selectFrom('email_providers').select('id').orderBy('priority').execute()
  const mails = await app.db.selectFrom('email_logs').select('id').orderBy('id').execute()
  for (const [index, { id }] of providers.entries()) {
    const share = mails.flatMap((mail, place) => (place % providers.length === index ? [mail.id] : []))
    await app.db.updateTable('email_logs').set({ preferred_provider_id: id }).where('id', 'in', share).execute()
  }
}

/** E-mail to `count` addresses, `person-1@example.org` and so on, in the queue. The worker of `app` runs its jobs. */
export async function queueSecurityMail(app: TestApp, count: number): Promise<void> {
  for (let from = 0; from < count; from += 100) {
    await app.transaction(async (tx) => {
      for (let number = from + 1; number <= Math.min(from + 100, count); number++) {
        await tx.emit('user.password.changed', {
          to: { address: `person-${number}@example.org`, language_of: null },
          data: { 'actor.name': 'Ann Example', 'login.ip': '203.0.113.7' },
        })
      }
    })
  }
  await vi.waitFor(async () => expect(await unfinished(app)).toBe(count), { timeout: 60_000 + count * 100, interval: 200 })
}

async function unfinished(app: TestApp): Promise<number> {
  const { count } = await app.db
    .selectFrom('email_logs')
    .where('queue', '<>', 'done')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Leaves a worker running that nobody kills, and returns it. */
async function killWorkers(
  app: TestApp,
  sinks: readonly SmtpSink[],
  { mails, kills, random }: { mails: number; kills: number; random: () => number },
) {
  const processes = startWorkerProcesses(app, { speed })
  let worker = await processes.prepare()
  for (let killsLeft = kills; killsLeft > 0; killsLeft--) {
    worker.start()
    const successor = processes.prepare()
    successor.catch(() => {}) // awaited below, unless something fails before
    if (Math.floor(random() * blindKillIn) === 0) await pause(random() * 500)
    else {
      const arrived = sinks.flatMap((sink) => sink.mails)
      const left = mails - new Set(arrived.map(({ to }) => to.join())).size
      const more = 1 + Math.floor((random() * 1.5 * left) / (killsLeft + 1))
      const enough = arrived.length + more
      await whileRunning(worker, () => sinks.flatMap((sink) => sink.mails).length >= enough, { timeout: 200_000, interval: 2 })
      await pause(random() * scatter)
    }
    worker.requireRunning()
    await worker.kill()
    worker = await successor
  }
  worker.start()
  return worker
}

/** Waits for `isReached`, which a worker that has ended will not bring about: its end fails the wait at once, with what it said. */
async function whileRunning(
  worker: WorkerProcess,
  isReached: () => boolean | Promise<boolean>,
  within: { timeout: number; interval: number },
) {
  await vi.waitUntil(async () => {
    const reached = await isReached()
    if (!reached) worker.requireRunning()
    return reached
  }, within)
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
