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
    'bo@example.org,bounce,550,2020-02-01T08:00:00.000Z',
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

test('an export is whole, however many addresses there are', async () => {
  const { admin, db } = await startEmailApp()
  await sql`insert into email_suppressions (id, email, reason, created_at)
    select gen_random_uuid(), 'person' || n || '@example.org', 'manual', now() from generate_series(1, 2000) n`.execute(db)
  const { text } = await admin.send('POST', '/api/admin/email/suppressions/export')
  expect(new Set(text.split('\r\n')).size).toBe(2002)
})
