import { expect, test } from 'vitest'
import { isPageRequest } from './page-request.ts'

test('screens are answered from the shell', () => {
  for (const path of ['/', '/login', '/dashboard', '/admin/email/templates/welcome', '/apiary', '/verify-email']) {
    expect([path, isPageRequest(path)]).toEqual([path, true])
  }
})

test('the API, its documentation, probes and files are never answered from the shell', () => {
  for (const path of [
    '/api',
    '/api/docs',
    '/api/keys/generate-codes',
    '/assets/x',
    '/livez',
    '/readyz',
    '/metrics',
    '/sw.js',
    '/logo.svg',
  ]) {
    expect([path, isPageRequest(path)]).toEqual([path, false])
  }
})
