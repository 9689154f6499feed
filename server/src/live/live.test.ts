import { sealedNames } from '@twofold/contract/sealed-fields'
import { copiedCode, giveTurnBack, takeTurn } from '@twofold/contract/codes'
import { addGroup, addGroupMember, removeGroupMember } from '@twofold/contract/sharing/memberships'
import { deleteKey, editKey } from '@twofold/contract/keys'
import { denyTake } from '@twofold/contract/takes'
import { lockVault } from '@twofold/contract/pin'
import { revokeShare } from '@twofold/contract/sharing/grants'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeToken } from '../machines/testing/make-token.ts'
import { keyColumns } from '../platform/listed-key.ts'
import { eventually } from '../testing/eventually.ts'
import { startOffice } from '../testing/start-office.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { listen, startThree } from './testing/listen.ts'

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

test('every column of a key that pages show is heard of when it changes, but for those that never do and the counter', async () => {
  const app = await startTestApp()
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_trigger join pg_attribute on attrelid = tgrelid and attnum = any (tgattr::int2[])
    where tgname = 'keys_tell_pages'`.execute(app.db)
  const heard = rows.map(({ name }) => name)
  expect(heard).toContain('owner_id')
  expect([...keyColumns, ...sealedNames].filter((name) => !heard.includes(name))).toEqual(['id', 'counter', 'created_at'])
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
