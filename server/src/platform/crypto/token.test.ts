import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { constantTimeEqual, hashToken, newToken } from './token.ts'

test('a token is 32 random bytes in base64url unless told otherwise', () => {
  const tokens = Array.from({ length: 200 }, () => newToken())
  expect(new Set(tokens).size).toBe(200)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  expect(Buffer.from(newToken(16), 'base64url')).toHaveLength(16)
})

test('the stored form of a token is its SHA-256', () => {
  expect(hashToken('abc')).toEqual(createHash('sha256').update('abc').digest())
})

test('texts and bytes of any length are compared', () => {
  expect(constantTimeEqual('same', 'same')).toBe(true)
  expect(constantTimeEqual('same', Buffer.from('same'))).toBe(true)
  expect(constantTimeEqual('same', 'samf')).toBe(false)
  expect(constantTimeEqual('same', 'same and more')).toBe(false)
  expect(constantTimeEqual('', 'x')).toBe(false)
})
