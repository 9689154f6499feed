import { addSuppression } from '@twofold/contract/mail-delivery/suppressions'
import { exportMailLogs, getMailLog, listMailLogs, resendMail } from '@twofold/contract/mail-log/logs'
import type { MailStatus } from '@twofold/contract/mail-design/mail-terms'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { openContent } from '../../mail-delivery/delivery/mail-content.ts'
import { type EmailApp, startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { shareApp } from '../../testing/share-app.ts'

const shared = shareApp((options) => startEmailApp({ now, ...options }))

const now = Date.parse('2026-11-20T10:00:00Z')
const at = new Date(now)

const list = async (app: EmailApp, query: Record<string, string> = {}) =>
  (
    await app.admin.send<{ logs: { data: { id: string; status: MailStatus }[]; total: number } }>(
      'GET',
      `/api/admin/email/logs?${new URLSearchParams(query).toString()}`,
    )
  ).body.logs

test('e-mails are listed by page, the newest first', async () => {
  const app = await startEmailApp({ now })
  const ids: string[] = []
  for (let index = 0; index < 53; index += 1) ids.unshift(await app.addMail({ created_at: new Date(now + index) }))
  const page = async (page: string) => (await app.admin.call(listMailLogs, { query: { page } })).body.logs
  const [first, second, third, fourth] = [await page('1'), await page('2'), await page('3'), await page('4')]
  expect([...first.data, ...second.data, ...third.data].map(({ id }) => id)).toEqual(ids)
  expect({ ...second, data: [] }).toEqual({ data: [], current_page: 2, last_page: 3, per_page: 25, total: 53, from: 26, to: 50 })
  expect([third.from, third.to, fourth.data, fourth.from, fourth.to]).toEqual([51, 53, [], 0, 0])
  expect((await app.admin.send('GET', '/api/admin/email/logs?page=0')).status).toBe(422)
})

test('the total of a long log has every e-mail that was added, and is that of the filter, also right after a page that counted all', async () => {
  const app = await startEmailApp({ now })
  const old = new Date(now - 3_600_000)
  await sql`
    insert into email_logs (id, category, class, recipient_email, subject, message_id, queue, attempts, due_at, created_at, failed_at)
    select gen_random_uuid(), 'test', 'optional', 'ann@example.org', 'Subject', n, 'done', 1, ${old}, ${old}, ${old} from generate_series(1, 1000) n`.execute(
    app.db,
  )
  const totals = async () => [
    (await list(app)).total,
    (await list(app, { page: '41' })).total,
    (await list(app, { status: 'failed' })).total,
  ]
  expect(await totals()).toEqual([1000, 1000, 1000])
  await app.addMail({ created_at: at, sent_at: at })
  expect(await totals()).toEqual([1001, 1001, 1000])
  // More than the first page shows.
  for (let added = 0; added < 30; added += 1) await app.addMail({ created_at: at, sent_at: at })
  expect(await totals()).toEqual([1031, 1031, 1000])
})

test('filters go together: status, provider, category, and any part of the address and the subject, whose signs mean themselves', async () => {
  const app = await startEmailApp({ now })
  const [one, two, three] = [
    await app.addMail({ recipient_email: 'Ann_B@example.org', category: 'security', provider_kind: 'ses', sent_at: at }),
    await app.addMail({ recipient_email: 'annxb@example.org', category: 'security', provider_kind: 'smtp', sent_at: at }),
    await app.addMail({ recipient_email: 'carl@example.com', category: 'test', failed_at: at }),
  ]
  const found = async (query: Record<string, string>) => (await list(app, query)).data.map(({ id }) => id).sort()
  expect(await found({ recipient_email: 'NN' })).toEqual([one, two].sort())
  expect(await found({ recipient_email: 'ann_b' })).toEqual([one])
  expect(await found({ recipient_email: '%' })).toEqual([])
  expect(await found({ category: 'security', provider: 'smtp' })).toEqual([two])
  expect(await found({ status: 'failed' })).toEqual([three])
  expect(await found({ status: 'sent', provider: 'ses', category: 'security', recipient_email: '@example.org' })).toEqual([one])
  expect(await found({ status: 'sent', category: 'test' })).toEqual([])
  const quartz = await app.addMail({ subject: 'Neuer Schlüssel: 100%_Quartz', category: 'security', sent_at: at })
  expect(await found({ subject: 'schlussel' })).toEqual([quartz])
  expect(await found({ subject: '%_q', category: 'security' })).toEqual([quartz])
  expect(await found({ subject: '%q' })).toEqual([])
  expect((await app.admin.send('GET', '/api/admin/email/logs?status=lost')).status).toBe(422)
})

test('the log and its file are narrowed down to days in UTC, the first and the last one included', async () => {
  const app = await startEmailApp({ now })
  const add = (time: string) => app.addMail({ created_at: new Date(time) })
  const [before, first, last, after] = [
    await add('2026-11-17T23:59:59.999Z'),
    await add('2026-11-18T00:00:00Z'),
    await add('2026-11-19T23:59:59.999Z'),
    await add('2026-11-20T00:00:00Z'),
  ]
  const found = async (query: Record<string, string>) => (await list(app, query)).data.map(({ id }) => id)
  expect(await found({ from: '2026-11-18', to: '2026-11-19' })).toEqual([last, first])
  expect(await found({ from: '2026-11-20' })).toEqual([after])
  expect(await found({ to: '2026-11-17' })).toEqual([before])
  expect((await app.admin.send('GET', '/api/admin/email/logs?from=2026-02-30')).status).toBe(422)
  const file = await app.admin.send('POST', '/api/admin/email/logs/export?from=2026-11-18&to=2026-11-18')
  expect(file.text.split('\r\n').map((line) => line.slice(0, 36))).toEqual([expect.stringMatching(/^id,/), first, ''])
})

test('one e-mail is shown with what it says, every try, and why it was sent', async () => {
  const app = await startEmailApp({ now })
  const decision = uuid()
  await app.db
    .insertInto('email_decisions')
    .values({
      id: decision,
      event_id: uuid(),
      event_name: 'key.shared',
      recipient_email: 'bo@example.org',
      outcome: 'sent',
      reason: 'sent',
      trace: JSON.stringify([{ check: 'mapping', passed: true, detail: 'The mapping is active' }]),
      decided_at: at,
    })
    .execute()
  const id = await app.addMail(
    { decision_id: decision, template_slug: 'key-shared', template_name: 'Key shared', bounced_at: at, attempts: 2 },
    '<p>Hello Bo</p>',
  )
  const attempt = { log_id: id, provider_name: 'Main', started_at: at }
  await app.db
    .insertInto('email_attempts')
    .values([
      { ...attempt, id: uuid(), number: 1, outcome: 'deferred', code: 'smtp.451', detail: 'later', finished_at: at },
      { ...attempt, id: uuid(), number: 2, outcome: 'accepted', finished_at: at },
    ])
    .execute()
  const { log } = (await app.admin.call(getMailLog, { params: { id } })).body
  expect(log).toMatchObject({
    status: 'bounced',
    status_label: 'Bounced',
    template: { slug: 'key-shared', name: 'Key shared', is_deleted: false },
    html_content: '<p>Hello Bo</p>',
    text_content: 'Hello',
    attempts: 2,
    decision: { reason: 'sent', trace: [{ check: 'mapping', passed: true }] },
  })
  expect(log.attempt_log.map(({ number, outcome, code }) => [number, outcome, code])).toEqual([
    [1, 'deferred', 'smtp.451'],
    [2, 'accepted', null],
  ])
  const preview = await fetch(app.url + (log.preview_url ?? ''))
  expect([preview.headers.get('content-security-policy'), await preview.text()]).toEqual([
    expect.stringMatching(/^sandbox; default-src 'none'/),
    '<p>Hello Bo</p>',
  ])
  const orphan = await app.addMail({ template_slug: 'gone', template_name: 'Gone' })
  expect((await app.admin.call(getMailLog, { params: { id: orphan } })).body.log.template).toEqual({
    slug: 'gone',
    name: 'Gone',
    is_deleted: true,
  })
  expect((await app.admin.call(getMailLog, { params: { id: uuid() } })).body.code).toBe('email.log_not_found')
})

test('an e-mail that failed or bounced is sent again as a new one, once, whatever the suppression list says', async () => {
  const app = await startEmailApp({ now })
  const bo = await app.signUp('bo@example.org')
  const user = await app.db.selectFrom('users').select('id').where('email', '=', bo.email).executeTakeFirstOrThrow()
  const failed = await app.addMail({ failed_at: at, user_id: user.id })
  await app.admin.call(addSuppression, { body: { email: 'bo@example.org' } })
  const answers = await Promise.all([1, 2, 3].map(() => app.admin.call(resendMail, { params: { id: failed } })))
  expect(answers.map(({ status, body }) => [status, body.code]).filter(([status]) => status !== 200)).toEqual([
    [409, 'email.already_resent'],
    [409, 'email.already_resent'],
  ])
  const done = answers.find(({ status }) => status === 200)?.body
  expect(done).toMatchObject({ success: true, message: 'Email queued for resending' })
  const mail = await app.mail(done?.email_log_id ?? '')
  expect(mail).toMatchObject({ queue: 'due', status: 'pending', recipient_email: 'bo@example.org', subject: 'Hello', attempts: 0 })
  expect(mail.message_id).not.toBe((await app.mail(failed)).message_id)
  const content = await openContent(app.crypto, mail.id, 'outgoing', mail.outgoing ?? Buffer.alloc(0))
  expect(content).toMatchObject({ html: '<p>Hello</p>', headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } })
  expect((await app.admin.call(resendMail, { params: { id: await app.addMail({ bounced_at: at }) } })).status).toBe(200)
})

