import type { Share } from '@twofold/contract/sharing/grants'
import { expect, test } from 'vitest'
import { existingShare, matching, readAddresses, splitTyped, type Target } from './targets.ts'

test('addresses are read from whatever is pasted, each once', () => {
  expect(readAddresses('Ann Example <ann@example.org>, bo@example.org;\ncy@example.org ANN@example.org')).toEqual([
    'ANN@example.org',
    'bo@example.org',
    'cy@example.org',
  ])
  expect(readAddresses('mailto:dee@example.org.')).toEqual(['dee@example.org'])
  expect(readAddresses('nobody, no@body')).toEqual([])
})

test.each([
  ['ann@example.org', { addresses: [], rest: 'ann@example.org' }],
  ['ann@example.org ', { addresses: ['ann@example.org'], rest: '' }],
  ['ann@example.org, bo@example.org cy@ex', { addresses: ['ann@example.org', 'bo@example.org'], rest: 'cy@ex' }],
  ['Ann Example', { addresses: [], rest: 'Ann Example' }],
])('in %j what a separator follows is whole, and the rest is still being typed', (text, expected) => {
  expect(splitTyped(text)).toEqual(expected)
})

test('names that begin with what is typed come before those that only contain it', () => {
  const person = (name: string, email: string): Target => ({ kind: 'person', name, email })
  const known: Target[] = [
    person('Stefan Fast', 'stefan@example.org'),
    { kind: 'group', id: 'g', name: 'Facility', members: 3 },
    person('Alfa', 'alfa@example.org'),
    person('Dee', 'fay@example.org'),
  ]
  expect(matching(known, 'FA', 3)).toEqual([known[0], known[1], known[3]])
  expect(matching(known, 'lfa', 3)).toEqual([known[2]])
})

test('names are found without their accents', () => {
  const known: Target[] = [{ kind: 'person', name: 'Jörg Groß', email: 'jg@example.org' }]
  expect(matching(known, 'jorg gross', 3)).toEqual(known)
  expect(matching(known, 'JÖRG', 3)).toEqual(known)
})

test('a person who has the key already is found by address, group or service account, but not by an ended share', () => {
  const share = (fields: object) => ({ is_expired: false, email: null, group: null, service_account: null, ...fields }) as Share
  const shares = [
    share({ id: '1', email: 'Mia@example.org' }),
    share({ id: '2', email: 'cy@example.org', is_expired: true }),
    share({ id: '3', group: { id: 'g' } }),
    share({ id: '4', service_account: { id: 's' } }),
  ]
  const idOf = (target: Target) => existingShare(shares, target)?.id
  expect(idOf({ kind: 'person', email: 'mia@Example.org', name: null })).toBe('1')
  expect(idOf({ kind: 'person', email: 'cy@example.org', name: null })).toBeUndefined()
  expect(idOf({ kind: 'group', id: 'g', name: 'Operations', members: 2 })).toBe('3')
  expect(idOf({ kind: 'service-account', id: 's', name: 'Deploy bot' })).toBe('4')
})
