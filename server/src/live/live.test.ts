import { copiedCode, giveTurnBack, takeTurn } from '@twofold/contract/codes'
import { addGroup, addGroupMember, removeGroupMember } from '@twofold/contract/sharing/memberships'
import { deleteKey, editKey } from '@twofold/contract/keys'
import { denyTake } from '@twofold/contract/takes'
import { lockVault } from '@twofold/contract/pin'
import { signIn, signOut } from '@twofold/contract/sessions'
import { revokeShare } from '@twofold/contract/sharing/grants'
import { setUserStatus } from '@twofold/contract/admin/users'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { makeToken } from '../machines/testing/make-token.ts'
import { hashToken, newToken } from '../platform/crypto/token.ts'
import { EventStream } from '../platform/http/event-stream.ts'
import { keyColumns } from '../platform/listed-key.ts'
import { eventually } from '../testing/eventually.ts'
import { startOffice } from '../testing/start-office.ts'
import { createPerson, startTestApp, testPassword } from '../testing/start-test-app.ts'
import type { TestApp } from '../testing/start-test-app.ts'

type Person = Pick<Awaited<ReturnType<TestApp['signUp']>>, 'token'>

/** Reads a page's events as the HTML Standard specifies. */
async function listen({ url }: { url: string }, { token }: Person) {
  const abort = new AbortController()
  const response = await fetch(`${url}/api/live`, { headers: { authorization: `Bearer ${token}` }, signal: abort.signal })
  const heard: { event: string; data: Record<string, unknown> }[] = []
  let isOver = false
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
        if (event !== '') heard.push({ event, data: JSON.parse(data) as Record<string, unknown> })
      }
    }
  }
  void read()
    .catch(() => {})
    .finally(() => (isOver = true))
  onTestFinished(() => abort.abort())
  const names = () => heard.map(({ event }) => event)
  if (response.status === 200) await eventually(() => expect(names()).toContain('hello'))
  return {
    status: response.status,
    headers: response.headers,
    heard,
    names,
    isOver: () => isOver,
    leave: () => abort.abort(),
    hears: (event: string) => eventually(() => expect(names()).toContain(event)),
  }
}

/** Ann owns a key; Bo has it; Cy is a stranger. */
async function startThree() {
  const app = await startTestApp()
  const [ann, bo, cy] = [
    await app.signUp('ann@example.org', 'Ann'),
    await app.signUp('bo@example.org', 'Bo'),
    await app.signUp('cy@example.org', 'Cy'),
  ]
  await Promise.all([ann, bo, cy].map((person) => person.enterPin()))
  const { key } = await ann.addKey('Code host')
  const shareId = await ann.share(key.id, 'bo@example.org')
  return { app, ann, bo, cy, key, shareId }
}

test('a copied code is announced to all others who see it, and to nobody else', async () => {
  const { app, ann, bo, cy, key } = await startThree()
  const [annHears, boHears, cyHears] = [await listen(app, ann), await listen(app, bo), await listen(app, cy)]
  expect(annHears.headers.get('content-type')).toBe('text/event-stream')
  expect(annHears.headers.get('cache-control')).toBe('no-store')
  expect(annHears.headers.get('x-accel-buffering')).toBe('no')

  const { body } = await bo.call(copiedCode, { params: { id: key.id }, body: {} })
  await annHears.hears('taken')
  expect(annHears.heard.at(-1)?.data).toEqual({
    key_id: key.id,
    time_window: Math.floor(app.clock.now() / 30_000),
    taken_by: 'Bo',
    taken_at: body.copied_at,
  })
  await ann.call(copiedCode, { params: { id: key.id }, body: { code: 'next' } })
  await boHears.hears('taken')
  expect(boHears.heard.filter(({ event }) => event === 'taken').map(({ data }) => [data['taken_by'], data['time_window']])).toEqual([
    ['Ann', Math.floor(app.clock.now() / 30_000) + 1],
  ])
  expect(annHears.names()).toEqual(['hello', 'taken'])
  expect(cyHears.names()).toEqual(['hello'])
})

test('a person who gets, has or loses a key hears that keys changed, and a stranger does not', async () => {
  const { app, ann, bo, cy, key, shareId } = await startThree()
  const [boHears, cyHears] = [await listen(app, bo), await listen(app, cy)]
  const expectNews = async (act: () => Promise<unknown>) => {
    boHears.heard.length = 0
    await act()
    await boHears.hears('keys')
  }
  await expectNews(() => ann.call(takeTurn, { params: { id: key.id } }))
  await expectNews(() => ann.call(giveTurnBack, { params: { id: key.id } }))
  await expectNews(() => ann.call(editKey, { params: { id: key.id }, body: { name: 'Code host, new' } }))
  await expectNews(() => ann.call(editKey, { params: { id: key.id }, body: { exclusive: true } }))
  await expectNews(() => ann.call(revokeShare, { params: { id: key.id, share_id: shareId } }))
  expect(await bo.visible()).toEqual([])
  const { body: group } = await ann.call(addGroup, { body: { name: 'Team' } })
  await ann.call(addGroupMember, { params: { id: group.group.id }, body: { email: 'bo@example.org' } })
  await expectNews(() =>
    sql`insert into shares (id, key_id, group_id, granted_by, permission, created_at)
    select gen_random_uuid(), ${key.id}, ${group.group.id}, owner_id, 'view', now() from keys where id = ${key.id}`.execute(app.db),
  )
  expect(await bo.visible()).toEqual([key.id])
  const member = await app.db.selectFrom('group_members').select('id').executeTakeFirstOrThrow()
  await expectNews(() => ann.call(removeGroupMember, { params: { id: group.group.id, member_id: member.id } }))
  await ann.share(key.id, 'bo@example.org')
  await expectNews(() => ann.call(deleteKey, { params: { id: key.id } }))
  expect(cyHears.names()).toEqual(['hello'])
})

