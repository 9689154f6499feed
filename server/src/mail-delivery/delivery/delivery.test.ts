import { v7 as uuid } from 'uuid'
import { expect, test, vi } from 'vitest'
import { leaseMilliseconds } from './delivery.service.ts'
import { createQueueRepository } from './queue.repository.ts'
import type { SendOutcome } from '../providers/sender.ts'
import { accepted, drain, failing, startDelivery } from '../testing/start-delivery.ts'

test('an e-mail goes out once, is marked sent, and its content is no longer kept for sending', async () => {
  const at = await startDelivery()
  await at.addProvider('Main')
  const id = await at.addMail()
  await drain(at.delivery)
  expect(at.handedOver).toHaveLength(1)
  expect(at.handedOver[0]?.mail).toMatchObject({
    messageId: `<${id}@example.org>`,
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
    from: { address: 'vault@example.org' },
  })
  expect(await at.mail(id)).toMatchObject({
    queue: 'done',
    outgoing: null,
    attempts: 1,
    provider_kind: 'smtp',
    sent_at: at.clock.date(),
  })
  expect(await at.attempts(id)).toEqual([{ number: 1, provider_name: 'Main', outcome: 'accepted', code: null }])
})

test('an encoded word in a name or a subject reaches nobody as one', async () => {
  const at = await startDelivery()
  await at.addProvider('Main')
  const word = '=?utf-8?Q?=E2=80=AEmoc?='
  await at.addMail({ subject: `${word} shared ${word}`, recipient_name: word })
  await drain(at.delivery)
  const [{ mail } = { mail: undefined }] = at.handedOver
  expect([mail?.subject, mail?.to.name].filter((text) => text?.includes('=?') !== false)).toEqual([])
})

test('without a provider e-mail waits and says why; with one it goes out, unless its link has expired meanwhile', async () => {
  const at = await startDelivery()
  const kept = await at.addMail()
  const expired = await at.addMail({ useful_until: new Date(at.clock.now() + 60_000) })
  expect(await at.delivery.deliverDue(20)).toBe(0)
  expect(await at.mail(kept)).toMatchObject({ queue: 'due', waiting_reason: 'no_provider', attempts: 0 })
  at.clock.advance(61_000)
  await at.addProvider('Main')
  await drain(at.delivery)
  expect(at.handedOver.map(({ mail }) => mail.logId)).toEqual([kept])
  expect(await at.mail(expired)).toMatchObject({ queue: 'done', error_message: 'Not sent: the link in it has expired.', outgoing: null })
})

test('the mapping’s provider first, then the default, then by priority; the next one takes over, and the log names each attempt', async () => {
  const at = await startDelivery()
  await at.addProvider('Third', { priority: 3 })
  await at.addProvider('Second', { priority: 2 })
  await at.addProvider('Default', { priority: 9, is_default: true })
  const preferred = await at.addProvider('Preferred', { priority: 8 })
  for (const name of ['Preferred', 'Default', 'Second']) at.behaviours.set(name, () => Promise.resolve(failing))
  const id = await at.addMail({ preferred_provider_id: preferred })
  await drain(at.delivery)
  expect((await at.attempts(id)).map(({ provider_name, outcome }) => `${provider_name} ${outcome}`)).toEqual([
    'Preferred provider_failed',
    'Default provider_failed',
    'Second provider_failed',
    'Third accepted',
  ])
})

test.each([
  ['with a NUL', 'a\0b'],
  ['of 3000 characters', 'x'.repeat(3000)],
])('an id %s, which no database keeps, does not make an e-mail that was accepted go out again', async (_, providerMessageId) => {
  const at = await startDelivery()
  await at.addProvider('Main')
  at.behaviours.set('Main', async (_mail, { beforeHandOver }) => {
    await beforeHandOver()
    return { kind: 'accepted', providerMessageId, response: '250 OK' }
  })
  const id = await at.addMail()
  await drain(at.delivery)
  expect(await at.mail(id)).toMatchObject({ queue: 'done', status: 'sent', provider_message_id: null })
})

test('a fault of the message is nobody’s to take over', async () => {
  const at = await startDelivery()
  await at.addProvider('First', { priority: 1 })
  await at.addProvider('Second', { priority: 2 })
  at.behaviours.set('First', () => Promise.resolve({ kind: 'refused', code: '550', reason: 'No such user' }))
  const id = await at.addMail()
  await drain(at.delivery)
  expect(await at.mail(id)).toMatchObject({ queue: 'done', error_message: 'No such user', failed_at: at.clock.date() })
  expect(at.handedOver).toEqual([])
})

