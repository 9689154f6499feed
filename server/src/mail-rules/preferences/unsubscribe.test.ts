import { mailPaths } from '@twofold/contract/mail-design/mail-paths'
import { expect, test } from 'vitest'
import { shareApp } from '../../testing/share-app.ts'
import { startTestApp } from '../../testing/start-test-app.ts'

const shared = shareApp(startTestApp)

async function start() {
  const app = shared()
  const bo = await app.signUp('bo@example.org')
  const { id } = await app.db.selectFrom('users').select('id').where('email', '=', bo.email).executeTakeFirstOrThrow()
  const pathOf = (event: 'key.shared' | 'user.password.changed') =>
    app.mailRules.preferences.unsubscribeUrl(id, event).slice(app.config.appUrl.length)
  const preferences = () =>
    app.db.selectFrom('email_preferences').where('user_id', '=', id).select(['user_id', 'event_name', 'is_wanted']).execute()
  return { app, id, path: pathOf('key.shared'), pathOf, preferences }
}

const oneClick = { raw: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } }

test('looking at the link asks and changes nothing; posting to it, as mail programs do with one click, unsubscribes', async () => {
  const { app, id, path, preferences } = await start()
  const page = await app.send('GET', path)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.text).toContain('<form method="post">')
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'nonce-[^']+'; form-action 'self';/)
  expect(await preferences()).toEqual([])
  for (let time = 0; time < 2; time += 1) expect((await app.send('POST', path, oneClick)).status).toBe(200)
  expect(await preferences()).toEqual([{ user_id: id, event_name: 'key.shared', is_wanted: false }])
})

test('the page is in German for readers who prefer it, and in English for everybody else', async () => {
  const { app, path } = await start()
  const read = async (method: 'GET' | 'POST', languages: string) => {
    const { text } = await app.send(method, path, {
      ...(method === 'POST' && { raw: oneClick.raw }),
      headers: { ...oneClick.headers, 'accept-language': languages },
    })
    return [/<html lang="(\w+)">/.exec(text)?.[1], /<p>(.*)<\/p>/.exec(text)?.[1]]
  }
  expect(await read('GET', 'de-AT,en;q=0.5')).toEqual(['de', 'Möchten Sie E-Mails zu „Schlüssel mit Ihnen geteilt“ nicht mehr erhalten?'])
  expect((await read('POST', 'de'))[0]).toBe('de')
  expect((await read('GET', 'en,de;q=0.9'))[0]).toBe('en')
  expect((await read('GET', 'fr'))[0]).toBe('en')
})

test('the button of the page works in a browser, which says where it comes from', async () => {
  const { app, path, preferences } = await start()
  const headers = { ...oneClick.headers, 'sec-fetch-site': 'same-origin', origin: app.url }
  expect((await app.send('POST', path, { ...oneClick, headers })).status).toBe(200)
  expect(await preferences()).toHaveLength(1)
})

test('a link that was tampered with, or is about e-mail that nobody can choose not to get, does nothing', async () => {
  const { app, path, pathOf, preferences } = await start()
  const [encoded = '', ...rest] = (path.split('/').at(-1) ?? '').split('.')
  const other = Buffer.from(Buffer.from(encoded, 'base64url').toString().replace('key.shared', 'key.created')).toString('base64url')
  const forged = [
    `${mailPaths.unsubscribe}/${[other, ...rest].join('.')}`,
    path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    `${mailPaths.unsubscribe}/x`,
  ]
  for (const wrong of [...forged, pathOf('user.password.changed')]) {
    expect([(await app.send('GET', wrong)).status, (await app.send('POST', wrong, oneClick)).status]).toEqual([404, 404])
  }
  expect(await preferences()).toEqual([])
})

test('the link of somebody whose account is gone does nothing, and does not say so', async () => {
  const { app } = await start()
  const gone = '01890a5d-ac96-774b-bcce-b302099a8057'
  const url = app.mailRules.preferences.unsubscribeUrl(gone, 'key.shared')
  expect((await app.send('POST', url.slice(app.config.appUrl.length), oneClick)).status).toBe(200)
  expect(await app.db.selectFrom('email_preferences').where('user_id', '=', gone).selectAll().execute()).toEqual([])
})
