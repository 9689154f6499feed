import { expect, test } from 'vitest'
import { CsvError } from '../../lib/csv.ts'
import { readSuppressions } from './read-suppressions.ts'

test('each suppression of Postmark has its own reason, and its ways to be suppressed by hand are kept apart', () => {
  const file = readSuppressions(`EmailAddress,SuppressionReason,Origin,CreatedAt
a@example.org,HardBounce,Recipient,2019-12-17T08:58:33-05:00
b@example.org,SpamComplaint,Recipient,2019-12-17T08:58:33-05:00
c@example.org,ManualSuppression,Recipient,2019-12-17T08:58:33-05:00
d@example.org,ManualSuppression,Customer,
nobody,HardBounce,Recipient,2019-12-17T08:58:33-05:00
`)
  const since = '2019-12-17T13:58:33.000Z'
  expect(file).toMatchObject({ leftOut: 1 })
  expect(file?.entries).toEqual([
    { email: 'a@example.org', reason: 'bounce', since },
    { email: 'b@example.org', reason: 'complaint', since },
    { email: 'c@example.org', reason: 'unsubscribe', since },
    { email: 'd@example.org', reason: 'manual' },
  ])
})

test.each([
  [
    'SendGrid’s bounces',
    'status,reason,email,created\n5.1.1,"550 no, such user",a@example.org,1443651125',
    'bounce',
    '5.1.1 550 no, such user',
    2015,
  ],
  ['SendGrid’s spam reports', 'ip,email,created\n10.63.202.100,a@example.org,1454433146', 'complaint', undefined, 2016],
  ['SendGrid’s unsubscribes', 'email,created\na@example.org,2017-06-01 19:41:39', 'unsubscribe', undefined, 2017],
  [
    'Mailgun’s bounces',
    'address,code,error,created_at\na@example.org,550,No such mailbox,"Tue, 07 Jan 2025 19:25:45 UTC"',
    'bounce',
    '550 No such mailbox',
    2025,
  ],
  [
    'Mailgun’s unsubscribes',
    'address,tags,created_at\na@example.org,*,"Mon, 01 Jan 0001 00:00:00 UTC"',
    'unsubscribe',
    undefined,
    undefined,
  ],
  ['Mailgun’s complaints', 'address,created_at\na@example.org,"Tue, 07 Jan 2025 19:25:45 UTC"', 'complaint', undefined, 2025],
])('%s are read, and called what their columns speak for', (_name, text, usual, detail, year) => {
  const file = readSuppressions(text)
  expect(file).toMatchObject({ usual, leftOut: 0 })
  expect(file?.entries).toHaveLength(1)
  const [entry] = file?.entries ?? []
  expect([entry?.email, entry?.reason, entry?.detail]).toEqual(['a@example.org', undefined, detail])
  expect(entry?.since === undefined ? undefined : new Date(entry.since).getUTCFullYear()).toBe(year)
})

test('the own export is read as it was written, and what is no table of addresses is none', () => {
  const own = "email,reason,detail,created_at\r\n'+new@example.org,unsubscribe,'=1+1;'-2,2026-11-20T10:00:00.000Z\r\n"
  expect(readSuppressions(own)?.entries).toEqual([
    { email: '+new@example.org', reason: 'unsubscribe', detail: '=1+1;-2', since: '2026-11-20T10:00:00.000Z' },
  ])
  expect(readSuppressions('name,created\nBo,1443651125')).toBeUndefined()
  expect(() => readSuppressions('email,reason,created\na@example.org,"cut')).toThrow(CsvError)
})
