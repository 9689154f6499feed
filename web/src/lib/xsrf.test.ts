import { expect, test } from 'vitest'
import { readXsrfToken } from './xsrf.ts'

test('the token is found among other cookies and URL-decoded', () => {
  expect(readXsrfToken('theme=dark; XSRF-TOKEN=a%2Bb%3D; lang=en')).toBe('a+b=')
})

test('no cookie, an empty one, one that only ends in the name, and a broken encoding are no token', () => {
  expect(readXsrfToken('')).toBeUndefined()
  expect(readXsrfToken('XSRF-TOKEN=')).toBeUndefined()
  expect(readXsrfToken('NOT-XSRF-TOKEN=x')).toBeUndefined()
  expect(readXsrfToken('XSRF-TOKEN=%E0%A4%A')).toBeUndefined()
})
