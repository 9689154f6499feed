import type { OwnKey } from '@twofold/contract/keys'
import { expect, test } from 'vitest'
import { findDuplicate } from './duplicates.ts'

const key = (name: string, issuer: string | null, account: string | null) => ({ name, issuer, account }) as OwnKey
const isThere = (kept: OwnKey, name: string, issuer = '', account = '') => findDuplicate([kept], { name, issuer, account }) === kept

test('the same issuer and account is the same key, whatever it is called and however it is written', () => {
  const kept = key('Work', 'Code host', 'ann@example.org')
  expect(isThere(kept, 'Other', 'code host ', 'Ann@Example.org')).toBe(true)
  expect(isThere(kept, 'Work', 'Code host', 'bo@example.org')).toBe(false)
  expect(isThere(kept, 'Work', 'Mail', 'ann@example.org')).toBe(false)
})

test('an issuer that is left out may stand in the name', () => {
  expect(isThere(key('Code host', null, 'ann'), 'Anything', 'Code host', 'ann')).toBe(true)
  expect(isThere(key('Work', 'Code host', 'ann'), 'Code host', '', 'ann')).toBe(true)
})

test('without an account, issuer and name have to be the same', () => {
  expect(isThere(key('Door', null, null), ' door ')).toBe(true)
  expect(isThere(key('Door', null, null), 'Gate')).toBe(false)
  expect(isThere(key('Ann', 'Code host', null), 'Bo', 'Code host')).toBe(false)
  expect(isThere(key('', null, null), '')).toBe(false)
})
