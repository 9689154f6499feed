import { expect, test } from 'vitest'
import { judgeClock } from './judge-clock.ts'
import { judgeDisk } from './judge-disk.ts'
import { judgeTransport } from './judge-transport.ts'

const gigabyte = 1024 ** 3

test('less than 10 % of the disk free is a warning, less than 3 % critical, and one that cannot be measured is unknown', () => {
  const disk = (percent: number) => judgeDisk({ free: percent * gigabyte, total: 100 * gigabyte })
  expect([disk(10).status, disk(9.9).status, disk(2.9).status]).toEqual(['healthy', 'warning', 'critical'])
  expect(disk(8).message).toBe('The disk of the data folder is 92 % full: 8.0 GB are free.')
  expect(judgeDisk(undefined).status).toBe('unknown')
})

test('a disk that is full within 14 days as it goes is a warning, within 3 critical, and fewer than 4 days say nothing', () => {
  const judge = (perDay: number, count = 10) => {
    const days = Array.from({ length: count }, (_, daysAgo) => ({ daysAgo, free: (50 + perDay * daysAgo) * gigabyte }))
    return judgeDisk({ free: 50 * gigabyte, total: 100 * gigabyte }, days)
  }
  expect([judge(3.5).status, judge(3.6).status, judge(16.6).status, judge(16.8).status]).toEqual([
    'healthy',
    'warning',
    'warning',
    'critical',
  ])
  expect(judge(5).message).toBe('The disk of the data folder is 50 % full: 50.0 GB are free. At the present rate it is full in 10 days.')
  expect([judge(-20).status, judge(0).status, judge(50, 3).status]).toEqual(['healthy', 'healthy', 'healthy'])
})

test('a clock counts by whichever other clock it is further from', () => {
  expect(judgeClock(0.1, undefined, undefined)).toMatchObject({ status: 'healthy', value: 'Not compared' })
  expect(judgeClock(0.1, { seconds: -5.1 }, 'ntp')).toMatchObject({ status: 'warning', value: '5.1 s off' })
  expect(judgeClock(16, { seconds: 0 }, 'ntp').status).toBe('critical')
  expect(judgeClock(0, { error: 'No answer.' }, 'ntp').status).toBe('warning')
  expect(judgeClock(16, { error: 'No answer.' }, 'ntp').status).toBe('critical')
})

test.each([
  ['https://vault.example.org', '0.0.0.0', 'healthy'],
  ['http://localhost:3000', '127.0.0.1', 'healthy'],
  ['http://127.0.0.1:3000', '::1', 'healthy'],
  ['http://[::1]:3000', 'localhost', 'healthy'],
  ['http://localhost:3000', '0.0.0.0', 'warning'],
  ['http://localhost:3000', '::', 'warning'],
  ['http://vault.example.lan', '127.0.0.1', 'warning'],
  ['http://192.168.1.7:3000', '192.168.1.7', 'warning'],
  ['http://127.0.0.1.example.org', '127.0.0.1', 'warning'],
] as const)('people reach %s, the server listens on %s: %s', (address, host, status) => {
  const found = judgeTransport({ address, host })
  expect(found.status).toBe(status)
  expect(found.remedy).toBe(status === 'warning' ? '/admin/system/remedies#transport' : undefined)
})

test.each([
  [40, 'healthy', 'Its certificate is valid until 2026-12-31.'],
  [13.5, 'warning', 'Its certificate expires in 13 days, on 2026-12-04: renew it.'],
  [2.9, 'critical', 'Its certificate expires in 2 days, on 2026-11-24: renew it.'],
  [-1, 'critical', 'Its certificate ended on 2026-11-20: browsers refuse the address.'],
] as const)('a certificate that ends in %d days: %s', (days, status, said) => {
  const at = Date.parse('2026-11-21T09:00:00Z')
  const found = judgeTransport({ address: 'https://vault.example.org', host: '0.0.0.0' }, at, new Date(at + days * 86_400_000))
  expect([found.status, found.message]).toEqual([status, `People reach Twofold by HTTPS, at https://vault.example.org. ${said}`])
})
