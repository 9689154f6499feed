import { copiedCode } from '@twofold/contract/codes'
import { signIn, signOut } from '@twofold/contract/sessions'
import { setUserStatus } from '@twofold/contract/admin/users'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { hashToken, newToken } from '../platform/crypto/token.ts'
import { EventStream } from '../platform/http/event-stream.ts'
import { eventually } from '../testing/eventually.ts'
import { startOffice } from '../testing/start-office.ts'
import { createPerson, startTestApp, testPassword } from '../testing/start-test-app.ts'
import { listen, startThree } from './testing/listen.ts'

test('a session that is over learns so and hears nothing more, and the person’s others go on', async () => {
  const { app, bo, ann, key } = await startThree()
  const { body } = await app.call(signIn, { body: { email: 'bo@example.org', password: testPassword } })
  const elsewhere = createPerson(app.url, 'bo@example.org', body.access_token ?? '')
  const [here, there] = [await listen(app, bo), await listen(app, elsewhere)]
  await elsewhere.call(signOut, {})
  await there.hears('ended')
  await eventually(() => expect(there.isOver()).toBe(true))
  await ann.call(copiedCode, { params: { id: key.id }, body: {} })
  await here.hears('taken')
  expect(there.names()).toEqual(['hello', 'ended'])
  expect((await listen(app, elsewhere)).status).toBe(401)
})

test('a deactivated user hears that it is over, and a session that ran out does not stay open', async () => {
  const office = await startOffice()
  const ann = await office.signUp('ann@example.org', 'Ann')
  const annHears = await listen(office, ann)
  const id = await office.idOf('ann@example.org')
  await office.admin.call(setUserStatus, { params: { id }, body: { is_active: false } })
  await annHears.hears('ended')

  const bo = await office.signUp('bo@example.org', 'Bo')
  const boHears = await listen(office, bo)
  office.clock.advance(25 * 3_600_000)
  await boHears.hears('ended')
})

test('a session has six streams at most: the oldest gives way', async () => {
  const { app, ann } = await startThree()
  const pages = []
  for (let page = 0; page < 7; page += 1) pages.push(await listen(app, ann))
  await pages[0]?.hears('replaced')
  expect(pages.slice(1).every(({ names }) => names().length === 1)).toBe(true)
  expect(app.live.count()).toBe(6)
  for (const { leave } of pages) leave()
  await eventually(() => expect(app.live.count()).toBe(0))
})

test('a thousand pages behind one address come back to a node that knows none of them, and none is refused', async () => {
  const app = await startTestApp({ rateLimitFactor: 1 })
  // Until the node hears the database all of them wait, and of one account only some hundred may.
  const people = await Promise.all(Array.from({ length: 8 }, (_, number) => app.signUp(`p${number}@example.org`)))
  const tokens = Array.from({ length: 1000 }, () => newToken())
  await sql`insert into sessions (id, user_id, token_hash, remember, created_at, seen_at, idle_expires_at, expires_at, active_at)
    select gen_random_uuid(), user_id, token, remember, created_at, seen_at, idle_expires_at, expires_at, active_at
    from (select *, row_number() over () as number from sessions) own
    join unnest(${tokens.map(hashToken)}::bytea[]) with ordinality as added(token, place) on place % ${people.length} = number - 1`.execute(
    app.db,
  )
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const comeBack = (token: string) => fetch(`${app.url}/api/live`, { headers: { authorization: `Bearer ${token}` }, signal: abort.signal })
  // As slow as a database that has just been started: all of them are there before the first one is known.
  let arrived = 0
  app.server.server.on('request', () => (arrived += 1))
  const pages = await app
    .asOwner()
    .transaction()
    .execute(async (tx) => {
      await sql`lock table sessions in access exclusive mode`.execute(tx)
      const all = tokens.map(comeBack)
      await eventually(() => expect(arrived).toBe(1000))
      return all
    })
  // Kept to the end: Node.js closes the stream of an unreferenced answer.
  const answers = await Promise.all(pages)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(app.live.count()).toBe(1000)
})

test('a node that stops sends its pages elsewhere, and stops in time', async () => {
  const { app, ann } = await startThree()
  const page = await listen(app, ann)
  await app.leave(0)
  await page.hears('bye')
  await eventually(() => expect(page.isOver()).toBe(true))
})

test('when the connection that hears the database was lost, every page is asked to look again', async () => {
  const { app, ann, bo, key } = await startThree()
  const page = await listen(app, ann)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'twofold-listen' and query like '%twofold_live%'`.execute(app.db)
  await page.hears('again')
  await bo.call(copiedCode, { params: { id: key.id }, body: {} })
  await page.hears('taken')
})

test('without a session, or before its second step, nothing can be heard', async () => {
  const { app } = await startThree()
  expect((await listen(app, { token: '' })).status).toBe(401)
})

test('a client that does not read is cut off, and nothing piles up for it', () => {
  const stream = new EventStream()
  for (let count = 0; count < 10_000; count += 1) stream.send('keys', {})
  expect(stream.content.destroyed).toBe(true)
  expect(stream.content.readableLength).toBeLessThan(70_000)
})
