import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createTracking, pixelGif, type TrackingMac, trackingPaths } from '../../mail-delivery/delivery/tracking.ts'

const origin = 'https://vault.example.org'
const logId = '01890a5d-ac96-774b-bcce-b302099a8057'

function macOf(...versions: number[]): TrackingMac {
  const current = versions.at(-1) ?? 1
  const macWith = (version: number, text: string) =>
    versions.includes(version) ? createHmac('sha256', `key ${version}`).update(text).digest() : undefined
  return { macWith, mac: (text) => ({ version: current, mac: macWith(current, text) ?? Buffer.alloc(0) }) }
}

const tracking = createTracking({ app: { url: origin }, mac: macOf(1) })
const track = (html: string) => tracking.track(logId, html)
const addresses = new RegExp(`${origin}(?:${trackingPaths.opened}|${trackingPaths.clicked})([^"]+)"`, 'g')
const tokensOf = (html: string) => [...html.matchAll(addresses)].map(([, token]) => token ?? '')

describe('a tracked e-mail', () => {
  test('has its links redirected, keeps their targets, and shows a pixel before its end', () => {
    const { html, links } = track(
      `<html><body><p><a class="x" href="https://a.example/?x=1&amp;y=2">A</a> <A HREF='http://b.example'>B</A></p></body></html>`,
    )
    expect(links).toEqual(['https://a.example/?x=1&y=2', 'http://b.example/'])
    expect(tokensOf(html).map(tracking.read)).toEqual([
      { kind: 'clicked', logId, link: 0 },
      { kind: 'clicked', logId, link: 1 },
      { kind: 'opened', logId },
    ])
    expect(html).toMatch(/^<html><body><p><a class="x" href="[^"]+">A<\/a> <A HREF="[^"]+">B<\/A><\/p><img [^>]+ \/><\/body><\/html>$/)
    expect(html).not.toContain('a.example')
  })

  test('without an end gets the pixel at its end', () => {
    const { html } = track('Hello')
    expect(html).toMatch(/^Hello<img src="[^"]+" width="1" height="1" alt="" [^>]+>$/)
    expect(tokensOf(html).map(tracking.read)).toEqual([{ kind: 'opened', logId }])
  })

  test.each([
    '<a href="mailto:help@example.org">x</a>',
    '<a href="#top">x</a>',
    '<a href="/relative">x</a>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="https://user:pass@a.example/">x</a>',
    '<a href="https://a.example/&#x74;">x</a>',
    '<a data-no-track href="https://a.example/">x</a>',
    '<a href="https://a.example/" ses:no-track>x</a>',
    '<a name="x">x</a>',
    '<abbr href="https://a.example/">x</abbr>',
    '<!-- <a href="https://a.example/">x</a> -->',
    '<!--[if mso]><v:roundrect href="https://a.example/"></v:roundrect><![endif]-->',
    `<a href="${origin}/reset-password?token=abc">x</a>`,
    `<a href="${origin}/verify-email#abc">x</a>`,
    `<a href="${origin}/invite/n4bQgYhMfWWaL-qgxVrQFaO">x</a>`,
  ])('leaves %s as it is', (html) => {
    const tracked = track(html)
    expect(tracked.html.startsWith(`${html}<img `)).toBe(true)
    expect(tracked.links).toEqual([])
  })

  test('may lead to a place of our own', () => {
    expect(track(`<a href="${origin}/dashboard">x</a>`).links).toEqual([`${origin}/dashboard`])
  })
})

describe('a token', () => {
  const [token = ''] = tokensOf(track('<a href="https://a.example/">x</a>').html)

  test('is taken as it is, and in no other form', () => {
    expect(tracking.read(token)).toEqual({ kind: 'clicked', logId, link: 0 })
    for (let position = 0; position < token.length; position += 1) {
      const other = token[position] === 'A' ? 'B' : 'A'
      expect(tracking.read(token.slice(0, position) + other + token.slice(position + 1))).toBeUndefined()
    }
    for (const changed of [
      token.slice(0, -1),
      `${token}A`,
      '',
      '..',
      token.replace('.1.', '.2.'),
      token.replace('.1.', '.01.'),
      encodeURIComponent('https://evil.example'),
    ]) {
      expect(tracking.read(changed)).toBeUndefined()
    }
  })

  test('names no address: nothing can be made of it but the way to a link that was in the e-mail', () => {
    const [encoded = ''] = token.split('.')
    expect(Buffer.from(encoded, 'base64url').toString()).toBe(`clicked:${logId}:0`)
  })

  test('for opening does not do for clicking', () => {
    const [text = '', version, mac] = token.split('.')
    const opened = Buffer.from(
      Buffer.from(text, 'base64url')
        .toString()
        .replace(/^clicked:(.*):0$/, 'opened:$1'),
    ).toString('base64url')
    expect(tracking.read([opened, version, mac].join('.'))).toBeUndefined()
  })

  test('of an older key is taken while that key is known', () => {
    expect(createTracking({ app: { url: origin }, mac: macOf(1, 2) }).read(token)).toEqual({ kind: 'clicked', logId, link: 0 })
    expect(createTracking({ app: { url: origin }, mac: macOf(2) }).read(token)).toBeUndefined()
  })
})

test('the pixel is a GIF of one by one', () => {
  expect(pixelGif.subarray(0, 10).toString('latin1')).toBe('GIF89a\x01\0\x01\0')
  expect(pixelGif.at(-1)).toBe(0x3b)
})
