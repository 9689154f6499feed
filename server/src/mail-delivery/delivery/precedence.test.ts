import { eventClasses, urgencyRank } from '@twofold/contract/event-definition'
import { sql } from 'kysely'
import { onTestFinished, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { accepted, drain, failing, startDelivery } from '../testing/start-delivery.ts'
import { lanesPerProvider } from './provider-channels.ts'
import { createWorker } from './worker.ts'

type Delivery = Awaited<ReturnType<typeof startDelivery>>

/** A worker that runs until the test is over; what is held then is let go. */
function startWorker(at: Delivery, held?: { letGo: () => void }) {
  const worker = createWorker({ delivery: at.createNode(), clock: at.clock, log: createLog('silent') })
  worker.start()
  onTestFinished(async () => {
    held?.letGo()
    await worker.stop()
  })
  return worker
}

/** A provider that keeps every e-mail until it is let go. */
function holdAt(at: Delivery, name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun: string[] = []
  at.behaviours.set(name, async (mail, { beforeHandOver }) => {
    begun.push(mail.logId)
    await promise
    await beforeHandOver()
    return accepted
  })
  return { begun, letGo: resolve }
}

const countOf = async (at: Delivery, sent: boolean) => {
  const rows = await at.db.selectFrom('email_logs').select(['class', 'sent_at', 'waiting_reason']).orderBy('class').execute()
  return rows.filter(({ sent_at }) => (sent_at !== null) === sent)
}

test('the database claims in the order of the event catalogue: account, security, system, optional', async () => {
  const at = await startDelivery()
  const ranks = await Promise.all(
    eventClasses.map(async (kind) => (await sql<{ rank: number }>`select email_urgency(${kind}) as rank`.execute(at.db)).rows[0]?.rank),
  )
  expect(ranks).toEqual(eventClasses.map(urgencyRank))
  await at.addProvider('Main')
  for (const kind of eventClasses.toReversed()) {
    for (let count = 0; count < 3; count++) await at.addMail({ class: kind })
    at.clock.advance(1000)
  }
  while ((await at.delivery.deliverDue(1)) > 0);
  const classes = await Promise.all(at.handedOver.map(async ({ mail }) => (await at.mail(mail.logId)).class))
  expect(classes).toEqual(eventClasses.flatMap((kind) => [kind, kind, kind]))
})

test('within one class, the e-mail due longest goes first', async () => {
  const at = await startDelivery()
  await at.addProvider('Main')
  const ids: string[] = []
  for (let count = 0; count < 6; count++) {
    ids.unshift(await at.addMail({ class: 'optional', due_at: new Date(at.clock.now() - count * 1000) }))
  }
  while ((await at.delivery.deliverDue(1)) > 0);
  expect(at.handedOver.map(({ mail }) => mail.logId)).toEqual(ids)
})

test.each([
  ['daily', { daily_limit: 20 }, 'no_room:day'],
  ['hourly', { hourly_limit: 20 }, 'no_room:hour'],
] as const)('a tenth of a %s limit is kept for account and security e-mail', async (_, limit, reason) => {
  const at = await startDelivery()
  await at.addProvider('Main', limit)
  for (let count = 0; count < 15; count++) await at.addMail({ class: 'optional' })
  for (let count = 0; count < 15; count++) await at.addMail({ class: 'system' })
  await drain(at.delivery)
  expect(at.handedOver).toHaveLength(18)
  expect(new Set((await countOf(at, false)).map(({ waiting_reason }) => waiting_reason))).toEqual(new Set([reason]))
  for (const kind of ['security', 'account', 'account'] as const) await at.addMail({ class: kind })
  await drain(at.delivery)
  expect(at.handedOver).toHaveLength(20)
  expect((await countOf(at, false)).filter(({ class: kind }) => kind === 'account' || kind === 'security')).toHaveLength(1)
})

test('nothing is kept back of a limit of one, so that other e-mail goes out at all', async () => {
  const at = await startDelivery()
  await at.addProvider('Main', { daily_limit: 1 })
  await at.addMail({ class: 'optional' })
  await drain(at.delivery)
  expect(at.handedOver).toHaveLength(1)
})

test('three nodes and limits of 100 and 110: exactly 90 notices go out, and exactly 10 urgent ones after them', async () => {
  const at = await startDelivery()
  await at.addProvider('Main', { hourly_limit: 100, daily_limit: 110 })
  const nodes = [at.createNode(), at.createNode(), at.createNode()]
  for (let count = 0; count < 120; count++) await at.addMail({ class: 'optional' })
  await Promise.all(nodes.map(drain))
  expect(at.handedOver).toHaveLength(90)
  for (let count = 0; count < 30; count++) await at.addMail({ class: 'account' })
  await Promise.all(nodes.map(drain))
  expect(at.handedOver).toHaveLength(100)
  const used = await at.db.selectFrom('email_quotas').select(['scale', 'used']).orderBy('scale').execute()
  expect(used).toEqual([
    { scale: 'day', used: 100 },
    { scale: 'hour', used: 100 },
  ])
})

test('e-mail that a full provider does not take goes to the next one, where urgent e-mail stays', async () => {
  const at = await startDelivery()
  await at.addProvider('Full', { daily_limit: 10, is_default: true })
  await at.addProvider('Free', { priority: 2 })
  for (let count = 0; count < 12; count++) await at.addMail({ class: 'optional' })
  await drain(at.delivery)
  await at.addMail({ class: 'account' })
  await drain(at.delivery)
  const names = at.handedOver.map(({ provider }) => provider)
  expect([names.filter((name) => name === 'Full').length, names.filter((name) => name === 'Free').length, names.at(-1)]).toEqual([
    10,
    3,
    'Full',
  ])
})

test('a relay that answers nothing holds up only what goes through it', async () => {
  const at = await startDelivery()
  await at.addProvider('Quick', { is_default: true })
  const slow = await at.addProvider('Slow', { priority: 2 })
  const held = holdAt(at, 'Slow')
  for (let count = 0; count < 10; count++) await at.addMail({ preferred_provider_id: slow })
  for (let count = 0; count < 60; count++) await at.addMail()
  startWorker(at, held)
  await expect.poll(() => at.handedOver.length).toBe(60)
  expect(held.begun).toHaveLength(lanesPerProvider.urgent)
  held.letGo()
  await expect.poll(async () => (await countOf(at, false)).length).toBe(0)
})

test('e-mails that fail over to a slow relay wait there, and not in the lanes of the provider that failed', async () => {
  const at = await startDelivery()
  await at.addProvider('First', { is_default: true })
  await at.addProvider('Slow', { priority: 2 })
  const held = holdAt(at, 'Slow')
  const refused = new Set([await at.addMail(), await at.addMail(), await at.addMail(), await at.addMail()])
  at.behaviours.set('First', async (mail, { beforeHandOver }) => {
    if (refused.has(mail.logId)) return failing
    await beforeHandOver()
    at.handedOver.push({ provider: 'First', mail })
    return accepted
  })
  for (let count = 0; count < 20; count++) await at.addMail()
  startWorker(at, held)
  await expect.poll(() => at.handedOver.length).toBe(20)
})

test('a reset gets a connection of its own where a slow relay keeps notices waiting, and overtakes those that are claimed', async () => {
  const at = await startDelivery()
  await at.addProvider('Slow')
  const held = holdAt(at, 'Slow')
  for (let count = 0; count < 50; count++) await at.addMail({ class: 'optional' })
  const worker = startWorker(at, held)
  await expect.poll(() => held.begun.length).toBe(lanesPerProvider.other)
  const reset = await at.addMail({ class: 'account' })
  worker.wake()
  await expect.poll(() => held.begun.includes(reset)).toBe(true)
  expect(held.begun).toHaveLength(lanesPerProvider.other + 1)
})

test('the most urgent of the e-mails that wait for the final dot goes next', async () => {
  const at = await startDelivery()
  await at.addProvider('Main')
  const { promise, resolve } = Promise.withResolvers<void>()
  let waiting = 0
  at.behaviours.set('Main', async (mail, { beforeHandOver }) => {
    waiting += 1
    await beforeHandOver()
    at.handedOver.push({ provider: 'Main', mail })
    await promise
    return accepted
  })
  for (let count = 0; count < lanesPerProvider.other; count++) await at.addMail({ class: 'optional' })
  const worker = startWorker(at)
  await expect.poll(() => waiting).toBe(lanesPerProvider.other)
  const [security, account] = [await at.addMail({ class: 'security' }), await at.addMail({ class: 'account' })]
  worker.wake()
  await expect.poll(() => waiting).toBe(lanesPerProvider.other + 2)
  resolve()
  await expect.poll(() => at.handedOver.length).toBe(4)
  expect(at.handedOver.slice(1, 3).map(({ mail }) => mail.logId)).toEqual([account, security])
})

test('claimed e-mail that a slow relay does not get to goes back after a second, for other nodes and more urgent e-mail', async () => {
  const at = await startDelivery()
  await at.addProvider('Slow')
  // A quick start, so that much is claimed at once.
  for (let count = 0; count < 100; count++) await at.addMail({ class: 'optional' })
  await drain(at.delivery)
  const held = holdAt(at, 'Slow')
  for (let count = 0; count < 40; count++) await at.addMail({ class: 'optional' })
  const plan = await at.delivery.plan()
  const stream = at.delivery.streamsOf(plan).find(({ group }) => group === 'other')
  if (stream === undefined) throw new Error('There is no stream.')
  const delivering = at.delivery.deliver(plan, stream)
  await expect.poll(() => held.begun.length).toBe(lanesPerProvider.other)
  const claimed = async () => (await at.db.selectFrom('email_logs').select('id').where('queue', '=', 'claimed').execute()).length
  await expect.poll(claimed).toBe(lanesPerProvider.other)
  held.letGo()
  expect(await delivering).toBeGreaterThan(lanesPerProvider.other)
  await at.delivery.settled()
})

test('one e-mail at a time is between its final dot and its answer at each provider, so a kill leaves one in doubt for each', async () => {
  const at = await startDelivery()
  const never = new Promise<never>(() => {})
  const ids: Record<string, string> = {}
  for (const name of ['One', 'Two']) {
    ids[name] = await at.addProvider(name)
    at.behaviours.set(name, async (_mail, { beforeHandOver }) => {
      await beforeHandOver()
      return never
    })
  }
  for (const name of ['One', 'Two', 'One', 'Two', 'One', 'Two']) await at.addMail({ preferred_provider_id: ids[name] ?? '' })
  // It goes on until the database is gone, and has nobody to tell.
  at.createNode()
    .deliverDue(20)
    .catch(() => undefined)
  const open = () =>
    at.db.selectFrom('email_attempts').select('provider_name').where('finished_at', 'is', null).orderBy('provider_name').execute()
  await expect.poll(open).toEqual([{ provider_name: 'One' }, { provider_name: 'Two' }])
})
