import { expect, test } from 'vitest'
import { findCycles } from './folder-cycles.mjs'

const says = ': folders do not use each other in a circle'

test('a circle of folders is said once, with its shortest way', () => {
  const files: [string, string][] = [
    ['web/src/a/x.ts', `import { y } from '../b/y.ts'`],
    ['web/src/b/y.ts', `import type { Z } from '../c/z.ts'`],
    ['web/src/c/z.ts', `const x = await import('../a/x.ts')`],
  ]
  expect(findCycles(files)).toEqual([`web/src/a → web/src/b → web/src/c → web/src/a${says}`])
})

test('a folder and one inside it are two folders', () => {
  const files: [string, string][] = [
    ['web/src/a/x.ts', `import { y } from './b/y.ts'`],
    ['web/src/a/b/y.ts', `import { x } from '../x.ts'`],
  ]
  expect(findCycles(files)).toEqual([`web/src/a → web/src/a/b → web/src/a${says}`])
})

test.each([
  [
    ['web/src/a/x.ts', `import { y } from './y.ts'`],
    ['web/src/a/y.ts', `import { x } from './x.ts'`],
  ],
  [
    ['web/src/a/x.ts', `import { y } from '../b/y.ts'`],
    ['web/src/b/y.test.ts', `import { x } from '../a/x.ts'`],
  ],
  [
    ['web/src/a/x.ts', `import { y } from '../b/y.ts'`],
    ['web/src/b/testing/y.ts', `import { x } from '../../a/x.ts'`],
  ],
] as [string, string][][])('allowed: %j', (...files) => {
  expect(findCycles(files)).toEqual([])
})
