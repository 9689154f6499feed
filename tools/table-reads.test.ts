import { expect, test } from 'vitest'
import { findForeignReads, readViews } from './table-reads.mjs'

const owners = { platform: ['nodes'], accounts: ['users', 'people'], sharing: ['groups'] }
const views = new Set(['people'])
const check = (path: string, text: string) => findForeignReads([[path, text]], owners, views)

const readings = [
  `db.selectFrom('groups')`,
  `query.leftJoin('groups as own', 'own.id', 'id')`,
  'sql`select 1 from groups`',
  'sql`join groups g on true`',
  'sql`select from people own, groups g`',
  'sql`delete from people using groups where true`',
  `sql.table('groups')`,
]

test.each(readings)('a table is read by its own noun alone: %s', (text) => {
  expect(check('server/src/accounts/accounts.repository.ts', text)).toEqual([
    'server/src/accounts/accounts.repository.ts reads groups, which sharing owns: ask it, or read a view',
  ])
  expect(check('server/src/sharing/grants/grants.repository.ts', text)).toEqual([])
})

test('nor does a noun read one of a noun before it, or the platform one of any noun', () => {
  const text = `db.selectFrom('users')`
  for (const path of ['server/src/sharing/grants/grants.repository.ts', 'server/src/platform/rows.repository.ts'])
    expect(check(path, text)).toEqual([`${path} reads users, which accounts owns: ask it, or read a view`])
})

test('views and tables of the platform are read by all, a comment reads nothing, and a command is no noun', () => {
  expect(check('server/src/sharing/a.repository.ts', 'sql`from people users join nodes on a is distinct from users.b`')).toEqual([])
  expect(check('server/src/accounts/a.ts', '/* from groups */ // from groups')).toEqual([])
  expect(check('server/src/doctor-command.ts', 'sql`select from groups`')).toEqual([])
})

test('views are those that migrations make and do not drop', () => {
  const made: [string, string] = ['1.sql', 'create view a as select 1; create or replace view b as select 2;']
  expect([...readViews([made, ['2.sql', 'drop view a;']])]).toEqual(['b'])
})
