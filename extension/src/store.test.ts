import { TwofoldError } from '@twofold/client'
import { expect, test } from 'vitest'
import { isSignedOut } from './store.ts'

test('a vault that knows no such session signs this browser out; a proxy in front of it, or no answer, does not', () => {
  const errors = [
    new TwofoldError('Revoked', 'auth.unauthenticated', 401),
    new TwofoldError('Proxy', 'client.not_twofold', 401),
    new TwofoldError('Away', 'client.unreachable', 0),
    new Error('Another'),
  ]
  expect(errors.map(isSignedOut)).toEqual([true, false, false, false])
})
