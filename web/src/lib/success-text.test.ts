import { expect, test } from 'vitest'
import { successText } from './success-text.ts'

test('no success is claimed where no e-mail has an outcome yet', () => {
  expect(successText({ total_sent: 0, success_rate: 100 })).toBe('–')
  expect(successText({ total_sent: 1, success_rate: 100 })).toBe('100%')
  // Refused by every provider: none was sent, and that is known.
  expect(successText({ total_sent: 0, success_rate: 0 })).toBe('0%')
})
