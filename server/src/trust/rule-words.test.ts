import { textOf } from '@twofold/contract/sentences/sentences'
import { expect, test } from 'vitest'
import { wordRules } from './rule-words.ts'

test('settings are worded with the value that they are to have, in the order of their screen', () => {
  const rules = { second_factor: 'all', session_idle_hours: '1', sign_up: 'open', name: 'Vault' }
  expect(textOf(wordRules(rules))).toBe(
    'The name becomes “Vault”. Everybody may sign up. Sessions end after 1 hour without use. A second factor is required of everybody.',
  )
})

test('a request of an earlier version, which names no value for a default, is worded as the default', () => {
  const rules = { name: 'default', address: 'default', session_idle_hours: 'default', password_min_length: 'default' }
  expect(textOf(wordRules(rules))).toBe(
    'The name becomes the default again. The address becomes the default again. Sessions end after 12 hours without use. ' +
      'New passwords have at least 8 characters.',
  )
})
