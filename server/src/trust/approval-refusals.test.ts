import { expect, test } from 'vitest'
import { failApproval, presentRefusal, refusalByAccount } from './approval-refusals.ts'

const open = { codes: null, secrets: null }
const first = Date.UTC(2026, 0, 1)
const second = Date.UTC(2026, 0, 2)

test.each([
  [{ codes: null, secrets: first }, first],
  [{ codes: second, secrets: first }, second],
  [{ codes: first, secrets: null }, first],
])('an approver whose account is closed as %o reads and is refused with the end, before a missing second factor', (closed, end) => {
  const until = new Date(end).toISOString()
  expect([true, false].map((hasSecondFactor) => refusalByAccount({ hasSecondFactor, closed }))).toEqual(['closed', 'closed'])
  expect(presentRefusal('closed', { closed })).toEqual({ cannot_approve: 'closed', cannot_approve_until: until })
  expect(failApproval('closed', { closed })).toMatchObject({ code: 'keys.secrets_closed', parameters: { until } })
  // A reason that waiting does not end has no end to read.
  expect(presentRefusal('own', { closed })).toEqual({ cannot_approve: 'own', cannot_approve_until: null })
  expect(failApproval('own', { closed }).code).toBe('requests.own')
})

test('an open account needs a second factor and nothing else', () => {
  expect([true, false].map((hasSecondFactor) => refusalByAccount({ hasSecondFactor, closed: open }))).toEqual([null, 'no_factor'])
  expect(presentRefusal(null, { closed: open })).toEqual({ cannot_approve: null, cannot_approve_until: null })
})
