import { expect, test } from 'vitest'
import { sameOriginPath } from './return-path.ts'

const origin = 'https://vault.example.org'

test.each(['/dashboard', '/admin', '/profile?tab=security#pin', '/'])('%s stays', (path) => {
  expect(sameOriginPath(path, origin)).toBe(path)
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'dashboard',
  '',
  null,
  undefined,
])('%j leads outside or nowhere and is refused', (path) => {
  expect(sameOriginPath(path, origin)).toBeUndefined()
})
