import { expect, test } from 'vitest'
import { findForeignWrites, findOfferedRepositories, findOwnCounts, readOwners } from './table-rules.mjs'

const owners = { accounts: ['users'], sharing: ['groups'], 'admin/notifications': ['notifications'] }

const check = (path: string, text: string) => findForeignWrites([[path, text]], owners)

test.each([
  ['a builder', `await db.insertInto('users').values(user).execute()`],
  ['a builder on the next line', `await db\n  .deleteFrom(\n    'users')`],
  ['what a clean-up removes', `[rowsUntil({ table: 'users', column: 'deleted_at', until })]`],
  ['a statement', 'sql`update users set name = ${name}`'],
  ['a statement within another', 'sql`with gone as (delete from users where id = ${id} returning 1) select 1`'],
])('a table is written by its noun only, by %s', (_, text) => {
  expect(check('server/src/sharing/grants/grants.repository.ts', text)).toEqual([
    'server/src/sharing/grants/grants.repository.ts writes users, which accounts owns: ask it',
  ])
  expect(check('server/src/accounts/accounts.repository.ts', text)).toEqual([])
})

test.each(['sql`delete from ${sql.table(table)} where id = ${id}`', 'db.deleteFrom(table)'])(
  'a table that is written is named: %s',
  (text) => {
    const path = 'server/src/accounts/accounts.repository.ts'
    expect(check(path, text)).toEqual([`${path} writes a table that is not named where it is written`])
    expect(check('server/src/platform/retention.ts', text)).toEqual([])
  },
)

test('parts of the back office are nouns of their own', () => {
  const text = `db.updateTable('notifications')`
  expect(check('server/src/admin/notifications/notifications.repository.ts', text)).toEqual([])
  expect(check('server/src/admin/users/users.repository.ts', text)).toHaveLength(1)
})

test('a table without an owner is named, and reading needs none', () => {
  expect(check('server/src/keys/keys.repository.ts', `db.insertInto('cupboards')`)).toEqual([
    'server/src/keys/keys.repository.ts writes cupboards, which no noun owns: say it in a noun.ts',
  ])
  expect(check('server/src/keys/keys.repository.ts', `db.selectFrom('users')`)).toEqual([])
})

const declaration = (name: string, owns: string) =>
  `export const one = defineNoun({\n  name: '${name}',\n  owns: ${owns},\n  build() {}\n})`

test('a noun owns what its declaration says', () => {
  expect(
    readOwners([
      ['server/src/keys/noun.ts', declaration('keys', `[\n    'keys',\n    'key_tags',\n  ]`)],
      ['server/src/admin/search/noun.ts', declaration('admin/search', `'none'`)],
      ['server/src/platform/ground/platform.ts', declaration('platform', `['audit_log']`)],
      ['server/src/platform/ground/define-noun.ts', `export const defineNoun = () => undefined`],
    ]),
  ).toEqual({ keys: ['keys', 'key_tags'], 'admin/search': [], platform: ['audit_log'] })
})

test('a declaration that cannot be read, or that has the name of another folder, is an error', () => {
  expect(() => readOwners([['server/src/keys/noun.ts', declaration('keys', 'tables')]])).toThrow('server/src/keys/noun.ts has to begin')
  expect(() => readOwners([['server/src/keys/noun.ts', declaration('codes', `'none'`)]])).toThrow('server/src/keys/noun.ts has to begin')
})

test('how many rows a write met is asked by row-counts.ts alone', () => {
  const text = 'const { numUpdatedRows } = await db.updateTable("keys").executeTakeFirst()'
  const path = 'server/src/keys/keys.repository.ts'
  expect(findOwnCounts([[path, text]])).toEqual([`${path} reads how many rows a write met: ask countChanged or changesRow`])
  expect(findOwnCounts([['server/src/platform/row-counts.ts', text]])).toEqual([])
  expect(findOwnCounts([[path, 'countChanged(() => gone.executeTakeFirst())']])).toEqual([])
})

test.each([
  ['a factory', '{ offers: { rows: createRowsRepository } }', 'createRowsRepository'],
  ['one deeper within', '{ offers: { inner: { rows: createRowsRepository } } }', 'createRowsRepository'],
  ['what a factory made', '{ offers: { rows: createRowsRepository(db) } }', 'createRowsRepository'],
  ['the answer to a question', '{ hears: [rows.answeredBy(createRowsRepository)] }', 'createRowsRepository'],
  ['a factory of another name', 'const rows = createRowsRepository\n{ offers: { service, rows } }', 'rows'],
])('a noun offers no repository: %s', (_, text, name) => {
  expect(findOfferedRepositories([['server/src/keys/noun.ts', text]])).toEqual([
    `server/src/keys/noun.ts offers ${name}: offer its methods by name, with offerMethods`,
  ])
})

test('methods by name, services and what a noun does with its own repository are no such offer', () => {
  const text = `const rows = createRowsRepository
    { offers: { rows: offerMethods(createRowsRepository, 'find'), service, count: () => rows.count() } }`
  expect(findOfferedRepositories([['server/src/keys/noun.ts', text]])).toEqual([])
})
