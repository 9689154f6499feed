import {
  addSuppression,
  exportSuppressions,
  importSuppressions,
  listSuppressions,
  removeSuppression,
} from '@twofold/contract/mail-delivery/suppressions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startEmailApp } from '../testing/start-email-app.ts'

test('an administrator adds an address, finds it, and removes it', async () => {
  const { admin } = await startEmailApp()
  const added = await admin.call(addSuppression, { body: { email: 'Bo@Example.org', detail: 'asked by phone' } })
  expect([added.status, added.body.suppression]).toMatchObject([
    201,
    { email: 'bo@example.org', reason: 'manual', detail: 'asked by phone', created_by: { name: 'Administrator' } },
  ])
  await admin.call(addSuppression, { body: { email: 'carl@example.com' } })
  const find = async (search: string) =>
    (await admin.call(listSuppressions, { query: { search } })).body.suppressions.data.map(({ email }) => email)
  expect(await find('BO@')).toEqual(['bo@example.org'])
  expect(await find('example')).toEqual(['carl@example.com', 'bo@example.org'])
  expect(await find('_')).toEqual([])
  const { id } = added.body.suppression
  expect((await admin.call(removeSuppression, { params: { id } })).status).toBe(200)
  expect(await find('')).toEqual(['carl@example.com'])
  expect((await admin.call(removeSuppression, { params: { id } })).body.code).toBe('email.suppression_not_found')
})

test('an address is on the list once, in whatever case it is written', async () => {
  const { admin, db } = await startEmailApp()
  await admin.call(addSuppression, { body: { email: 'bo@example.org' } })
  const again = await admin.call(addSuppression, { body: { email: 'BO@example.org' } })
  expect([again.status, again.body.code]).toEqual([409, 'email.already_suppressed'])
  expect(await db.selectFrom('email_suppressions').selectAll().execute()).toHaveLength(1)
})

test('addresses of another system keep their reason and time; known ones stay, and only a bounce takes the place of a complaint', async () => {
  const { admin, db } = await startEmailApp({ now: Date.parse('2026-11-20T10:00:00Z') })
  await admin.call(addSuppression, { body: { email: 'known@example.org', detail: 'asked by phone' } })
  const since = '2020-02-01T08:00:00.000Z'
  const entries = [
    { email: 'Known@example.org', reason: 'bounce', since },
    { email: 'bo@example.org', reason: 'complaint', since },
    { email: 'BO@example.org', reason: 'unsubscribe' },
    { email: '+new@example.org', reason: 'unsubscribe', detail: '=1+1', since: '2999-01-01T00:00:00Z' },
  ] as const
  const answer = await admin.call(importSuppressions, { body: { entries: [...entries] } })
  expect(answer.body).toMatchObject({ message: '2 addresses get no more e-mails.', added: 2, known: 2 })
  const again = await admin.call(importSuppressions, { body: { entries: [{ email: 'bo@example.org', reason: 'bounce', detail: '550' }] } })
  expect(again.body).toMatchObject({ added: 1, known: 0 })
  const file = await admin.send('POST', '/api/admin/email/suppressions/export')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="suppressions-2026-11-20.csv"')
  expect(file.text.split('\r\n')).toEqual([
    'email,reason,detail,created_at',
    "'+new@example.org,unsubscribe,'=1+1,2026-11-20T10:00:00.000Z",
    'bo@example.org,bounce,550,2026-11-20T10:00:00.000Z',
    'bo@example.org,complaint,,2020-02-01T08:00:00.000Z',
    'known@example.org,manual,asked by phone,2026-11-20T10:00:00.000Z',
    '',
  ])
  const bounced = (await admin.call(listSuppressions, { query: { reason: 'bounce', search: 'example' } })).body.suppressions.data
  expect(bounced.map(({ email }) => email)).toEqual(['bo@example.org'])
  expect((await admin.call(exportSuppressions, { query: { reason: 'complaint' } })).status).toBe(200)
  const acts = await db
    .selectFrom('audit_log')
    .where('action', 'like', 'email.suppressions_%')
    .select(['action', 'after'])
    .orderBy('id')
    .execute()
  expect(acts).toEqual([
    { action: 'email.suppressions_imported', after: { added: 2, known: 2 } },
    { action: 'email.suppressions_imported', after: { added: 1, known: 0 } },
    { action: 'email.suppressions_exported', after: {} },
    { action: 'email.suppressions_exported', after: { reason: 'complaint' } },
  ])
})

