import { expect, test } from 'vitest'
import { judgeBackup } from './judge-backup.ts'

const now = Date.UTC(2026, 10, 20, 9)
const ago = (days: number) => new Date(now - days * 24 * 60 * 60 * 1000)

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
