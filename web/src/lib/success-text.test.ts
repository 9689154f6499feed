import { i18n } from '@lingui/core'
import { beforeEach, expect, test } from 'vitest'
import { successText } from './success-text.ts'

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('no success is claimed where no e-mail has an outcome yet', () => {
  expect(successText({ total_sent: 0, success_rate: 100 })).toBe('–')
  expect(successText({ total_sent: 1, success_rate: 100 })).toBe('100%')
  // Refused by every provider: none was sent, and that is known.
  expect(successText({ total_sent: 0, success_rate: 0 })).toBe('0%')
})

test('a rate is written as the language of the page writes percentages', () => {
  expect(successText({ total_sent: 40, success_rate: 97.5 })).toBe('97.5%')
  i18n.loadAndActivate({ locale: 'de', messages: {} })
  expect(successText({ total_sent: 40, success_rate: 97.5 })).toBe('97,5\u00A0%')
})
