import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Cookies } from './cookies.ts'
import { ensureXsrfCookie, isBrowser, requireSameSite } from './same-site.ts'

const appUrl = 'https://vault.example.org'
const pair = { cookie: 'secret', header: 'secret' }

function outcomeOf({ method = 'POST', ...more }: Record<string, unknown>) {
  const { cookie, ...headers } = { cookie: pair.cookie, host: 'localhost:8080', 'x-xsrf-token': pair.header, ...more }
  const request = { method, protocol: 'http', headers }
  const cookies = { readXsrf: () => cookie } as unknown as Cookies
  try {
    requireSameSite(request as unknown as FastifyRequest, cookies, appUrl)
    return 'allowed'
  } catch (error) {
    return (error as { code: string }).code
  }
}

test.each([
  ['from a program', {}],
  ['from a program without the pair', { cookie: undefined, 'x-xsrf-token': undefined }],
  ['from an own page', { 'sec-fetch-site': 'same-origin' }],
  ['from an own page that another header belies', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
  ['from the address of the installation', { origin: appUrl }],
  ['from the address that was called', { origin: 'http://localhost:8080' }],
  ['that only reads, whoever asks', { method: 'GET', origin: 'https://evil.example' }],
  ['that asks for headers only', { method: 'HEAD', origin: 'https://evil.example' }],
  ['that asks what is allowed', { method: 'OPTIONS', origin: 'https://evil.example' }],
])('a call %s is allowed', (_what, headers) => {
  expect(outcomeOf(headers)).toBe('allowed')
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }, 'request.cross_site'],
  ['a sister site', { 'sec-fetch-site': 'same-site' }, 'request.cross_site'],
  ['another site that says it was the own one', { 'sec-fetch-site': 'cross-site', origin: appUrl }, 'request.cross_site'],
  ['another origin', { origin: 'https://evil.example' }, 'request.cross_site'],
  ['the called host by another protocol', { origin: 'https://localhost:8080' }, 'request.cross_site'],
  ['another host that was called without its name', { origin: 'http://', host: 'localhost:8080' }, 'request.cross_site'],
  ['a host that has no name, at none', { origin: 'http://undefined', host: undefined }, 'request.cross_site'],
  ['a host without a name, at none', { origin: 'http://?', host: undefined }, 'request.cross_site'],
  ['no origin', { origin: 'null', host: undefined }, 'request.cross_site'],
  ['an own page without a cookie', { origin: appUrl, cookie: undefined }, 'request.xsrf'],
  ['an own page without a header', { origin: appUrl, 'x-xsrf-token': undefined }, 'request.xsrf'],
  ['an own page with another header', { origin: appUrl, 'x-xsrf-token': 'guessed' }, 'request.xsrf'],
])('a write from %s is refused', (_what, headers, code) => {
  expect(outcomeOf(headers)).toBe(code)
})

test('only browsers send an origin or where a request comes from', () => {
  const is = (headers: Record<string, string>) => isBrowser({ headers } as unknown as FastifyRequest)
  expect([is({}), is({ origin: appUrl }), is({ 'sec-fetch-site': 'none' })]).toEqual([false, true, true])
})

test('a page gives its half of the pair to a browser that has none', () => {
  const given: string[] = []
  const ensure = (method: string, cookie: string | undefined) =>
    ensureXsrfCookie(
      { method } as FastifyRequest,
      {} as FastifyReply,
      {
        readXsrf: () => cookie,
        setXsrf: (_reply: FastifyReply, value: string) => void given.push(value),
      } as unknown as Cookies,
    )
  ensure('GET', 'known')
  ensure('POST', undefined)
  expect(given).toEqual([])
  ensure('GET', undefined)
  ensure('GET', undefined)
  expect(new Set(given.map((value) => [value.length, given.indexOf(value)].join(' ')))).toEqual(new Set(['32 0', '32 1']))
})
