import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactOneTimeLinks } from './redact.ts'

const marker = '[one-time link removed]'
const token = 'Zk3v9QmX7uTt2bYw1LrPp0sAfHdGjKlNc8e5iOqRzUx'
const link = `https://vault.example.org/reset-password?user=1&token=${token}`
const redact = (stored: string) => redactOneTimeLinks(stored, stored, [link])

describe('a one-time link is removed however it is written', () => {
  test.each([
    ['as it is', link],
    ['escaped', link.replaceAll('&', '&amp;')],
    ['with decimal references', link.replace(/[^a-z0-9]/gi, (c) => `&#${c.charCodeAt(0)};`)],
    ['with hexadecimal references', link.replace(/[^a-z0-9]/gi, (c) => `&#x${c.charCodeAt(0).toString(16)};`)],
    ['percent-encoded', encodeURIComponent(link)],
    ['percent-encoded in lower case', encodeURIComponent(link).toLowerCase()],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(link))],
    ['in capitals', link.toUpperCase()],
  ])('%s', (_, form) => {
    const stored = redact(`<p>a <a href="${form}">${form}</a> <!--[if mso]>${form}<![endif]--></p>`)
    expect(stored.html).toBe(`<p>a <a href="${marker}">${marker}</a> <!--[if mso]>${marker}<![endif]--></p>`)
    expect(stored.text).toBe(stored.html)
  })
})

test('its secret goes too where only that is shown', () => {
  expect(redact(`Code: ${token}.`).text).toBe(`Code: ${marker}.`)
})

test('everything else stays, the host included', () => {
  const other = 'https://vault.example.org/profile and https://vault.example.org/reset-password?user=1'
  expect(redact(other).text).toBe(other)
  expect(redactOneTimeLinks('a', 'b', [])).toEqual({ html: 'a', text: 'b' })
  expect(redactOneTimeLinks('a', 'b', ['', ' '])).toEqual({ html: 'a', text: 'b' })
})

test('no link survives, whatever it is made of', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (value) => {
      fc.pre(value.trim() !== '' && value.isWellFormed())
      const secret = `https://x.example/${value.trim()}`
      const stored = redactOneTimeLinks(`"${secret}"`, encodeURIComponent(secret), [secret])
      expect(stored).toEqual({ html: `"${marker}"`, text: marker })
    }),
  )
})
