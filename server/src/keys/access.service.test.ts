import { expect, test } from 'vitest'
import { createManualClock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { AccessLevel, AccessRepository } from './access.repository.ts'
import { createAccessService } from './access.service.ts'

const now = Date.UTC(2026, 0, 1)
const db = {} as Db

/** The person has the key at that level, or not at all. Every statement is kept. */
function start(level: AccessLevel | undefined, isActive = true) {
  const statements: unknown[] = []
  const access = createAccessService({
    clock: createManualClock(now),
    access: () =>
      ({
        holdActive: async (user: string) => {
          statements.push(['hold', user])
          return isActive
        },
        lock: async (ids: string[]) => void statements.push(['lock', ids]),
        find: async (user: string, key: string, time: Date) => {
          statements.push(['find', user, key, time])
          return level === undefined ? undefined : { level }
        },
        findOfProgram: async (program: string, key: string, time: Date) => {
          statements.push(['find', program, key, time])
          return level === undefined ? undefined : { terms: 'of the account' }
        },
      }) as unknown as AccessRepository,
  })
  return { access, statements }
}

const levels = ['view', 'admin', 'owner'] as const
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'allowed',
    (error: unknown) => (error as { code: string }).code,
  )

test.each([
  ['view', ['allowed', 'keys.view_only', 'keys.owner_only']],
  ['admin', ['allowed', 'allowed', 'keys.owner_only']],
  ['owner', ['allowed', 'allowed', 'allowed']],
  [undefined, ['keys.not_found', 'keys.not_found', 'keys.not_found']],
] as const)('a person with level %s on a key may do everything that this level allows, and no more', async (level, expected) => {
  const { access } = start(level)
  expect(await Promise.all(levels.map((needed) => codeOf(access.require(db, 'ann', 'key', needed))))).toEqual(expected)
  expect(await Promise.all(levels.map((needed) => codeOf(access.lock(db, 'ann', 'key', needed))))).toEqual(expected)
})

test('a key is locked before it is looked at, as it is now', async () => {
  const { access, statements } = start('view')
  expect(await access.lock(db, 'ann', 'key', 'view')).toEqual({ level: 'view' })
  expect(statements).toEqual([
    ['lock', ['key']],
    ['find', 'ann', 'key', new Date(now)],
  ])
})

test('only one’s own of several keys are answered, all of them locked', async () => {
  for (const level of ['view', 'admin', undefined] as const)
    expect(await start(level).access.lockOwn(db, 'ann', ['key'])).toEqual(new Set())
  const { access, statements } = start('owner')
  expect(await access.lockOwn(db, 'ann', ['one', 'two'])).toEqual(new Set(['one', 'two']))
  expect(statements[0]).toEqual(['lock', ['one', 'two']])
})

test('an owner decides about a key only while their account is held active, and the account is held before the key', async () => {
  const { access, statements } = start('owner')
  await access.lock(db, 'ann', 'key', 'owner')
  expect(statements.slice(0, 2)).toEqual([
    ['hold', 'ann'],
    ['lock', ['key']],
  ])
  expect(await codeOf(start('owner', false).access.lock(db, 'ann', 'key', 'owner'))).toBe('auth.unauthenticated')
  expect(await codeOf(start('owner', false).access.requireActive(db, 'ann'))).toBe('auth.unauthenticated')
})

test('a service account has the terms that it was given the key on, or no key', async () => {
  const { access, statements } = start('view')
  expect(await access.requireProgram(db, 'robot', 'key')).toEqual({ terms: 'of the account' })
  expect(statements).toEqual([['find', 'robot', 'key', new Date(now)]])
  expect(await codeOf(start(undefined).access.requireProgram(db, 'robot', 'key'))).toBe('keys.not_found')
})

test('a held key is locked, no matter who owns it', async () => {
  const { access, statements } = start(undefined)
  await access.hold(db, 'key')
  expect(statements).toEqual([['lock', ['key']]])
})
