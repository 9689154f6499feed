import { mailPaths } from '@twofold/contract/mail-design/mail-paths'
import { expect, test } from 'vitest'
import { type EmailApp, startEmailApp } from '../testing/start-email-app.ts'
import { createTracking, pixelGif } from './tracking.ts'

const now = Date.parse('2026-11-20T11:00:00Z')
const sentAt = new Date(now - 3_600_000)
const person = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0' }
const scanner = { 'user-agent': 'Mozilla/5.0 (compatible; Barracuda Sentinel)' }
const html = '<p><a href="https://example.net/guide?a=1&amp;b=2">Guide</a> and <a href="https://example.com/second">more</a></p>'

/** The paths of the pixel and of the links in an e-mail as it is sent. */
function tokensOf(app: EmailApp, id: string) {
  const mac = {
    mac: (text: string) => app.crypto.mac('mail-link', text),
    macWith: (version: number, text: string) => app.crypto.macWith('mail-link', version, text),
  }
  const sent = createTracking({ app: { url: app.config.appUrl }, mac }).track(id, html).html
  const paths = [...sent.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => (address ?? '').slice(app.config.appUrl.length))
  const [first = '', second = '', pixel = ''] = paths
  return { first, second, pixel }
}

async function start(fields: Parameters<EmailApp['addMail']>[0] = {}) {
  const app = await startEmailApp({ now })
  const id = await app.addMail({ is_tracked: true, sent_at: sentAt, ...fields }, html)
  return { app, id, ...tokensOf(app, id) }
}

test('the pixel is a picture that pages elsewhere may show, and notes the first time that a person opened the e-mail', async () => {
  const { app, id, pixel } = await start()
  expect(pixel.startsWith(`${mailPaths.open}/`)).toBe(true)
  for (let time = 0; time < 3; time += 1) {
    const answer = await fetch(`${app.url}${pixel}`, { headers: person })
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('cross-origin-resource-policy'),
      answer.headers.get('cache-control'),
    ]).toEqual([200, 'image/gif', 'cross-origin', 'no-store'])
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pixelGif)
    app.clock.advance(60_000)
  }
  expect(await app.mail(id)).toMatchObject({ status: 'opened', opened_at: new Date(now) })
  expect(await app.db.selectFrom('email_feedback').selectAll().execute()).toHaveLength(1)
})

test('a click leads where the stored e-mail says, and is noted', async () => {
  const { app, id, first, second } = await start()
  const answer = await app.send('GET', first, { headers: person })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://example.net/guide?a=1&b=2'])
  expect((await app.send('GET', second, { headers: person })).headers.get('location')).toBe('https://example.com/second')
  expect(await app.mail(id)).toMatchObject({ status: 'clicked', opened_at: null })
})

test('requests of scanners and privacy proxies are answered and not counted', async () => {
  const { app, id, first, pixel } = await start()
  for (const headers of [scanner, { ...person, 'sec-purpose': 'prefetch' }]) {
    expect((await app.send('GET', pixel, { headers })).status).toBe(200)
    expect((await app.send('GET', first, { headers })).status).toBe(302)
  }
  expect((await app.send('HEAD', first, { headers: person })).status).toBe(302)
  expect((await app.mail(id)).status).toBe('sent')
  expect(await app.db.selectFrom('email_feedback').select(['kind', 'is_automatic']).orderBy('kind').execute()).toEqual(
    [
      { kind: 'opened', is_automatic: true },
      { kind: 'clicked', is_automatic: true },
    ].sort((a, b) => a.kind.localeCompare(b.kind)),
  )
})

test('a token that was tampered with leads nowhere and notes nothing', async () => {
  const { app, id, first, pixel } = await start()
  const other = await app.addMail({ is_tracked: true, sent_at: sentAt }, html)
  const forged = [
    first.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    `${mailPaths.click}/x`,
    `${mailPaths.click}/${pixel.split('/').at(-1)}`,
  ]
  const text = Buffer.from(`clicked:${other}:0`).toString('base64url')
  forged.push(first.replace(/\/[^/.]+\./, `/${text}.`))
  for (const path of forged) expect([path, (await app.send('GET', path, { headers: person })).status]).toEqual([path, 404])
  expect((await app.send('GET', `${mailPaths.open}/${text}.1.${'A'.repeat(22)}`, { headers: person })).status).toBe(200)
  expect([(await app.mail(id)).status, (await app.mail(other)).status]).toEqual(['sent', 'sent'])
})

test('nothing is noted about an e-mail that is not tracked, whatever the token says', async () => {
  const { app, id, first, pixel } = await start({ is_tracked: false })
  expect((await app.send('GET', pixel, { headers: person })).status).toBe(200)
  expect((await app.send('GET', first, { headers: person })).status).toBe(404)
  expect((await app.mail(id)).status).toBe('sent')
})

test('once the content of an e-mail is gone, its links lead to the application', async () => {
  const { app, first } = await start({ body: null })
  expect((await app.send('GET', first, { headers: person })).headers.get('location')).toBe(app.config.appUrl)
})
