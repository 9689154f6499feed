import { expect, test } from 'vitest'
import { findForeignReads, readNouns, readViews } from './table-reads.mjs'

const owners = { accounts: ['users', 'people'], sharing: ['groups'] }
const known = { order: ['accounts', 'sharing'], views: new Set(['people']), left: {} }
const check = (path: string, text: string) => findForeignReads([[path, text]], owners, known)

test.each([
  `db.selectFrom('groups')`,
  `query.leftJoin('groups as own', 'own.id', 'id')`,
  'sql`select 1 from groups`',
  'sql`join groups g on true`',
  'sql`select from people own, groups g`',
  `sql.table('groups')`,
])('a noun reads no table of one after it: %s', (text) => {
  expect(check('server/src/accounts/accounts.repository.ts', text)).toEqual([
    'server/src/accounts/accounts.repository.ts reads groups, but sharing stands after it: ask it, or read a view',
  ])
  expect(check('server/src/sharing/grants/grants.repository.ts', text)).toEqual([])
})

test('a noun reads every view and no table of another, also of one before it, and a comment reads nothing', () => {
  expect(check('server/src/sharing/grants/grants.repository.ts', `db.selectFrom('users')`)).toEqual([
    'server/src/sharing/grants/grants.repository.ts reads users, which accounts owns: ask it, or read a view',
  ])
  expect(check('server/src/sharing/grants/grants.repository.ts', `sql\`from people users where a is distinct from users.b\``)).toEqual([])
  expect(findForeignReads([['server/src/accounts/a.ts', `db.selectFrom('people')`]], { sharing: ['people'] }, known)).toEqual([])
  expect(check('server/src/accounts/a.ts', '/* from groups */ // from groups')).toEqual([])
})

test('what is left of such reads may sink and not rise', () => {
  const files: [string, string][] = [['server/src/sharing/a.repository.ts', `db.selectFrom('users'); sql\`join users on true\``]]
  const line = 'server/src/sharing/a.repository.ts reads users, which accounts owns: ask it, or read a view'
  expect(findForeignReads(files, owners, { ...known, left: { users: 1 } })).toEqual([line])
  expect(findForeignReads(files, owners, { ...known, left: { users: 2 } })).toEqual([])
  expect(findForeignReads(files, owners, { ...known, left: { users: 3 } })).toEqual([
    'users is read 2 times by nouns that do not own it: say so in readsLeft',
  ])
})

test('the order of nouns is that of app.ts', () => {
  const text = `import { platform } from './platform/ground/platform.ts'
import { mailLog } from './mail-log/noun.ts'
import { search } from './admin/search/noun.ts'
const nouns = listNouns()
  .add(platform)
  .add(mailLog)
  .add(search)`
  expect(readNouns(text)).toEqual(['platform', 'mail-log', 'admin/search'])
})

test('views are those that migrations make and do not drop', () => {
  const made: [string, string] = ['1.sql', 'create view a as select 1; create or replace view b as select 2;']
  expect([...readViews([made, ['2.sql', 'drop view a;']])]).toEqual(['b'])
})
