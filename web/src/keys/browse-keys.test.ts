import type { OwnKey, SharedKey } from '@twofold/contract/keys'
import { expect, test } from 'vitest'
import { browseKeys, type KeyView, tagsIn, tagsOf } from './browse-keys.ts'

const key = (name: string, more: Partial<OwnKey> = {}) =>
  ({ name, issuer: null, account: null, tags: [], favourite: false, created_at: '2026-01-01T00:00:00Z', ...more }) as unknown as OwnKey

const keys = [
  key('Mail 10', { issuer: 'Post', account: 'ann@example.org', created_at: '2026-03-01T00:00:00Z' }),
  key('mail 9', { tags: ['Work', 'Zürich'], created_at: '2026-01-01T00:00:00Z' }),
  key('Café', { issuer: 'Zebra', tags: ['Work'], favourite: true, created_at: '2026-02-01T00:00:00Z' }),
]
const view: KeyView = { query: '', tags: [], group: '', onlyFavourites: false, only: '', order: 'added' }
const names = (changes: Partial<KeyView>) => browseKeys(keys, { ...view, ...changes }).map(({ name }) => name)

test.each([
  ['cafe', ['Café']],
  ['MAIL', ['Mail 10', 'mail 9']],
  ['ann post', ['Mail 10']],
  ['post ann', ['Mail 10']],
  ['zurich', ['mail 9']],
  ['ZÜRICH', ['mail 9']],
  ['  ', ['Café', 'Mail 10', 'mail 9']],
  ['mail zebra', []],
])('%j finds every key that has all of its words, whatever their case and accents', (query, expected) => {
  expect(names({ query })).toEqual(expected)
})

test('a shared key is found by the name of who shares it', () => {
  const shared = { ...key('Door'), shared_by: { name: 'Bo Example' } } as unknown as SharedKey
  expect(browseKeys([shared], { ...view, query: 'bo' })).toEqual([shared])
})

test('names that begin with what is typed come first, and tags count from their beginning', () => {
  const hosts = [key('Code host'), key('Host of mail', { tags: ['Production'] })]
  const found = (query: string) => browseKeys(hosts, { ...view, query }).map(({ name }) => name)
  expect(found('host')).toEqual(['Host of mail', 'Code host'])
  expect(found('prod')).toEqual(['Host of mail'])
  expect(found('duction')).toEqual([])
})

test('only own keys, or only those of others', () => {
  const shared = { ...key('Door'), shared_by: { name: 'Bo Example' } } as unknown as SharedKey
  const all = [key('Mine'), shared]
  expect(browseKeys(all, { ...view, only: 'own' }).map(({ name }) => name)).toEqual(['Mine'])
  expect(browseKeys(all, { ...view, only: 'shared' }).map(({ name }) => name)).toEqual(['Door'])
})

test('tags and favourites narrow what is found', () => {
  expect(names({ tags: ['Work'] })).toEqual(['Café', 'mail 9'])
  expect(names({ tags: ['Work'], query: 'mail' })).toEqual(['mail 9'])
  expect(names({ onlyFavourites: true })).toEqual(['Café'])
})

test.each([
  ['added', ['Café', 'Mail 10', 'mail 9']],
  ['newest', ['Café', 'Mail 10', 'mail 9']],
  ['name', ['Café', 'mail 9', 'Mail 10']],
  ['issuer', ['Café', 'mail 9', 'Mail 10']],
] as const)('favourites come first, then by %s; numbers count as numbers', (order, expected) => {
  expect(names({ order })).toEqual(expected)
})

test('the list that was given stays as it was', () => {
  const given = [...keys]
  browseKeys(given, { ...view, order: 'name' })
  expect(given).toEqual(keys)
})

test('every tag is named once, in alphabetical order', () => {
  expect(tagsOf(keys)).toEqual(['Work', 'Zürich'])
})

test('one of several tags is enough', () => {
  const tagged = [key('Shop', { tags: ['Web'] }), key('Post', { tags: ['Mail', 'Old'] }), key('Bank')]
  expect(browseKeys(tagged, { ...view, tags: ['Web', 'Old'] }).map(({ name }) => name)).toEqual(['Shop', 'Post'])
})

test('an address names several tags, of which those count that are there, also one with a comma in it', () => {
  const known = new Map([
    ['Web', 1],
    ['Mail', 1],
    ['Paris, France', 1],
  ])
  expect(tagsIn('Web,Gone,Mail', known)).toEqual(['Web', 'Mail'])
  expect(tagsIn('Paris, France', known)).toEqual(['Paris, France'])
  expect(tagsIn('', known)).toEqual([])
})
