import { expect, test } from 'vitest'
import { accountEmailField, emailField } from './accounts.ts'
import { domainsIn } from './domains.ts'
import { normalizeEmail, sameAddress, storedForms } from './email-address.ts'

test('case, composition and spaces around an address do not make another one, hidden characters do', () => {
  const spellings = ['zoë@example.org', ' Zoë@Example.ORG\n', 'ZOE\u0308@example.org']
  expect(spellings.map(normalizeEmail)).toEqual(spellings.map(() => 'zoë@example.org'))
  expect(sameAddress('zoë@example.org', 'zoe\u0308@EXAMPLE.org')).toBe(true)
  expect(sameAddress('zoë@example.org', 'zo\u200Bë@example.org')).toBe(false)
})

test('an address that was typed differs from its normalized form by case only', () => {
  expect(emailField.parse(' Zoe\u0308@Example.org ')).toBe('Zoë@Example.org')
})

test.each([
  ['bo@B\u00dccher.Example', 'bo@xn--bcher-kva.example'],
  ['Bo@bu\u0308cher.example', 'Bo@xn--bcher-kva.example'],
  ['bo@XN--bcher-kva.example', 'bo@XN--bcher-kva.example'],
  ['bo@ｅｘａｍｐｌｅ．ｏｒｇ', 'bo@example.org'],
  ['bo@example。org', 'bo@example.org'],
  ['bö@straße.example', 'bö@xn--strae-oqa.example'],
  ['Bo@Example.ORG', 'Bo@Example.ORG'],
])('%s is stored as %s, whatever domain a browser sends, and its local part as it was typed', (typed, stored) => {
  expect(emailField.parse(typed)).toBe(stored)
  expect(normalizeEmail(typed)).toBe(stored.toLowerCase())
  expect(sameAddress(typed, stored)).toBe(true)
})

test.each(['bo@bü/evil.example', 'bo@evil.example?.bü', 'bo@bü%2e.example', 'bo@a／ü.example', 'bo@xn--\u00fc.example', 'bo@ü＠b.example'])(
  '%s has no domain in ASCII, so nobody gets such an address, and an account that has it keeps it',
  (typed) => {
    expect(emailField.safeParse(typed).success).toBe(false)
    expect([accountEmailField.parse(typed), normalizeEmail(typed)]).toEqual([typed, typed])
  },
)

test('an account is looked for under the address as it was typed, and then with its domain in ASCII', () => {
  expect(storedForms('Bo@Example.org')).toEqual(['bo@example.org'])
  expect(storedForms(' Bo@Bücher.example')).toEqual(['bo@bücher.example', 'bo@xn--bcher-kva.example'])
})

test('a filter by domains finds one in whichever way it is written', () => {
  expect(domainsIn('@Bücher.example, xn--bcher-kva.example; ｅxample.org')).toEqual(['xn--bcher-kva.example', 'example.org'])
})
