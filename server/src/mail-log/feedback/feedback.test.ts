import { getMailLog } from '@twofold/contract/mail-log/logs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EmailApp, startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { detailOf, type Feedback } from './feedback.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const kinds = ['delivered', 'opened', 'clicked', 'bounced', 'complained', 'delayed', 'failed'] as const

function feedbackOf(kind: Feedback['kind'], reference: Feedback['reference'], changes: Partial<Feedback> = {}): Feedback {
  const happenedAt = new Date(now)
  return {
    sourceId: `${kind}:${happenedAt.getTime()}`,
    reference,
    kind,
    isPermanent: false,
    recipients: [],
    happenedAt,
    isAutomatic: false,
    detail: {},
    ...changes,
  }
}

const suppressed = (app: EmailApp) => app.db.selectFrom('email_suppressions').select(['email', 'reason']).orderBy('email').execute()

test('the end is the same in whatever order and however often the events come', async () => {
  const app = await startEmailApp({ now })
  const event = fc.record({
    kind: fc.constantFrom(...kinds),
    minute: fc.integer({ min: 0, max: 5 }),
    isAutomatic: fc.boolean(),
    isPermanent: fc.boolean(),
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 6 }), fc.infiniteStream(fc.nat()), async (events, dice) => {
      run += 1
      const ordered = events.map(({ minute, ...rest }, index) => ({
        ...rest,
        happenedAt: new Date(now - minute * 60_000),
        sourceId: `${index}`,
      }))
      const repeated = ordered.flatMap((one) => Array.from({ length: 1 + ((dice.next().value ?? 0) % 3) }, () => one))
      const shuffled = repeated
        .map((one) => [dice.next().value ?? 0, one] as const)
        .sort(([a], [b]) => a - b)
        .map(([, one]) => one)
      const ends = []
      for (const [name, sequence] of Object.entries({ ordered, shuffled })) {
        const recipient_email = `${name}-${run}@example.org`
        const id = await app.addMail({ recipient_email, sent_at: new Date(now - 3_600_000) })
        for (const { kind, ...rest } of sequence) {
          await app.mailLog.feedback.take('ses', [
            feedbackOf(kind, { logId: id }, { ...rest, sourceId: `${name}:${run}:${rest.sourceId}` }),
          ])
        }
        const { status, delivered_at, opened_at, clicked_at, bounced_at, complained_at, failed_at, sent_at } = await app.mail(id)
        const suppression = (await suppressed(app)).find(({ email }) => email === recipient_email)?.reason
        ends.push({ status, delivered_at, opened_at, clicked_at, bounced_at, complained_at, failed_at, sent_at, suppression })
      }
      expect(ends[1]).toEqual(ends[0])
    }),
    { numRuns: 60 },
  )
})

test('news only ever moves the status up: nothing that comes later makes an e-mail look better than its worst or worse than its best', async () => {
  const app = await startEmailApp({ now })
  const statusAfter = async (...sequence: Feedback['kind'][]) => {
    const id = await app.addMail({ sent_at: new Date(now) })
    for (const kind of sequence) await app.mailLog.feedback.take('ses', [feedbackOf(kind, { logId: id }, { sourceId: `${id}:${kind}` })])
    return (await app.mail(id)).status
  }
  expect(await statusAfter()).toBe('sent')
  expect(await statusAfter('delayed')).toBe('sent')
  expect(await statusAfter('clicked', 'delivered', 'opened')).toBe('clicked')
  expect(await statusAfter('bounced', 'delivered')).toBe('bounced')
  expect(await statusAfter('delivered', 'bounced')).toBe('bounced')
  expect(await statusAfter('complained', 'clicked', 'bounced')).toBe('complained')
  expect(await statusAfter('failed')).toBe('failed')
  expect(await statusAfter('opened', 'failed')).toBe('opened')
})

