import { expect, test } from 'vitest'
import { findDialect } from './voice-rules.mjs'

test('a listed word is found in comments of both kinds, with its line, and nowhere else', () => {
  const source = [
    'const anew = "anew" // loaded anew',
    '/**',
    ' * Besides this, `besides` is code.',
    ' */',
    'export const besides = (one: string) => `${one} besides`',
    'const View = () => <p>{/* drawn anew */}anew</p>',
  ].join('\n')
  expect(findDialect('a.tsx', source).map(({ line, word }) => `${line} ${word}`)).toEqual(['1 anew', '3 Besides', '6 anew'])
})

test('says what to write instead', () => {
  expect(findDialect('a.ts', '// drawn anew')[0]?.instead).toContain('redraw')
})
