import { readFile } from 'node:fs/promises'
import { deleteUser, listUsers, updateUser } from '@twofold/contract/admin/users'
import { restoreUser } from '@twofold/contract/admin/restored-users'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hashToken } from '../../platform/crypto/token.ts'
import { startOffice } from '../../testing/start-office.ts'
import { makeSessionFinder } from '../../sessions/found-session.repository.ts'
import { createUserPages } from './found-users.repository.ts'

async function started() {
  const app = await startOffice()
  await app.signUp('bo@example.org', 'Bo Sample')
  const { id } = await app.db.selectFrom('users').where('email', '=', 'bo@example.org').select('id').executeTakeFirstOrThrow()
  const found = async (search: string) => (await app.admin.call(listUsers, { query: { search } })).body.data.map(({ name }) => name)
  /** People whose texts are not theirs, and texts of nobody. */
  const wrong = async () => {
    const { rows } = await sql<{ id: string }>`
      select coalesce(users.id, texts.user_id) as id from users full join user_texts texts on texts.user_id = users.id
      where (texts.name, texts.text, texts.is_deleted)
        is distinct from (plain_text(users.name), plain_text(users.name || E'\n' || users.email), users.deleted_at is not null)`.execute(
      app.db,
    )
    return rows.map((row) => row.id)
  }
  return { ...app, id, found, wrong }
}

test('a search finds people by what they are called now, from the act on that changed it', async () => {
  const { admin, id, found, wrong } = await started()
  expect(await found('bo@')).toEqual(['Bo Sample'])
  await admin.call(updateUser, { params: { id }, body: { name: 'BEA Élan', email: 'bea@example.org' } })
  expect([await found('bo@'), await found('sample'), await found('BEA é'), await found('bea@')]).toEqual([
    [],
    [],
    ['BEA Élan'],
    ['BEA Élan'],
  ])
  await admin.call(deleteUser, { params: { id } })
  expect(await found('bea')).toEqual([])
  expect((await admin.call(restoreUser, { params: { id }, body: {} })).status).toBe(200)
  expect(await found('bea')).toEqual(['BEA Élan'])
  expect(await wrong()).toEqual([])
})

test('a user who is removed for good leaves no text', async () => {
  const { db, id, found, wrong } = await started()
  await db.deleteFrom('users').where('id', '=', id).execute()
  expect(await found('sample')).toEqual([])
  expect(await wrong()).toEqual([])
})

test('an upgrade writes the texts of those who are there, and leaves what was written meanwhile', async () => {
  const app = await started()
  await sql`delete from user_texts`.execute(app.db)
  await app.admin.call(updateUser, { params: { id: app.id }, body: { name: 'Bea', email: 'bea@example.org' } })
  await sql`insert into user_texts (user_id, name, text, is_deleted) values (gen_random_uuid(), 'gone', 'gone', false)`.execute(app.db)
  const migration = await readFile(new URL('../../migrations/0330-user-texts-are-filled.sql', import.meta.url), 'utf8')
  await sql.raw(migration).execute(app.asOwner())
  expect(await app.wrong()).toEqual([])
  expect(await app.found('example.org')).toContain('Bea')
})

test('a search with filters or in another order finds the same people', async () => {
  const { admin, found } = await started()
  const ids = async (query: object) => {
    const { data, total } = (await admin.call(listUsers, { query: { search: 'EXAMPLE', ...query } })).body
    return [data.map(({ name }) => name), total]
  }
  const names = await found('example')
  expect(names.length).toBeGreaterThan(1)
  expect(await ids({ status: 'active' })).toEqual([names, names.length])
  expect(await ids({ direction: 'desc' })).toEqual([names.toReversed(), names.length])
  expect(await ids({ role: 'user' })).toEqual([['Bo Sample'], 1])
  expect(await ids({ second_factor: 'on' })).toEqual([[], 0])
  expect((await ids({ sort: 'created_at' }))[1]).toBe(names.length)
})

test('people are found and listed without regard to accents, and by their domain as it is typed', async () => {
  const { admin, signUp, found } = await started()
  for (const name of ['Ärzte Haus', 'Zoe', 'Łukasz Straße', 'Ben']) await signUp(`${name.slice(-3).replace('ß', 's')}@bücher.example`, name)
  const inOrder = ['Ärzte Haus', 'Ben', 'Łukasz Straße', 'Zoe']
  const names = async (query: object) => {
    const { data } = (await admin.call(listUsers, { query })).body
    return data.map(({ name }) => name).filter((name) => inOrder.includes(name))
  }
  expect([await names({}), await names({ role: 'user' }), await names({ direction: 'desc' })]).toEqual([
    inOrder,
    inOrder,
    inOrder.toReversed(),
  ])
  for (const search of ['bücher.example', '@BÜCHER', 'xn--bcher']) {
    expect([await names({ search }), await names({ search, role: 'user' })]).toEqual([inOrder, inOrder])
  }
  expect([await found('arzte'), await found('ÄRZTE h'), await found('lukasz strasse')]).toEqual([
    ['Ärzte Haus'],
    ['Ärzte Haus'],
    ['Łukasz Straße'],
  ])
})

test('the page comes with the session of an administrator alone', async () => {
  const { db, admin, clock, enter } = await started()
  const bo = await enter('bo@example.org')
  const pages = createUserPages(makeSessionFinder)(db)
  const find = (token: string, search?: string) =>
    pages.findSessionWithUsers(hashToken(token), clock.date(), { search, sort: 'name', direction: 'asc' })
  expect(await find(bo.token)).toMatchObject({ name: 'Bo Sample', users: null })
  expect(await find(admin.token, 'bo s')).toMatchObject({ role: 'admin', users: { total: 1, name: ['Bo Sample'] } })
  expect(await find(admin.token, 'nobody at all')).toMatchObject({ users: { total: null, id: null } })
  expect(await find('not a token')).toBeUndefined()
  expect((await bo.call(listUsers, { query: {} })).status).toBe(403)
  expect((await bo.call(listUsers, { query: { page: '0' } })).status).toBe(403)
  expect((await admin.call(listUsers, { query: { page: '0' } })).status).toBe(422)
})