test('tries are repeated after 30 s, 2 min, 10 min, 1 h and 6 h, and then given up', async () => {
  const at = await startDelivery()
  await at.addProvider('Main')
  at.behaviours.set('Main', () => Promise.resolve({ kind: 'deferred', code: '451', reason: 'Try again later' }))
  const id = await at.addMail()
  const pauses: number[] = []
  for (let count = 0; count < 5; count++) {
    await drain(at.delivery)
    const { due_at } = await at.mail(id)
    pauses.push((due_at.getTime() - at.clock.now()) / 1000)
    at.clock.set(due_at)
  }
  expect(pauses).toEqual([30, 120, 600, 3600, 21_600])
  await drain(at.delivery)
  expect(await at.mail(id)).toMatchObject({
    queue: 'done',
    attempts: 6,
    error_message: 'Try again later',
    failed_at: at.clock.date(),
  })
})

test('five failures in a row open the breaker for a minute, each later one for twice as long up to an hour; a success closes it', async () => {
  const at = await startDelivery()
  await at.addProvider('Main')
  at.behaviours.set('Main', () => Promise.resolve(failing))
  for (let count = 0; count < 5; count++) await at.addMail()
  for (let count = 0; count < 5; count++) await at.delivery.deliverDue(1)
  const seconds = async () => ((await at.provider('Main')).open_until?.getTime() ?? 0) / 1000 - at.clock.now() / 1000
  expect(await seconds()).toBe(60)
  const waiting = await at.addMail()
  await drain(at.delivery)
  expect(await at.mail(waiting)).toMatchObject({ queue: 'due', waiting_reason: 'no_room:open', attempts: 0 })
  const opened: number[] = []
  for (let count = 0; count < 7; count++) {
    at.clock.set((await at.provider('Main')).open_until ?? 0)
    await at.addMail()
    await at.delivery.deliverDue(1)
    opened.push(await seconds())
  }
  expect(opened).toEqual([120, 240, 480, 960, 1920, 3600, 3600])
  at.behaviours.delete('Main')
  at.clock.set((await at.provider('Main')).open_until ?? 0)
  await drain(at.delivery)
  expect(await at.provider('Main')).toMatchObject({ failures: 0, open_until: null, open_seconds: 60 })
})

test('two workers and a quota of 100 an hour: exactly 100 go out, the rest in the next hour', async () => {
  const at = await startDelivery()
  await at.addProvider('Main', { hourly_limit: 100 })
  for (let count = 0; count < 130; count++) await at.addMail()
  const nodes = [at.createNode(), at.createNode()]
  await Promise.all(nodes.map(drain))
  expect(at.handedOver).toHaveLength(100)
  expect(new Set(at.handedOver.map(({ mail }) => mail.logId)).size).toBe(100)
  const waiting = await at.db.selectFrom('email_logs').select(['waiting_reason', 'attempts']).where('queue', '=', 'due').execute()
  expect(waiting).toHaveLength(30)
  expect(new Set(waiting.map(({ waiting_reason }) => waiting_reason))).toEqual(new Set(['no_room:hour']))
  at.clock.advance(3_600_000)
  await Promise.all(nodes.map(drain))
  expect(at.handedOver).toHaveLength(130)
})

test('an e-mail that a provider did not take is not counted against its quota', async () => {
  const at = await startDelivery()
  await at.addProvider('Main', { daily_limit: 1 })
  let tries = 0
  at.behaviours.set('Main', async (_mail, { beforeHandOver }) => {
    tries += 1
    if (tries === 1) return { kind: 'deferred', code: '451', reason: 'Greylisted' }
    await beforeHandOver()
    return accepted
  })
  const id = await at.addMail()
  await drain(at.delivery)
  at.clock.advance(31_000)
  await drain(at.delivery)
  expect((await at.mail(id)).sent_at).not.toBeNull()
})

test('it is counted in the hour in which it was reserved, also where the hour turns meanwhile', async () => {
  const at = await startDelivery()
  await at.addProvider('Main', { hourly_limit: 10 })
  at.behaviours.set('Main', () => Promise.resolve({ kind: 'deferred', code: '451', reason: 'Greylisted' }))
  const turn = Date.parse('2026-11-20T11:00:00Z')
  await at.addMail()
  // Each look at the clock takes a millisecond, and the hour turns after the first look, the second one …
  for (let looks = 1; looks <= 12; looks++) {
    await at.db
      .updateTable('email_logs')
      .set({ queue: 'due', due_at: new Date(turn - 3_600_000), attempts: 0 })
      .execute()
    let time = turn - looks
    const ticking = vi.spyOn(at.clock, 'now').mockImplementation(() => time++)
    await at.delivery.deliverDue(1)
    ticking.mockRestore()
  }
  const used = await at.db.selectFrom('email_quotas').select(['starts_at', 'used']).where('used', '>', 0).execute()
  expect(used).toEqual([])
})

