import { copiedCode } from '@twofold/contract/codes'
import { putPreferences } from '@twofold/contract/profile'
import { signIn } from '@twofold/contract/sessions'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { expect, test } from 'vitest'
import { startEmailApp, useSmtpSink } from '../../mail-delivery/testing/start-email-app.ts'
import { eventually } from '../../testing/eventually.ts'
import { askFor, eventsOf } from '../../testing/queued-events.ts'
import { startTestApp, testPassword } from '../../testing/start-test-app.ts'
import { createDigestsRepository } from './digests.repository.ts'
import { createDigestsService } from './digests.service.ts'
import { duePeriod } from './periods.ts'

/* In the server's time zone, whichever that is. */
const wednesday = new Date(2026, 10, 18, 12).getTime()
const monday = (hour: number, minute = 0) => new Date(2026, 10, 23, hour, minute).getTime()

test('a user who asked for a weekly digest gets it on Monday from 08:00 on, once, in their language, about the events of their week', async () => {
  const app = await startEmailApp({ work: true, now: wednesday })
  const { sink, provider } = await useSmtpSink()
  const ann = await app.signUp('ann@example.org', 'Ann Beispiel')
  const bo = await app.signUp('bo@example.org')
  await app.admin.call(createProvider, { body: provider })
  await ann.call(putPreferences, { body: { preferences: { 'digest.weekly': true }, language: 'de' } })
  await bo.call(putPreferences, { body: { preferences: { 'digest.weekly': false } } })
  await app.call(signIn, { body: { email: 'ann@example.org', password: testPassword } })
  const { id } = (await ann.addKey('GitHub')).key
  await ann.addKey('GitLab')
  await ann.share(id, 'bo@example.org')
  await ann.call(copiedCode, { params: { id }, body: {} })
  const digests = () => sink.mails.filter(({ parsed }) => parsed.subject?.includes('Woche') === true)

  app.clock.set(monday(7, 59))
  await app.digests.sendDue()
  expect(await app.db.selectFrom('digests').selectAll().execute()).toEqual([])
  app.clock.set(monday(8))
  await app.digests.sendDue()
  await app.digests.sendDue()
  await eventually(() => expect(digests()).toHaveLength(1))
  expect(digests()[0]).toMatchObject({ to: ['ann@example.org'], parsed: { subject: 'Ihre Woche in Twofold: 16.11.2026 bis 22.11.2026' } })
  const text = digests()[0]?.parsed.text ?? ''
  // Codes, keys, shares, and sign-ins: that of the sign-up counts.
  expect(text.match(/\d+$/gm)?.slice(0, 4)).toEqual(['1', '2', '1', '2'])
  const decided = await app.db.selectFrom('email_decisions').where('event_name', '=', 'digest.weekly').select('recipient_email').execute()
  expect(decided).toEqual([{ recipient_email: 'ann@example.org' }])
})

test('nodes that see it together send each digest to each person once, in batches, and a digest that was cut off is gone on with', async () => {
  const app = await startTestApp({ now: wednesday })
  const names = ['a', 'b', 'c', 'd', 'e']
  for (const name of names) {
    const person = await app.signUp(`${name}@example.org`)
    await person.call(putPreferences, { body: { preferences: { 'digest.weekly': true } } })
  }
  app.clock.set(monday(9))
  const node = (stopAt = Infinity) => {
    let begun = 0
    return createDigestsService({
      transaction: (work) => {
        begun += 1
        if (begun > stopAt) throw new Error('The node ended.')
        return app.transaction(work)
      },
      digests: createDigestsRepository,
      clock: app.clock,
      batchSize: 2,
    })
  }
  await expect(node(1).sendDue()).rejects.toThrow('The node ended.')
  expect(await eventsOf(app, 'digest.weekly')).toHaveLength(2)
  await Promise.all([node().sendDue(), node().sendDue(), node().sendDue()])
  const sent = await eventsOf(app, 'digest.weekly')
  const ids = (await app.db.selectFrom('people').select('id').orderBy('id').execute()).map((row) => row.id)
  expect(sent.map(({ to }) => to).toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))).toEqual(
    ids.map((id) => ({ user_id: id })),
  )
})

test('nobody gets a digest whose account is deactivated', async () => {
  const app = await startEmailApp({ now: wednesday })
  const ann = await app.signUp('ann@example.org')
  await ann.call(putPreferences, { body: { preferences: { 'digest.weekly': true } } })
  await app.db.updateTable('users').set({ is_active: false }).where('email', '=', 'ann@example.org').execute()
  app.clock.set(monday(8))
  await app.digests.sendDue()
  expect(await eventsOf(app, 'digest.weekly')).toEqual([])
})

test('administrators get a digest of what concerns security, as one event', async () => {
  const app = await startEmailApp({ now: wednesday })
  await askFor(app, 'digest.security')
  await app.call(signIn, { body: { email: 'admin@example.org', password: 'not the password' } })
  await app.signUp('ann@example.org')
  app.clock.set(monday(8))
  await app.digests.sendDue()
  await app.digests.sendDue()
  expect(await eventsOf(app, 'digest.security')).toEqual([
    { to: undefined, data: { 'digest.failed_logins': 1, 'digest.locked': 0, 'digest.new_devices': 0, 'digest.shares': 0 } },
  ])
})

test('a digest is about the whole days of the week or the month before, and one that is a day late is left out', () => {
  expect(duePeriod('digest.weekly', monday(8))).toMatchObject({ begins: '2026-11-16', ends: '2026-11-22' })
  expect(duePeriod('digest.weekly', monday(7, 59))).toBeUndefined()
  expect(duePeriod('digest.weekly', new Date(2026, 10, 24, 7, 59).getTime())).toMatchObject({ begins: '2026-11-16' })
  expect(duePeriod('digest.weekly', new Date(2026, 10, 24, 8).getTime())).toBeUndefined()
  expect(duePeriod('digest.weekly', new Date(2026, 10, 22, 23).getTime())).toBeUndefined()
  expect(duePeriod('digest.monthly', new Date(2026, 0, 1, 8).getTime())).toEqual({
    begins: '2025-12-01',
    ends: '2025-12-31',
    from: new Date(2025, 11, 1),
    until: new Date(2026, 0, 1),
  })
  expect(duePeriod('digest.monthly', new Date(2026, 0, 2, 8).getTime())).toBeUndefined()
})
