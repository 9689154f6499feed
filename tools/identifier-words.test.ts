import { expect, test } from 'vitest'
import { findInIdentifiers } from './identifier-words.mjs'

const found = (text: string, path = 'server/src/a.tsx') => findInIdentifiers(path, text).map(({ line, word }) => `${line} ${word}`)

test('a listed word is found in a name, where camel case parts it, with its line', () => {
  const source = [
    'export function tellOwners() {}',
    '',
    'const { isMine, portionBytes } = rows.listToTell(lookUp)',
    'class A { #patience = 1 }',
  ].join('\n')
  expect(found(source)).toEqual(['1 tellOwners', '3 isMine', '3 portionBytes', '3 listToTell', '3 lookUp', '4 patience'])
  expect(found('const View = () => <TellFailure heeded={whom} />')).toEqual(['1 TellFailure', '1 heeded', '1 whom'])
})

test('texts, comments, other words and columns are left alone', () => {
  expect(
    found("const fortelling = 'tell'\n// mine\nconst [proportion, hosts] = [lookup(patients), row.told_round, { 'whom': room }]"),
  ).toEqual([])
})

test('a field of the API is called as it is, there and nowhere else', () => {
  expect(found('whom', 'server/src/admin/audit/audit.repository.ts')).toEqual([])
  expect(found('whom')).toEqual(['1 whom'])
})

test('says what to write instead', () => {
  expect(findInIdentifiers('a.ts', 'tellOwners()')[0]?.instead).toContain('notify')
})
