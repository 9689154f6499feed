import { discardHeldMail, listHeldMail, releaseHeldMail } from '@twofold/contract/mail-log/held'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { shareApp } from '../../testing/share-app.ts'
import type { TestAppOptions } from '../../testing/start-test-app.ts'

const shared = shareApp((options) => startWithHeld(1, options))

async function startWithHeld(count: number, options: TestAppOptions = {}) {
  const app = await startEmailApp(options)
  const hold = (heldAt: Date | null) => app.addMail({ queue: 'held', waiting_reason: 'restored', held_at: heldAt })
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) ids.push(await hold(app.clock.date()))
  const list = async (page = 1) => (await app.admin.call(listHeldMail, { query: { page } })).body
  const stillHeld = async () =>
    (await app.db.selectFrom('email_logs').where('queue', '=', 'held').select('id').execute()).map(({ id }) => id).toSorted()
  return { ...app, ids, hold, list, stillHeld }
}

test('e-mails of several pages are decided about by their ids, and no others', async () => {
  const app = await startWithHeld(30)
  const chosen = [(await app.list(1)).mails.data[0]?.id ?? '', (await app.list(2)).mails.data[0]?.id ?? '']
  const { body } = await app.admin.call(discardHeldMail, { body: { ids: chosen } })
  expect(body).toMatchObject({ message: '2 e-mails are discarded.', count: 2 })
  expect(await app.stillHeld()).toEqual(app.ids.filter((id) => !chosen.includes(id)).toSorted())
})

test('all is what there was when it was listed: e-mail that another restore holds back since stays', async () => {
  const app = await startWithHeld(3)
  // Held back before that moment was noted.
  await app.hold(null)
  const { as_of: until, mails } = await app.list()
  app.clock.advance(1000)
  const later = await app.hold(app.clock.date())
  const { body } = await app.admin.call(releaseHeldMail, { body: { until } })
  expect([mails.total, body.count]).toEqual([4, 4])
  expect(await app.stillHeld()).toEqual([later])
})

test.each([
  [{ ids: [] }, 'ids'],
  [{ ids: ['nonsense'] }, 'ids.0'],
  [{ until: 'now' }, 'until'],
  [{ all: true }, 'all'],
])('a selection that is none is refused: %o', async (body, field) => {
  const app = shared()
  const answer = await app.admin.send('POST', '/api/admin/email/held/discard', { body })
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]])
  expect(await app.stillHeld()).toEqual(app.ids)
})
