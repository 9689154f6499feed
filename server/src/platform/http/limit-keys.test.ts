import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { newProgramToken } from '../crypto/program-token.ts'
import { hashToken } from '../crypto/token.ts'
import { createCookies } from './cookies.ts'
import { isCountedLate, keyOf, readCredentials } from './limit-keys.ts'

const cookies = createCookies(() => true)
const token = 'aB3-_'.repeat(8)
const request = (more: { authorization?: string; identity?: { id: string }; cookies?: Record<string, string> } = {}) =>
  ({
    ip: '::ffff:203.0.113.7',
    headers: { authorization: more.authorization },
    identity: more.identity,
    principal: more.identity && { kind: 'session', user: more.identity },
    cookies: more.cookies ?? {},
  }) as unknown as FastifyRequest

test('limits by account, recipient or outcome wait for the fields; the others are counted at once', () => {
  expect((['sign_in', 'sign_up_recipient', 'sign_in_failures', 'own_password'] as const).map(isCountedLate)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect((['sign_up', 'codes', 'read', 'public'] as const).map(isCountedLate)).toEqual([false, false, false, false])
})

test('each limit counts together the calls that it says', () => {
  const bearer = request({ authorization: `Bearer ${token}`, identity: { id: 'ann' } })
  expect(keyOf('read', bearer, cookies)).toBe('ann')
  expect(keyOf('read', request(), cookies)).toBe('203.0.113.7')
  expect(keyOf('sign_up', bearer, cookies)).toBe('203.0.113.7')
  expect(keyOf('codes', bearer, cookies)).toBe(hashToken(token).toString('base64'))
  expect(keyOf('codes', request({ identity: { id: 'ann' } }), cookies)).toBe('203.0.113.7')
  expect(keyOf('reset_recipient', bearer, cookies, { email: 'ann@example.org' })).toBe('ann@example.org')
  expect(keyOf('sign_in', bearer, cookies, { email: 'ann@example.org' })).toBe('ann@example.org 203.0.113.7')
})

test('however an address is written, it has one count', () => {
  const spellings = [' Zoë@Example.ORG ', 'zoë@example.org', 'zoe\u0308@example.org']
  expect(new Set(spellings.map((email) => keyOf('reset_recipient', request(), cookies, { email }))).size).toBe(1)
})

test('credentials are a bearer token that can be one, and the half in a cookie', () => {
  const bearerOf = (authorization?: string) =>
    readCredentials(request(authorization === undefined ? {} : { authorization }), cookies).bearer
  expect([`Bearer ${token}`, `bearer ${token}`].map(bearerOf)).toEqual([token, token])
  const wrong = [undefined, '', `Basic ${token}`, `x Bearer ${token}`, `Bearer ${token} x`, 'Bearer short', `Bearer ${'a'.repeat(201)}`]
  expect(wrong.map(bearerOf)).toEqual(wrong.map(() => undefined))
  expect(readCredentials(request({ cookies: { '__Host-twofold_session': 'half' } }), cookies).browserHalf).toBe('half')
})

test('a token for a program is known by its kind, or as broken; a cookie beside it counts for nothing', () => {
  const whole = newProgramToken('pat')
  const read = (bearer: string) =>
    readCredentials(request({ authorization: `Bearer ${bearer}`, cookies: { '__Host-twofold_session': 'half' } }), cookies)
  expect(read(whole)).toEqual({ bearer: whole, browserHalf: undefined, program: 'pat' })
  const mistyped = `${whole.slice(0, -1)}${whole.endsWith('a') ? 'b' : 'a'}`
  for (const broken of [mistyped, whole.slice(0, 15), `${whole}…`, whole.repeat(5)])
    expect(read(broken)).toEqual({ bearer: broken, browserHalf: undefined, program: 'broken' })
})
