import { addSuppression, listSuppressions, removeSuppression } from '@twofold/contract/mail-delivery/suppressions'
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
