import { expect, test } from 'vitest'
import { bearerHashOf, sessionNameOf } from './credential-hashes.ts'
import { hashToken } from './token.ts'

test('without a token there is neither a hash nor a name', () => {
  const credentials = { bearer: undefined, browserHalf: 'half' }
  expect([bearerHashOf(credentials), sessionNameOf(credentials)]).toEqual([undefined, undefined])
})

test('the hash is that of the token alone, computed once for each request', () => {
  const credentials = { bearer: 'token', browserHalf: 'half' }
  expect(bearerHashOf(credentials)).toEqual(hashToken('token'))
  expect(bearerHashOf(credentials)).toBe(bearerHashOf(credentials))
  expect(bearerHashOf({ bearer: 'another', browserHalf: 'half' })).toEqual(hashToken('another'))
})

test('the same token with another half, or none, has another name, and each keeps its own', () => {
  const [one, other, none] = ['one', 'other', undefined].map((browserHalf) => ({ bearer: 'token', browserHalf }))
  const names = [one, other, none, { bearer: 'token', browserHalf: '' }].map((credentials) => sessionNameOf(credentials as never))
  expect(new Set(names).size).toBe(3)
  expect(names[3]).toBe(names[2])
  expect(names[2]).toBe(hashToken('token').toString('base64'))
  expect(names[0]).not.toBe(sessionNameOf({ bearer: 'tokens', browserHalf: 'one' }))
  expect(sessionNameOf(one as never)).toBe(names[0])
})
