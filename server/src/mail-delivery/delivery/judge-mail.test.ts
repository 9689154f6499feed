import { expect, test } from 'vitest'
import { judgeWaitingMail } from './judge-mail.ts'

const now = Date.UTC(2026, 10, 20, 9)

test('e-mail that waits for more than an hour is a warning that leads to the cause', () => {
  const late = { late: 3, oldest_seconds: now / 1000 - 2 * 60 * 60, has_provider: false }
  expect(judgeWaitingMail({ late: 0, oldest_seconds: null, has_provider: false }, now).status).toBe('healthy')
  expect(judgeWaitingMail(late, now)).toMatchObject({
    status: 'warning',
    value: '3, oldest 2 h',
    message: '3 e-mails have waited for more than an hour. No e-mail provider is active.',
    remedy: '/admin/email/providers/create',
  })
  expect(judgeWaitingMail({ ...late, has_provider: true }, now)).toMatchObject({
    status: 'warning',
    remedy: '/admin/email/logs?status=pending',
  })
})