const since = '2020-02-01T08:00:00.000Z'
const later = '2021-03-01T08:00:00.000Z'

test.each([
  ['a bounce that came first', ['bounce', 'complaint']],
  ['a bounce that comes after it', ['complaint', 'bounce']],
  ['an entry by hand', ['manual', 'complaint']],
  ['an unsubscription', ['unsubscribe', 'complaint', 'complaint']],
] as const)('a complaint outlasts %s, and stays on the list when that is removed', async (_name, reasons) => {
  const { admin, db } = await startEmailApp()
  const reason = reasons.find((one) => one !== 'complaint')
  for (const [place, one] of reasons.entries()) {
    const entries = [
      { email: 'bo@example.org', reason: one, since: place === reasons.lastIndexOf('complaint') && place === 2 ? later : since },
    ]
    await admin.call(importSuppressions, { body: { entries } })
  }
  const listed = async (query: { reason?: 'complaint' } = {}) => (await admin.call(listSuppressions, { query })).body.suppressions.data
  expect(await listed({ reason: 'complaint' })).toMatchObject([{ email: 'bo@example.org', reason, complained_at: since }])
  const [entry] = await listed()
  const id = entry?.id ?? ''
  expect((await admin.call(removeSuppression, { params: { id } })).body.message).toBe(
    'Removed. The address stays on the list because the recipient complained.',
  )
  expect((await admin.call(removeSuppression, { params: { id } })).body.code).toBe('email.suppression_not_found')
  const [complaint] = await listed()
  expect(complaint).toMatchObject({ email: 'bo@example.org', reason: 'complaint', complained_at: null, created_at: since })
  expect((await admin.call(removeSuppression, { params: { id: complaint?.id ?? '' } })).body.message).toBe(
    'The address gets e-mails again.',
  )
  expect(await db.selectFrom('email_suppressions').selectAll().execute()).toEqual([])
})

test('bounces and complaints of one address in one file are put together, in whatever order they stand there', async () => {
  const { admin } = await startEmailApp()
  const entries = (['complaint', 'bounce', 'manual'] as const).flatMap((reason) => [
    { email: 'bo@example.org', reason, since },
    { email: `${reason}@example.org`, reason, since },
  ])
  const { body } = await admin.call(importSuppressions, { body: { entries } })
  expect(body).toMatchObject({ added: 4, known: 2 })
  const both = { email: 'bo@example.org', reason: 'bounce', complained_at: since }
  const [first, ...rest] = (await admin.call(listSuppressions, { query: { search: 'bo@' } })).body.suppressions.data
  expect([first, rest]).toMatchObject([both, []])
  const recordsOf = async (reason: string) =>
    (await admin.send('POST', `/api/admin/email/suppressions/export?reason=${reason}`)).text.split('\r\n')
  expect(await recordsOf('bounce')).toEqual([
    'email,reason,detail,created_at',
    `bo@example.org,bounce,,${since}`,
    `bounce@example.org,bounce,,${since}`,
    '',
  ])
  expect((await recordsOf('complaint')).slice(1, 2)).toEqual([`bo@example.org,complaint,,${since}`])
})

test('an export is whole, however many addresses there are', async () => {
  const { admin, db } = await startEmailApp()
  await sql`insert into email_suppressions (id, email, reason, created_at)
    select gen_random_uuid(), 'person' || n || '@example.org', 'manual', now() from generate_series(1, 2000) n`.execute(db)
  const { text } = await admin.send('POST', '/api/admin/email/suppressions/export')
  expect(new Set(text.split('\r\n')).size).toBe(2002)
})
