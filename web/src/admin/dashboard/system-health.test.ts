import { expect, test } from 'vitest'
import { systemHealth } from './system-health.ts'

const health = (failed_emails_24h: number, queue_pending: number) =>
  systemHealth({ figures: { failed_emails_24h, queue_pending }, hasFailed: false })

test('more than 5 failed e-mails or more than 100 waiting ones are a warning, more than 10 failed ones critical', () => {
  expect([health(0, 0), health(5, 100)]).toEqual(['healthy', 'healthy'])
  expect([health(6, 0), health(0, 101), health(10, 500)]).toEqual(['warning', 'warning', 'warning'])
  expect(health(11, 0)).toBe('critical')
})

test('figures that cannot be had are critical, and unknown before they were asked for', () => {
  expect(systemHealth({ figures: { failed_emails_24h: 0, queue_pending: 0 }, hasFailed: true })).toBe('critical')
  expect(systemHealth({ figures: undefined, hasFailed: false })).toBe('unknown')
})

test('a finding of the regular check makes it worse, and never better', () => {
  const found = (status: 'healthy' | 'warning' | 'critical' | 'unknown', failed_emails_24h = 0) =>
    systemHealth({ figures: { failed_emails_24h, queue_pending: 0 }, hasFailed: false, found: status })
  expect([found('unknown'), found('healthy'), found('warning'), found('critical')]).toEqual(['healthy', 'healthy', 'warning', 'critical'])
  expect([found('healthy', 11), found('warning', 11), found('healthy', 6)]).toEqual(['critical', 'critical', 'warning'])
})
