import { expect, test } from 'vitest'
import { codeAt, type CodesAnswer, isOver, knownCodes, secondsLeft } from './code-at.ts'
import { withTaken } from './with-taken.ts'

const at = (time: string) => Date.parse(`2026-11-20T${time}Z`)

function known(entry: Partial<CodesAnswer['codes'][number]>, server_time: string) {
  const codes = [{ id: 'k', code: '111111', next_code: '222222', period: 30, time_remaining: 30, ...entry }]
  const code = knownCodes({ codes, time_remaining: 30, server_time }).get('k')
  if (!code) throw new Error('The key is missing')
  return code
}

test('the seconds left go from the period at the turn to 1, and never to 0', () => {
  expect(secondsLeft(at('10:00:00.000'), 30)).toBe(30)
  expect(secondsLeft(at('10:00:00.001'), 30)).toBe(30)
  expect(secondsLeft(at('10:00:01.000'), 30)).toBe(29)
  expect(secondsLeft(at('10:00:29.000'), 30)).toBe(1)
  expect(secondsLeft(at('10:00:29.999'), 30)).toBe(1)
  expect(secondsLeft(at('10:00:30.000'), 30)).toBe(30)
  expect(secondsLeft(at('10:00:00.000'), 1)).toBe(1)
})

test('until the turn the code of the answer is shown, from the turn on the next one', () => {
  const code = known({}, '2026-11-20T10:00:12.345Z')
  expect(codeAt(code, at('10:00:00.000'))).toEqual({ code: '111111', next: '222222' })
  expect(codeAt(code, at('10:00:29.999'))).toEqual({ code: '111111', next: '222222' })
  expect(codeAt(code, at('10:00:30.000'))).toEqual({ code: '222222', next: null })
  expect(codeAt(code, at('10:00:59.999'))).toEqual({ code: '222222', next: null })
})

test('after both windows, and before the first when the clock was turned back, no code is shown', () => {
  const code = known({}, '2026-11-20T10:00:12.345Z')
  expect(codeAt(code, at('10:01:00.000'))).toEqual({ code: '------', next: null })
  expect(codeAt(code, at('09:59:59.999'))).toEqual({ code: '------', next: null })
  expect(isOver(code, at('10:00:59.999'))).toBe(false)
  expect(isOver(code, at('10:01:00.000'))).toBe(true)
})

test('without a next code nothing is shown after the turn', () => {
  expect(codeAt(known({ next_code: null }, '2026-11-20T10:00:12Z'), at('10:00:30'))).toEqual({ code: '------', next: null })
})

test.each([1, 10, 60, 300])('a key of %i s turns at its own windows', (period) => {
  const start = Math.floor(at('10:00:12') / (period * 1000)) * period * 1000
  const code = known({ period }, '2026-11-20T10:00:12Z')
  expect(codeAt(code, start + period * 1000 - 1).code).toBe('111111')
  expect(codeAt(code, start + period * 1000).code).toBe('222222')
})

test('counter-based keys and keys whose secret cannot be read keep their dashes and are never over', () => {
  const counter = known({ code: '------', next_code: null, period: null }, '2026-11-20T10:00:12Z')
  const unreadable = known({ code: '------', next_code: null }, '2026-11-20T10:00:12Z')
  for (const code of [counter, unreadable]) {
    expect(codeAt(code, at('10:00:40')).code).toBe('------')
    expect(isOver(code, at('10:05:00'))).toBe(false)
  }
})

test('news of a window marks the present code or the next one, and no other', () => {
  const start = Date.parse('2026-11-20T10:00:00.000Z')
  const first = start / 30_000
  const code = { code: '111111', next: '222222', startsAt: start, length: 30_000 }
  const taken = { by: 'Bo', at: start + 4000 }
  expect(codeAt(withTaken(code, first, taken), start + 5000)).toEqual({ code: '111111', next: '222222', taken })
  expect(codeAt(withTaken(code, first, taken), start + 31_000)).toEqual({ code: '222222', next: null })
  expect(codeAt(withTaken(code, first + 1, taken), start + 5000).taken).toBeUndefined()
  expect(codeAt(withTaken(code, first + 1, taken), start + 31_000).taken).toEqual(taken)
  expect(withTaken(code, first - 1, taken)).toBe(code)
  expect(withTaken(code, first + 2, taken)).toBe(code)
})

test('a reserved code is somebody’s until its time is over', () => {
  const start = Date.parse('2026-11-20T10:00:00.000Z')
  const iso = (after: number) => new Date(start + after).toISOString()
  const turns = [{ by: 'Bo', is_own: false, from: iso(30_000), until: iso(60_000) }]
  const code = { code: '111111', next: '222222', startsAt: start, length: 30_000, turns }
  expect(codeAt(code, start + 5000).turn).toEqual(turns[0])
  expect(codeAt(code, start + 59_000).turn).toEqual(turns[0])
  expect(codeAt({ ...code, startsAt: start + 60_000 }, start + 61_000).turn).toBeUndefined()
})
