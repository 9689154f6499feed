import { expect, test } from 'vitest'
import {
  judgeAudit,
  judgeClock,
  judgeDatabase,
  judgeDatabaseRole,
  judgeMonths,
  judgeStreams,
  judgeTransport,
  judgeWaitingMail,
} from './health-rules.ts'
import { judgeBackup } from './judge-backup.ts'
import { judgeDisk } from './judge-disk.ts'
import { worst } from './verdict.ts'

const figures = {
  connections: 4,
  max_connections: 100,
  nodes: 1,
  needed_connections: 20,
  usable_connections: 97,
  database_time: new Date(),
  waiting_jobs: 0,
  oldest_job_seconds: null,
  failed_jobs: 0,
  waiting_mails: 0,
  failed_mails: 0,
  late_mails: 0,
  oldest_mail: null,
  role: 'twofold',
  is_owner: false,
  audit_waiting: 0,
  audit_waiting_seconds: null,
  audit_verified_seconds: null,
  audit_verified_rows: null,
  streams: 0,
  late_streams: [],
  audit_problem: null,
  months_ahead: 3,
}
const gigabyte = 1024 ** 3
const now = Date.UTC(2026, 10, 20, 9)
const ago = (days: number) => new Date(now - days * 24 * 60 * 60 * 1000)

test('the worst check decides, and what is unknown makes nothing worse', () => {
  expect(worst(['healthy', 'unknown'])).toBe('healthy')
  expect(worst(['healthy', 'warning', 'unknown'])).toBe('warning')
  expect(worst(['critical', 'warning'])).toBe('critical')
})

test('a database that answers late, or has hardly a connection left, is a warning and then critical', () => {
  const status = (milliseconds: number, connections = 4) => judgeDatabase(milliseconds, { ...figures, connections }).status
  expect([status(500), status(501), status(2001)]).toEqual(['healthy', 'warning', 'critical'])
  expect([status(1, 80), status(1, 81), status(1, 96)]).toEqual(['healthy', 'warning', 'critical'])
})

test('nodes that may take more than 80 % of the connections that are not reserved are a warning', () => {
  const judge = (needed_connections: number) => judgeDatabase(1, { ...figures, nodes: 5, needed_connections, usable_connections: 100 })
  expect([judge(80).status, judge(81).status]).toEqual(['healthy', 'warning'])
  expect(judge(81).message).toContain(
    '5 nodes may take 81 of 100 connections. Raise max_connections, lower DATABASE_POOL, or put a pooler in front.',
  )
  expect(judge(0).message).not.toContain('may take')
})

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

test('a copy off the machine that is over 2 days old is a warning, over 8 where backups are weekly, and so is none at all', () => {
  const last = { at: ago(0), error: null }
  const judge = (days: number | undefined, isDaily = true) =>
    judgeBackup(last, now, { at: days === undefined ? undefined : ago(days), isDaily })
  expect(judge(2).status).toBe('healthy')
  expect(judge(2.1)).toMatchObject({ status: 'warning', remedy: '/admin/backups' })
  expect(judge(2.1).message).toMatch(/The last backup was made on .* The last off-site copy is of /)
  expect([judge(8, false).status, judge(8.1, false).status]).toEqual(['healthy', 'warning'])
  expect(judge(undefined)).toMatchObject({ status: 'warning', message: expect.stringContaining('was ever sent') as string })
  expect(judgeBackup({ at: ago(0), error: 'Full.' }, now, { at: ago(0), isDaily: true }).status).toBe('critical')
})

