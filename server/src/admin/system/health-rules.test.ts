import { expect, test } from 'vitest'
import { judgeBackup, judgeClock, judgeDatabase, judgeDisk, worst } from './health-rules.ts'

const figures = {
  connections: 4,
  max_connections: 100,
  database_time: new Date(),
  waiting_jobs: 0,
  oldest_job_seconds: null,
  failed_jobs: 0,
  waiting_mails: 0,
  failed_mails: 0,
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

test('less than 10 % of the disk free is a warning, less than 3 % critical, and one that cannot be measured is unknown', () => {
  const disk = (percent: number) => judgeDisk({ free: percent * gigabyte, total: 100 * gigabyte })
  expect([disk(10).status, disk(9.9).status, disk(2.9).status]).toEqual(['healthy', 'warning', 'critical'])
  expect(disk(8).message).toBe('The disk of the data folder is 92 % full: 8.0 GB are free.')
  expect(judgeDisk(undefined).status).toBe('unknown')
})

test('a clock counts by whichever other clock it is further from', () => {
  expect(judgeClock(0.1, undefined, undefined)).toMatchObject({ status: 'healthy', value: 'Not compared' })
  expect(judgeClock(0.1, { seconds: -5.1 }, 'ntp')).toMatchObject({ status: 'warning', value: '5.1 s off' })
  expect(judgeClock(16, { seconds: 0 }, 'ntp').status).toBe('critical')
  expect(judgeClock(0, { error: 'No answer.' }, 'ntp').status).toBe('warning')
  expect(judgeClock(16, { error: 'No answer.' }, 'ntp').status).toBe('critical')
})

test('a backup that failed is critical, one that is over 8 days old a warning, and none at all is told', () => {
  expect(judgeBackup(undefined, now)).toMatchObject({ status: 'unknown', value: 'Never' })
  expect(judgeBackup({ at: ago(8), error: null }, now).status).toBe('healthy')
  expect(judgeBackup({ at: ago(8.1), error: null }, now).status).toBe('warning')
  expect(judgeBackup({ at: ago(0), error: 'The disk is full.' }, now)).toMatchObject({
    status: 'critical',
    message: 'The last backup failed on 2026-11-20 09:00 UTC: The disk is full.',
  })
})