test.each<[MailStatus, Parameters<EmailApp['addMail']>[0], string]>([
  ['pending', { queue: 'due' }, 'email.not_resendable'],
  ['sent', { sent_at: at }, 'email.not_resendable'],
  ['clicked', { clicked_at: at }, 'email.not_resendable'],
  ['complained', { complained_at: at }, 'email.not_resendable'],
  ['unknown', { unknown_at: at }, 'email.not_resendable'],
  ['failed', { failed_at: at, event_name: 'user.password.reset_requested' }, 'email.link_not_kept'],
  ['failed', { failed_at: at, event_name: 'user.login.confirmation' }, 'email.link_not_kept'],
  ['failed', { failed_at: at, event_name: 'key.share.invited' }, 'email.link_not_kept'],
  ['failed', { failed_at: at, body: null }, 'email.content_gone'],
])('an e-mail that is %s (%o) is not sent again: %s', async (status, fields, code) => {
  const app = shared()
  const id = await app.addMail(fields)
  expect((await app.mail(id)).status).toBe(status)
  const { total } = await list(app)
  const answer = await app.admin.call(resendMail, { params: { id } })
  expect([answer.status, answer.body.code]).toEqual([409, code])
  expect((await list(app)).total).toBe(total)
})

test('the export is a file with every e-mail that the filters let through, however many, and no formula in it', async () => {
  const app = await startEmailApp({ now })
  const row = (index: number) => {
    const id = uuid()
    return {
      id,
      category: 'notification',
      class: 'optional' as const,
      recipient_email: `person${index}@example.org`,
      subject: index % 2 === 0 ? '=HYPERLINK("http://evil.example")' : 'He said "hi",\r\nand left',
      message_id: `<${id}@example.org>`,
      queue: 'done' as const,
      due_at: at,
      // Many at the same moment: the place where the next batch goes on must not depend on the time alone.
      created_at: new Date(now - Math.floor(index / 700)),
      sent_at: index < 1200 ? at : null,
    }
  }
  for (let start = 0; start < 1300; start += 650) {
    await app.db
      .insertInto('email_logs')
      .values(Array.from({ length: 650 }, (_, index) => row(start + index)))
      .execute()
  }
  const answer = await app.admin.call(exportMailLogs, { query: { status: 'sent' } })
  const file = await app.admin.send('POST', '/api/admin/email/logs/export?status=sent')
  expect(answer.status).toBe(200)
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="email-logs-2026-11-20.csv"')
  const people = [...file.text.matchAll(/person(\d+)@/g)].map(([, index]) => Number(index))
  expect(people.sort((a, b) => a - b)).toEqual(Array.from({ length: 1200 }, (_, index) => index))
  expect(file.text.startsWith('id,created_at,status,recipient_email')).toBe(true)
  expect(file.text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(file.text).toContain('"He said ""hi"",\r\nand left"')
  expect(file.text).not.toMatch(/(^|,)"?=/m)
})
