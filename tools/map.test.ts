import { expect, test } from 'vitest'
import { arrowsOf, readNouns, undeclaredImports } from './map.mjs'

test('a noun uses the nouns that its declaration needs, and has the calls, checks and metrics that its sources declare', () => {
  const nouns = readNouns([
    ['server/src/sharing/noun.ts', `import type { Keys } from '../keys/noun.ts'`],
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
  expect([...nouns]).toEqual([
    [
      'sharing',
      {
        uses: new Set(['keys']),
        imports: new Map([['keys', 'server/src/sharing/grants/giving.service.ts imports server/src/keys/keys.service.ts']]),
        calls: 2,
        checks: ['shares'],
        metrics: ['shares'],
      },
    ],
  ])
  expect(undeclaredImports(nouns)).toEqual([])
})

test('a noun that imports from another one declares that it needs it', () => {
  const nouns = readNouns([
    ['server/src/sharing/noun.ts', `import type { Keys } from '../keys/noun.ts'`],
    ['server/src/sharing/giving.service.ts', `import { requireOpen } from '../trust/require-open.ts'`],
  ])
  expect(undeclaredImports(nouns)).toEqual([
    'server/src/sharing/giving.service.ts imports server/src/trust/require-open.ts, but the noun.ts of sharing needs nothing of trust.',
  ])
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
