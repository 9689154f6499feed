import { listUsers } from '@twofold/contract/admin/users'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'

/** An installation with 1,100 people more, whose last count says that it is a very large one. */
async function started() {
  const app = await startEmailApp()
  await sql`insert into users (id, name, email, email_normalized, last_login_at, keys_count, created_at, updated_at)
    select gen_random_uuid(), 'Person ' || lpad(number::text, 4, '0'), 'person' || number || '@example.org', 'person' || number || '@example.org',
      case when number % 3 = 0 then null else now() - make_interval(hours => number % 7) end, number % 5, now(), now()
    from generate_series(1, 1100) as number`.execute(app.db)
  await app.keptFigures.renew()
  await sql`update kept_figures set figures = figures || '{"users": 1000000}' where name = 'totals'`.execute(app.db)
  const list = async (query: Record<string, string>) => (await app.admin.call(listUsers, { query })).body
  return { ...app, list }
}

test('among very many, the list counts by what the job counted last', async () => {
  const app = await started()
  await app.signUp('new@example.org')
  expect(await app.list({})).toMatchObject({ total: 1101, has_more: false })
  expect(await app.list({ role: 'admin' })).toMatchObject({ total: 1 })
  expect(await app.list({ role: 'user', status: 'inactive' })).toMatchObject({ total: 0 })
  await app.keptFigures.renew()
  await sql`update kept_figures set figures = figures || '{"users": 1000000}' where name = 'totals'`.execute(app.db)
  expect(await app.list({})).toMatchObject({ total: 1102 })
})

test('among very many, a search is counted up to a thousand and says when there are more', async () => {
  const app = await started()
  expect(await app.list({ search: 'person' })).toMatchObject({ total: 1000, has_more: true, last_page: 40 })
  expect(await app.list({ search: 'person 000' })).toMatchObject({ total: 9, has_more: false })
})

test.each(['name', 'last_login_at', 'two_fa_keys_count', 'role'])(
  'by %s: pages from both ends show everybody once, in one order',
  async (sort) => {
    const app = await started()
    for (const direction of ['asc', 'desc']) {
      const { last_page: pages } = await app.list({ sort, direction })
      const ids: string[] = []
      for (let page = 1; page <= pages; page++)
        ids.push(...(await app.list({ sort, direction, page: String(page) })).data.map(({ id }) => id))
      expect(ids).toHaveLength(1101)
      expect(new Set(ids).size).toBe(1101)
      if (sort !== 'last_login_at') continue
      const { rows } = await sql<{ id: string }>`
      select id from users order by last_login_at ${sql.raw(direction)} nulls last, id ${sql.raw(direction)}`.execute(app.db)
      expect(ids).toEqual(rows.map(({ id }) => id))
    }
  },
)

test('a page behind the last one is empty', async () => {
  const app = await started()
  expect(await app.list({ page: '46' })).toMatchObject({ data: [], total: 1101, from: 0, to: 0 })
})
