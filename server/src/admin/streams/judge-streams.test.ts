import { expect, test } from 'vitest'
import { judgeStreams } from './judge-streams.ts'

test('a stream that is more than 15 minutes behind is a warning with its name and reason, more than a day critical', () => {
  expect(judgeStreams({ streams: 0, late: [] })).toMatchObject({ status: 'healthy', value: 'None' })
  const late = (seconds: number) => judgeStreams({ streams: 2, late: [{ name: 'SIEM', seconds, error: 'The receiver answered 503.' }] })
  expect(late(15 * 60)).toMatchObject({ status: 'healthy', value: '2 of 2 up to date' })
  expect(late(15 * 60 + 1)).toMatchObject({
    status: 'warning',
    value: '1 of 2 up to date',
    message: 'SIEM is 15 min behind. The receiver answered 503.',
    remedy: '/admin/audit/streams',
  })
  expect(late(24 * 60 * 60 + 1).status).toBe('critical')
})