test('requests of a scanner or a privacy proxy are kept, and not counted', async () => {
  const app = await startEmailApp({ now })
  const id = await app.addMail({ sent_at: new Date(now) })
  await app.mailLog.feedback.take('ses', [feedbackOf('opened', { logId: id }, { isAutomatic: true })])
  expect(await app.mail(id)).toMatchObject({ status: 'sent', opened_at: null })
  expect(await app.db.selectFrom('email_feedback').select(['kind', 'is_automatic']).execute()).toEqual([
    { kind: 'opened', is_automatic: true },
  ])
})

test('a hard bounce and a complaint put the address that we wrote to on the suppression list, once; a soft bounce does not', async () => {
  const app = await startEmailApp({ now })
  const mail = (recipient_email: string) => app.addMail({ recipient_email, sent_at: new Date(now) })
  const [soft, hard, angry] = [await mail('soft@example.org'), await mail('Hard@Example.org'), await mail('angry@example.org')]
  const others = { recipients: ['victim@example.org'] }
  await app.mailLog.feedback.take('ses', [feedbackOf('bounced', { logId: soft }, { sourceId: 'a', ...others })])
  for (const sourceId of ['b', 'b', 'c']) {
    await app.mailLog.feedback.take('ses', [
      feedbackOf('bounced', { logId: hard }, { sourceId, isPermanent: true, detail: { reason: '550 no such user' }, ...others }),
    ])
  }
  await app.mailLog.feedback.take('zeptomail', [feedbackOf('complained', { logId: angry }, { sourceId: 'a', ...others })])
  expect(await suppressed(app)).toEqual([
    { email: 'angry@example.org', reason: 'complaint' },
    { email: 'hard@example.org', reason: 'bounce' },
  ])
  const { log } = (await app.admin.call(getMailLog, { params: { id: hard } })).body
  expect([log.status, log.error_message]).toEqual(['bounced', '550 no such user'])
})

test('an event that comes before its e-mail is recorded is parked, applied when it is, and given up after three days', async () => {
  const app = await startEmailApp({ now })
  await app.mailLog.feedback.take('ses', [
    feedbackOf('bounced', { providerMessageId: 'ses-1' }, { sourceId: '1', isPermanent: true }),
    feedbackOf('delivered', { providerMessageId: 'never-ours' }, { sourceId: '2' }),
  ])
  const id = await app.addMail({ sent_at: null, queue: 'claimed' })
  await app.mailLog.feedback.applyParked()
  expect((await app.mail(id)).bounced_at).toBeNull()
  await app.db
    .updateTable('email_logs')
    .set({ provider_message_id: 'ses-1', sent_at: new Date(now), queue: 'done' })
    .execute()
  await app.mailLog.feedback.applyParked()
  expect(await app.mail(id)).toMatchObject({ status: 'bounced', bounced_at: new Date(now) })
  expect(await suppressed(app)).toEqual([{ email: 'bo@example.org', reason: 'bounce' }])
  app.clock.advance(3 * 24 * 3_600_000 + 1)
  await app.mailLog.feedback.applyParked()
  expect(await app.db.selectFrom('email_feedback').select('reference').execute()).toEqual([{ reference: 'ses-1' }])
  expect(app.logged()).toContain('providers told of mail that is not ours')
})

test('a time that lies in the future is taken for now', async () => {
  const app = await startEmailApp({ now })
  const id = await app.addMail({ sent_at: new Date(now) })
  await app.mailLog.feedback.take('ses', [feedbackOf('delivered', { logId: id }, { happenedAt: new Date(now + 86_400_000) })])
  expect((await app.mail(id)).delivered_at).toEqual(new Date(now))
})

test('a detail that is cut off within a character is stored all the same', async () => {
  const app = await startEmailApp({ now })
  const id = await app.addMail({ sent_at: new Date(now) })
  const detail = detailOf({ user_agent: `${'x'.repeat(499)}🙂` })
  await app.mailLog.feedback.take('ses', [feedbackOf('opened', { logId: id }, { detail })])
  expect((await app.mail(id)).opened_at).toEqual(new Date(now))
})
