import { expect, test } from 'vitest'
import { worst } from './finding.ts'

test('the worst check decides, and what is unknown makes nothing worse', () => {
  expect(worst(['healthy', 'unknown'])).toBe('healthy')
  expect(worst(['healthy', 'warning', 'unknown'])).toBe('warning')
  expect(worst(['critical', 'warning'])).toBe('critical')
})