test('every column of a key that lists show is heard of when it changes, but for those that never do and the counter', async () => {
  const app = await startTestApp()
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_trigger join pg_attribute on attrelid = tgrelid and attnum = any (tgattr::int2[])
    where tgname = 'keys_tell_pages'`.execute(app.db)
  const heard = rows.map(({ name }) => name)
  expect(heard).toContain('owner_id')
  expect(keyColumns.filter((name) => !heard.includes(name))).toEqual(['id', 'counter', 'created_at'])
})

test('an approver hears that a program waits, also on a page that opens later, and that it waits no longer', async () => {
  const { app, ann, bo, key } = await startThree()
  const owner = await app.db.selectFrom('users').select('id').where('email', '=', 'ann@example.org').executeTakeFirstOrThrow()
  const agent = await makeToken(app, { kind: 'pat', owner: owner.id, scopes: ['codes:take'], is_agent: true })
  const [annHears, boHears] = [await listen(app, ann), await listen(app, bo)]
  const body = { wait_seconds: 600, hold_seconds: 0 }
  const { take } = (await agent.send<{ take: { id: string } }>('POST', `/api/keys/${key.id}/take`, { body })).body
  await annHears.hears('approvals')
  const later = await listen(app, ann)
  await later.hears('approvals')
  annHears.heard.length = 0
  await ann.call(denyTake, { params: { id: take.id } })
  await annHears.hears('approvals')
  // Bo has the codes of the key, and no say.
  expect(boHears.names()).toEqual(['hello'])
})

test('the end of a share that runs out is announced at its time', async () => {
  const { app, ann, bo } = await startThree()
  const { key } = await ann.addKey('For an hour')
  await ann.share(key.id, 'bo@example.org', { expires_at: new Date(app.clock.now() + 3_600_000).toISOString() })
  const boHears = await listen(app, bo)
  expect(await bo.visible()).toContain(key.id)
  app.clock.advance(3_600_001)
  await boHears.hears('keys')
  expect(await bo.visible()).not.toContain(key.id)
})

test('a person who lost the key, or whose vault is locked, or whose account is closed or stopped, hears of no code', async () => {
  const { app, ann, bo, key, shareId } = await startThree()
  const witness = await app.signUp('di@example.org', 'Di')
  await ann.share(key.id, 'di@example.org')
  const witnessHears = await listen(app, witness)
  const copies = async () => {
    const before = witnessHears.names().filter((name) => name === 'taken').length
    await ann.call(copiedCode, { params: { id: key.id }, body: {} })
    await eventually(() => expect(witnessHears.names().filter((name) => name === 'taken').length).toBe(before + 1))
  }

  const boHears = await listen(app, bo)
  await bo.call(lockVault, {})
  await boHears.hears('locked')
  await copies()
  await bo.enterPin()
  const closeCodes = (until: Date | null) =>
    app.db.updateTable('users').set({ codes_closed_until: until }).where('email', '=', 'bo@example.org').execute()
  await closeCodes(new Date(app.clock.now() + 60_000))
  await boHears.hears('account')
  await copies()
  await closeCodes(null)
  const stop = (at: Date | null) => app.db.updateTable('users').set({ stopped_at: at }).where('email', '=', 'bo@example.org').execute()
  await stop(app.clock.date())
  await copies()
  await stop(null)
  await ann.call(revokeShare, { params: { id: key.id, share_id: shareId } })
  await boHears.hears('keys')
  await copies()
  expect(boHears.names()).not.toContain('taken')

  await ann.share(key.id, 'bo@example.org')
  await copies()
  await boHears.hears('taken')
})

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

test('administrators alone hear of notifications and requests', async () => {
  const app = await startOffice()
  const { admin } = app
  const ann = await app.signUp('ann@example.org', 'Ann')
  const [adminHears, annHears] = [await listen(app, admin), await listen(app, ann)]
  await sql`insert into notifications (id, type, title, message, created_at) values (gen_random_uuid(), 'info', 'A', 'B', now())`.execute(
    app.db,
  )
  await adminHears.hears('office')
  expect(annHears.names()).toEqual(['hello'])
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
  await app.signUp('ann@example.org')
  const tokens = Array.from({ length: 1000 }, () => newToken())
  await sql`insert into sessions (id, user_id, token_hash, remember, created_at, seen_at, idle_expires_at, expires_at, active_at)
    select gen_random_uuid(), user_id, unnest(${tokens.map(hashToken)}::bytea[]), remember, created_at, seen_at, idle_expires_at, expires_at, active_at
    from sessions`.execute(app.db)
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
  expect(app.live.count()).toBe(1000)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
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
