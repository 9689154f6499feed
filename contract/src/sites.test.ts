import { expect, test } from 'vitest'
import { isOnSite, readSite } from './sites.ts'

test.each([
  ['https://github.com', 'https://github.com'],
  ['github.com', 'https://github.com'],
  ['  HTTPS://GitHub.com/login?next=/  ', 'https://github.com'],
  ['https://accounts.example.co.uk:8443/x', 'https://accounts.example.co.uk:8443'],
  ['https://github.com:443', 'https://github.com'],
  ['https://*.example.com', 'https://*.example.com'],
  ['*.login.example.com:8443', 'https://*.login.example.com:8443'],
  ['https://ann.github.io', 'https://ann.github.io'],
  ['https://*.ann.github.io', 'https://*.ann.github.io'],
  ['https://münchen.de', 'https://xn--mnchen-3ya.de'],
  ['https://192.168.1.20:8443', 'https://192.168.1.20:8443'],
  ['https://[::1]:8443', 'https://[::1]:8443'],
  ['https://intranet', 'https://intranet'],
])('%s is the site %s', (text, site) => {
  expect(readSite(text)).toEqual({ site })
})

test.each([
  ['https://com', 'public_suffix'],
  ['https://*.com', 'public_suffix'],
  ['https://co.uk', 'public_suffix'],
  ['https://*.co.uk', 'public_suffix'],
  ['https://*.github.io', 'public_suffix'],
  ['http://github.com', 'invalid'],
  ['ftp://github.com', 'invalid'],
  ['javascript:alert(1)', 'invalid'],
  ['https://ann:secret@github.com', 'invalid'],
  ['https://github.com.', 'invalid'],
  ['https://a\r\nb', 'invalid'],
  ['https://git\thub.com', 'invalid'],
  ['https://*', 'invalid'],
  ['https://*.*.example.com', 'invalid'],
  ['https://a.*.example.com', 'invalid'],
  ['https://*.intranet', 'invalid'],
  ['https://*.192.168.1.20', 'invalid'],
  ['two words', 'invalid'],
  ['', 'invalid'],
])('%s is none: %s', (text, refusal) => {
  expect(readSite(text)).toEqual({ refusal })
})

test.each([
  ['https://github.com', 'https://github.com', true],
  ['https://github.com', 'http://github.com', false],
  ['https://github.com', 'https://gist.github.com', false],
  ['https://github.com', 'https://github.com.evil.example', false],
  ['https://github.com', 'https://github.com:8443', false],
  ['https://github.com:8443', 'https://github.com', false],
  ['https://github.com', 'https://xn--gthub-n4a.com', false],
  ['https://github.com', 'null', false],
  ['https://*.example.com', 'https://login.example.com', true],
  ['https://*.example.com', 'https://a.b.example.com', true],
  ['https://*.example.com', 'https://example.com', false],
  ['https://*.example.com', 'https://evilexample.com', false],
  ['https://*.example.com', 'https://login.example.com.evil.example', false],
  ['https://*.example.com', 'https://login.example.com:8443', false],
  ['https://*.example.com', 'http://login.example.com', false],
])('%s has pages of %s: %s', (site, origin, expected) => {
  expect(isOnSite(site, origin)).toBe(expected)
})