test('a backup that failed is critical, one that is over 8 days old a warning, and so is none at all', () => {
  expect(judgeBackup(undefined, now)).toMatchObject({ status: 'warning', value: 'Never', remedy: '/admin/backups' })
  expect(judgeBackup({ at: ago(8), error: null }, now).status).toBe('healthy')
  expect(judgeBackup({ at: ago(8.1), error: null }, now).status).toBe('warning')
  expect(judgeBackup({ at: ago(0), error: 'The disk is full.' }, now)).toMatchObject({
    status: 'critical',
    message: 'The last backup failed on 2026-11-20 09:00 UTC. The disk is full.',
  })
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

test('a role that owns the tables is a warning that says what it means', () => {
  expect(judgeDatabaseRole(figures)).toMatchObject({ status: 'healthy', value: 'Separate' })
  expect(judgeDatabaseRole({ ...figures, is_owner: true })).toMatchObject({
    status: 'warning',
    message: 'The application connects as twofold, which owns the tables: who breaks into it could rewrite the audit log.',
    remedy: '/admin/system/remedies#database-role',
  })
})

test('mail that waits for more than an hour is a warning that leads to the cause', () => {
  const provider = { name: 'Main', has_sender: true, is_down: false, is_out_of_quota: false, last_error: null }
  const late = { ...figures, late_mails: 3, oldest_mail: new Date(now - 2 * 60 * 60 * 1000) }
  expect(judgeWaitingMail(figures, [], now).status).toBe('healthy')
  expect(judgeWaitingMail(late, [], now)).toMatchObject({
    status: 'warning',
    value: '3, oldest 2 h',
    message: '3 e-mails have waited for more than an hour. No e-mail provider is active.',
    remedy: '/admin/email/providers/create',
  })
  expect(judgeWaitingMail(late, [provider], now)).toMatchObject({ status: 'warning', remedy: '/admin/email/logs?status=pending' })
})

test('a break in the audit log is critical, and rows that wait or a verification that is overdue a warning', () => {
  expect(judgeAudit(figures)).toMatchObject({ status: 'healthy', value: 'Not verified yet' })
  const verified = { audit_verified_rows: 1200, audit_verified_seconds: 7200 }
  expect(judgeAudit({ ...figures, ...verified })).toMatchObject({ status: 'healthy', value: '1,200 rows' })
  expect(judgeAudit({ ...figures, ...verified, audit_verified_seconds: 3 * 86_400 + 1 }).status).toBe('warning')
  expect(judgeAudit({ ...figures, audit_waiting: 3, audit_waiting_seconds: 15 * 60 }).status).toBe('healthy')
  expect(judgeAudit({ ...figures, audit_waiting: 3, audit_waiting_seconds: 15 * 60 + 1 })).toMatchObject({
    status: 'warning',
    message: '3 rows wait to be linked, the oldest for 15 min. A process with the role worker does that.',
  })
  expect(judgeAudit({ ...figures, ...verified, audit_problem: 'Row 7 was removed.' })).toMatchObject({
    status: 'critical',
    message: 'Verification of the audit log found a break. Row 7 was removed.',
    remedy: '/admin/system/remedies#audit',
  })
})

test('a stream that is more than 15 minutes behind is a warning with its name and reason, more than a day critical', () => {
  expect(judgeStreams(figures)).toMatchObject({ status: 'healthy', value: 'None' })
  const late = (seconds: number) =>
    judgeStreams({ ...figures, streams: 2, late_streams: [{ name: 'SIEM', seconds, error: 'The receiver answered 503.' }] })
  expect(late(15 * 60)).toMatchObject({ status: 'healthy', value: '2 of 2 up to date' })
  expect(late(15 * 60 + 1)).toMatchObject({
    status: 'warning',
    value: '1 of 2 up to date',
    message: 'SIEM is 15 min behind. The receiver answered 503.',
    remedy: '/admin/audit/streams',
  })
  expect(late(24 * 60 * 60 + 1).status).toBe('critical')
})

test('fewer than two months ahead are a warning, none is critical, and both say who should make them', () => {
  const judge = (ahead: number) => judgeMonths({ ...figures, months_ahead: ahead })
  expect([judge(3), judge(2), judge(1), judge(0)].map(({ status }) => status)).toEqual(['healthy', 'healthy', 'warning', 'critical'])
  expect(judge(3)).toMatchObject({ value: '3 months' })
  expect(judge(1).message).toMatch(/^Usage and activity are kept by months\. 1 month ahead has its table\. A worker makes three/)
})
