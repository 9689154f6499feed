import { textOf } from '@twofold/contract/sentences/sentences'
import { expect, test } from 'vitest'
import { fail, wordingOf } from './fail.ts'

test('a time in an error is in a sentence as in all others, for people to read and each language to format', () => {
  const wording = wordingOf(fail('keys.secrets_closed', { parameters: { until: '2026-11-28T13:00:00.000Z' } }))
  expect(wording).toEqual({ code: 'keys.secrets_closed', values: { until: '2026-11-28 13:00 UTC' } })
  expect(textOf([wording])).toMatch(/stay closed until 2026-11-28 13:00 UTC\.$/)
})

test('an error’s other values stay as they are, and one without values has none', () => {
  const named = fail('leavers.no_room', { parameters: { name: 'Cy at 2026-11-28T13:00:00Z', limit: 5 } })
  expect(wordingOf(named)).toEqual({ code: 'leavers.no_room', values: { name: 'Cy at 2026-11-28T13:00:00Z', limit: 5 } })
  expect(wordingOf(fail('requests.asker_gone'))).toEqual({ code: 'requests.asker_gone' })
})
