import { expect, test } from 'vitest'
import { clockOf } from '../../platform/clock.ts'
import { createOlderMails } from './older-mails.ts'

function start() {
  let time = 1_000_000
  const mails = createOlderMails(clockOf(() => time))
  return {
    mails,
    pass: (milliseconds: number) => void (time += milliseconds),
    ago: (milliseconds: number) => new Date(time - milliseconds),
  }
}

test('in a long log only e-mails of the last minute are counted again, for ten seconds', () => {
  const { mails, pass, ago } = start()
  const first = mails.counted()
  expect(first).toEqual({ from: ago(60_000), older: undefined })
  mails.note(first, 1000)
  pass(9_999)
  expect(mails.counted()).toEqual({ from: first.from, older: 1000 })
  pass(1)
  expect(mails.counted()).toEqual({ from: ago(60_000), older: undefined })
})

test('a page that knows how many there are adds nothing to that, and keeps it no longer', () => {
  const { mails, pass } = start()
  mails.note(mails.counted(), 1000)
  pass(9_000)
  mails.note(mails.counted(), 7000)
  expect(mails.counted().older).toBe(1000)
  pass(1_000)
  expect(mails.counted().older).toBeUndefined()
})

test('a short log is counted each time', () => {
  const { mails } = start()
  mails.note(mails.counted(), 999)
  expect(mails.counted().older).toBeUndefined()
})
