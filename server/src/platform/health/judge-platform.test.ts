import { expect, test } from 'vitest'
import { judgeAudit, judgeDatabase, judgeDatabaseRole, judgeJobs, judgeMonths } from './judge-platform.ts'

const database = { connections: 4, max_connections: 100, nodes: 1, needed_connections: 20, usable_connections: 97 }
const audit = { waiting: 0, waiting_seconds: null, verified_seconds: null, verified_rows: null, problem: null }

test('a database that answers late, or has hardly a connection left, is a warning and then critical', () => {
  const status = (milliseconds: number, connections = 4) => judgeDatabase(milliseconds, { ...database, connections }).status
  expect([status(500), status(501), status(2001)]).toEqual(['healthy', 'warning', 'critical'])
  expect([status(1, 80), status(1, 81), status(1, 96)]).toEqual(['healthy', 'warning', 'critical'])
})

test('nodes that may take more than 80 % of the connections that are not reserved are a warning', () => {
  const judge = (needed_connections: number) => judgeDatabase(1, { ...database, nodes: 5, needed_connections, usable_connections: 100 })
  expect([judge(80).status, judge(81).status]).toEqual(['healthy', 'warning'])
  expect(judge(81).message).toContain(
    '5 nodes may take 81 of 100 connections. Raise max_connections, lower DATABASE_POOL, or put a pooler in front.',
  )
  expect(judge(0).message).not.toContain('may take')
})

test('a job that was given up is a warning that leads to it, and does not ask whether a worker runs', () => {
  expect(judgeJobs({ waiting: 0, oldest_seconds: null, failed: 0 })).toMatchObject({ status: 'healthy' })
  for (const [waiting, oldest_seconds] of [
    [0, null],
    [1, 2],
  ] as const) {
    const finding = judgeJobs({ waiting, oldest_seconds, failed: 1 })
    expect(finding).toMatchObject({ status: 'warning', remedy: '/admin/system?tab=jobs' })
    expect(finding.message).toMatch(/1 job failed and can be tried again\.$/)
    expect(finding.message).not.toContain('worker')
  }
  expect(judgeJobs({ waiting: 1, oldest_seconds: 100_000, failed: 1 }).status).toBe('critical')
})

test('a role that owns the tables is a warning that says what it means', () => {
  expect(judgeDatabaseRole({ role: 'twofold', is_owner: false })).toMatchObject({ status: 'healthy', value: 'Separate' })
  expect(judgeDatabaseRole({ role: 'twofold', is_owner: true })).toMatchObject({
    status: 'warning',
    message: 'The application connects as twofold, which owns the tables: who breaks into it could rewrite the audit log.',
    remedy: '/admin/system/remedies#database-role',
  })
})

test('a break in the audit log is critical, and rows that wait or a verification that is overdue a warning', () => {
  expect(judgeAudit(audit)).toMatchObject({ status: 'healthy', value: 'Not verified yet' })
  const verified = { verified_rows: 1200, verified_seconds: 7200 }
  expect(judgeAudit({ ...audit, ...verified })).toMatchObject({ status: 'healthy', value: '1,200 rows' })
  expect(judgeAudit({ ...audit, ...verified, verified_rows: 1 }).message).toContain('its only row is as it was written')
  expect(judgeAudit({ ...audit, ...verified, verified_seconds: 3 * 86_400 + 1 }).status).toBe('warning')
  expect(judgeAudit({ ...audit, waiting: 3, waiting_seconds: 15 * 60 }).status).toBe('healthy')
  expect(judgeAudit({ ...audit, waiting: 3, waiting_seconds: 15 * 60 + 1 })).toMatchObject({
    status: 'warning',
    message: '3 rows wait to be linked, the oldest for 15 min. A process with the role worker does that.',
  })
  expect(judgeAudit({ ...audit, ...verified, problem: 'Row 7 was removed.' })).toMatchObject({
    status: 'critical',
    message: 'Verification of the audit log found a break. Row 7 was removed.',
    remedy: '/admin/system/remedies#audit',
  })
})

test('fewer than two months ahead are a warning, none is critical, and both say who should make them', () => {
  const judge = (ahead: number) => judgeMonths({ ahead })
  expect([judge(3), judge(2), judge(1), judge(0)].map(({ status }) => status)).toEqual(['healthy', 'healthy', 'warning', 'critical'])
  expect(judge(3)).toMatchObject({ value: '3 months' })
  expect(judge(1).message).toMatch(/^Usage and activity are kept by months\. 1 month ahead has its table\. A worker makes three/)
})