test('a provider that says its day is used up is left alone until midnight UTC, also by the e-mail claimed together', async () => {
  const at = await startDelivery()
  await at.addProvider('Main')
  let tries = 0
  at.behaviours.set('Main', () => {
    tries += 1
    return Promise.resolve({
      kind: 'provider_failed',
      code: 'quota',
      reason: 'Daily message quota exceeded',
      exhausted: 'day',
      needsAttention: false,
    })
  })
  for (let count = 0; count < 12; count++) await at.addMail()
  await drain(at.delivery)
  expect(await at.provider('Main')).toMatchObject({ open_until: new Date('2026-11-21T00:00:00Z'), failures: 0 })
  expect(tries, 'no more than were under way when the first was told').toBeLessThanOrEqual(4)
})

test('an unknown outcome is repeated for security e-mail, with the same Message-ID, and never for other e-mail', async () => {
  const at = await startDelivery()
  await at.addProvider('Main')
  const seen: string[] = []
  at.behaviours.set('Main', async (mail, { beforeHandOver }) => {
    await beforeHandOver()
    seen.push(mail.messageId)
    return { kind: 'unknown', code: 'ECONNRESET', reason: 'The connection broke after the mail was handed over.' }
  })
  const security = await at.addMail({ class: 'security' })
  const other = await at.addMail({ class: 'optional' })
  await drain(at.delivery)
  expect(await at.mail(other)).toMatchObject({ queue: 'done', unknown_at: at.clock.date(), outgoing: null })
  at.behaviours.delete('Main')
  at.clock.advance(60_000)
  await drain(at.delivery)
  expect(at.handedOver.map(({ mail }) => mail.messageId)).toEqual([`<${security}@example.org>`])
  expect(seen).toContain(`<${security}@example.org>`)
})

test('a worker that died before handing over loses nothing; one that died while handing over leaves exactly that e-mail in doubt', async () => {
  const at = await startDelivery()
  await at.addProvider('Main')
  const never = new Promise<SendOutcome>(() => {})
  at.behaviours.set('Main', async (_mail, { beforeHandOver }) => {
    await beforeHandOver()
    return never
  })
  const ids = [await at.addMail({ class: 'optional' }), await at.addMail({ class: 'optional' }), await at.addMail({ class: 'security' })]
  // This worker hangs with all three claimed, and one of them has its turn. It goes on asking, until it dies: the other e-mail is claimed once none waits
  // that is more urgent.
  const hung = await at.createMortalNode()
  const ask = () => {
    void hung.deliverDue(20).catch(() => {})
    return at.db.selectFrom('email_logs').where('queue', '=', 'due').select('id').execute()
  }
  await expect.poll(ask).toEqual([])
  await expect.poll(async () => (await at.db.selectFrom('email_attempts').select('id').execute()).length).toBe(1)
  await hung.die()
  at.behaviours.delete('Main')
  await at.delivery.recover()
  await drain(at.delivery)
  expect(at.handedOver).toEqual([])
  at.clock.advance(leaseMilliseconds)
  await at.delivery.recover()
  await drain(at.delivery)
  at.clock.advance(60_000)
  await drain(at.delivery)
  const rows = await Promise.all(ids.map(at.mail))
  const inDoubt = rows.filter((row) => row.unknown_at !== null)
  expect(inDoubt.length).toBeLessThanOrEqual(1)
  expect(at.handedOver).toHaveLength(3 - inDoubt.length)
  expect(rows.every((row) => row.queue === 'done')).toBe(true)
})

test('a worker whose lease has ended cannot finish an e-mail that another one has taken over', async () => {
  const at = await startDelivery()
  const queue = createQueueRepository(at.db)
  const id = await at.addMail()
  const time = at.clock.date()
  const claim = { classes: ['security' as const], provider_id: uuid(), others: [], is_first: true, unless: undefined }
  const [slow] = await queue.claim(claim, time, time, 1)
  await queue.recover(time)
  const [quick] = await queue.claim(claim, time, new Date(at.clock.now() + 1000), 1)
  expect(quick?.fence).toBeGreaterThan(slow?.fence ?? 0)
  expect(await queue.progress(id, slow?.fence ?? 0, { queue: 'done', failed_at: time })).toBe(false)
  expect(await queue.progress(id, quick?.fence ?? 0, { queue: 'done', failed_at: time })).toBe(true)
})
