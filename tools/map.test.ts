import { expect, test } from 'vitest'
import { arrowsOf, readNouns } from './map.mjs'

test('a noun uses whom its own sources name, and has the calls, checks and metrics that they declare', () => {
  const nouns = readNouns([
    [
      'server/src/sharing/grants/giving.service.ts',
      `import type { Keys } from '../../keys/keys.service.ts'\nimport { fail } from '../../platform/fail.ts'`,
    ],
    ['server/src/sharing/grants/grants.routes.ts', `  route(app, shareKey, {}, run)\n  route(app, listShares, {}, run)`],
    ['server/src/sharing/checks.repository.ts', `defineCheck({\n  name: 'shares',`],
    ['server/src/sharing/metrics.ts', `defineMetric({ name: 'twofold_shares', type: 'gauge' })`],
    ['server/src/sharing/sharing.test.ts', `import { addKey } from '../codes/codes.service.ts'`],
    ['server/src/app.ts', `import { keys } from './keys/noun.ts'`],
  ])
  expect([...nouns]).toEqual([['sharing', { uses: new Set(['keys']), calls: 2, checks: ['shares'], metrics: ['shares'] }]])
})

test('an arrow that a longer way says already is not drawn', () => {
  const nouns = new Map([
    ['codes', { uses: ['keys', 'accounts'] }],
    ['keys', { uses: ['accounts'] }],
  ])
  expect(arrowsOf(nouns)).toEqual([
    ['codes', 'keys'],
    ['keys', 'accounts'],
  ])
})
