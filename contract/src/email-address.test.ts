import { expect, test } from 'vitest'
import { emailField } from './accounts.ts'
import { normalizeEmail, sameAddress } from './email-address.ts'

test('case, composition and spaces around an address do not make another one, hidden characters do', () => {
  const spellings = ['zoë@example.org', ' Zoë@Example.ORG\n', 'ZOE\u0308@example.org']
  expect(spellings.map(normalizeEmail)).toEqual(spellings.map(() => 'zoë@example.org'))
  expect(sameAddress('zoë@example.org', 'zoe\u0308@EXAMPLE.org')).toBe(true)
  expect(sameAddress('zoë@example.org', 'zo\u200Bë@example.org')).toBe(false)
})

test('an address that was typed differs from its normalized form by case only', () => {
  expect(emailField.parse(' Zoe\u0308@Example.org ')).toBe('Zoë@Example.org')
})
