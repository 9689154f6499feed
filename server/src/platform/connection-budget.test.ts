import { expect, test } from 'vitest'
import { countConnections } from './connection-budget.ts'

const node = { databasePool: 12, databasePooler: 'none', databaseDirectUrl: undefined, roles: ['web', 'worker'] } as const
const past = { databaseDirectUrl: 'postgres://db/twofold' }

test('a node counts its pool and the connections outside of it, and behind a pooler only those that go past it', () => {
  expect(countConnections(node)).toBe(20)
  expect(countConnections({ ...node, roles: ['web'] })).toBe(16)
  expect(countConnections({ ...node, databasePooler: 'session' })).toBe(0)
  expect(countConnections({ ...node, ...past, databasePooler: 'transaction' })).toBe(8)
})
