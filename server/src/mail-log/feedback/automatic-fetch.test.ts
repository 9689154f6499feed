import { expect, test } from 'vitest'
import { isAutomaticFetch, type TrackedFetch } from './automatic-fetch.ts'

const acceptedAt = new Date('2026-05-02T09:00:00Z')
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const outlook = 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)'

const fetched = (changes: Partial<TrackedFetch>) =>
  isAutomaticFetch({
    kind: 'opened',
    method: 'GET',
    userAgent: chrome,
    acceptedAt,
    happenedAt: new Date('2026-05-02T09:05:00Z'),
    ...changes,
  })

test.each([
  chrome,
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Mozilla/5.0 (Linux; Android 16; CUBOT X70) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  outlook,
])('an open by %s is a person’s', (userAgent) => expect(fetched({ userAgent })).toBe(false))

test.each([
  ['Apple’s privacy protection', { userAgent: 'Mozilla/5.0' }],
  ['Gmail’s picture proxy', { userAgent: 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)' }],
  ['Yahoo’s proxy', { userAgent: 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html' }],
  [
    'Gmail, looking ahead',
    {
      userAgent:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0',
    },
  ],
  ['a crawler', { userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)' }],
  ['a preview', { userAgent: 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5' }],
  ['a gateway', { userAgent: 'Barracuda Sentinel (EE)' }],
  ['a script', { userAgent: 'python-requests/2.32' }],
  ['curl', { userAgent: 'curl/8.9' }],
  ['nobody', { userAgent: '' }],
  ['nobody at all', { userAgent: undefined }],
  ['a look without fetching', { method: 'HEAD' }],
  ['a browser that fetches in advance', { purpose: 'prefetch;prerender' }],
  ['somebody faster than a person', { happenedAt: new Date('2026-05-02T09:00:01.999Z') }],
  ['somebody who was there before', { happenedAt: new Date('2026-05-02T08:59:59Z') }],
])('%s is a program', (_who, changes) => expect(fetched(changes)).toBe(true))

test('two seconds after acceptance a person may have been there', () => {
  expect(fetched({ happenedAt: new Date('2026-05-02T09:00:02Z') })).toBe(false)
})

test('Office looking a link over is a program, Office showing a picture is not', () => {
  expect(fetched({ kind: 'clicked', userAgent: outlook })).toBe(true)
  expect(fetched({ kind: 'opened', userAgent: outlook })).toBe(false)
})

test('when it was accepted is not known, the program decides', () => {
  expect(fetched({ acceptedAt: undefined })).toBe(false)
})
