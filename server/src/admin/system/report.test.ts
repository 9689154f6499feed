import { getNoticeReach, sendSecurityNotice } from '@twofold/contract/admin/notices'
import { getReport } from '@twofold/contract/admin/system'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { eventsOf } from '../../testing/queued-events.ts'

test('the report has figures, health, clean-ups, jobs and maintenance, and nothing of the people here', async () => {
  const app = await startEmailApp({ env: { APP_NAME: 'Twofold of Example' } })
  const ann = await app.signUp('ann-in-no-report@example.org', 'Ann Noreport')
  const { key } = await ann.addKey('Secret door', { note: 'Hush' })
  await ann.share(key.id, 'friend@example.org', { expires_at: new Date(app.clock.now() + 1000).toISOString() })
  app.clock.advance(2000)
  const { status, body, text } = await app.admin.send<{ cleanups: unknown[] }>('GET', '/api/admin/report')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    generated_by: expect.any(String) as string,
    installation: { name: 'Twofold of Example', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string },
    figures: { users: { total: 2 }, keys: { total: 1 } },
    health: { checks: expect.any(Array) as unknown[] },
    jobs: expect.any(Array) as unknown[],
    maintenance: [],
    release: { is_on: false },
  })
  expect(body.cleanups).toContainEqual({ type: 'expired_shares', count: 1, people: 1, keys: 1, sample: [] })
  for (const word of ['Noreport', 'ann-in-no-report', 'Secret door', 'Hush', 'friend@']) expect(text).not.toContain(word)
  expect(await app.db.selectFrom('audit_log').where('action', '=', 'system.report_made').select('actor_email').execute()).toEqual([
    { actor_email: app.admin.email },
  ])
  expect((await ann.call(getReport, {})).status).toBe(403)
})

test('a security notice says first who it reaches, goes out to all active users as an event, and is remembered', async () => {
  const app = await startEmailApp()
  await app.signUp('bo@example.org')
  await app.signUp('cy@example.org')
  await app.db.updateTable('users').set({ is_active: false }).where('email', '=', 'cy@example.org').execute()
  expect((await app.admin.call(getNoticeReach, {})).body).toEqual({ people: 2, is_mail_available: false, last: null })
  const body = { title: 'Please change your password', message: 'What happened.\nWhat to do.' }
  const answer = await app.admin.call(sendSecurityNotice, { body }, { 'idempotency-key': 'once' })
  expect([answer.status, answer.body]).toMatchObject([201, { message: 'The notice goes out to 2 people.', people: 2 }])
  await app.admin.call(sendSecurityNotice, { body }, { 'idempotency-key': 'once' })
  expect(await eventsOf(app, 'system.security.breach')).toEqual([
    { to: undefined, data: { 'notice.title': body.title, 'notice.message': body.message } },
  ])
  expect((await app.admin.call(getNoticeReach, {})).body.last).toMatchObject({ title: body.title })
})
