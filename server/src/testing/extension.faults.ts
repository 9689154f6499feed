import { approveDevice, listDevices } from '@twofold/contract/devices'
import { editKey, getKey } from '@twofold/contract/keys'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startExtensionBrowser } from './extension-browser.ts'
import { startTestApp } from './start-test-app.ts'
import { startOfWindow } from './start-of-window.ts'

/* The extension in a whole Chromium, `EXTENSION_CHROMIUM`: the headless one of the other tests loads none. */

const executablePath = process.env['EXTENSION_CHROMIUM'] ?? ''
const site = 'https://login.codehost.com'
const frameSite = 'https://auth.codehost.com'
const form = '<form onsubmit="document.title = \'submitted\'"><input id="code" autocomplete="one-time-code"><button>Go</button></form>'

/** The tests' web; every host answers every path. */
function answerOf(_host: string, path: string) {
  if (path === '/same-frame') return `<iframe src="/form"></iframe>`
  if (path === '/other-frame') return `<iframe src="https://evil.com/form"></iframe>`
  if (path === '/sandboxed') return `<iframe sandbox="allow-scripts allow-forms" src="/form"></iframe>`
  if (path === '/own-frame') return `<iframe src="${frameSite}/form"></iframe>`
  if (path === '/framing') return `<iframe src="${site}/form"></iframe>`
  return form
}

/** A vault with a key of Ann's, and a browser that is signed in there by the page of the extension. */
async function start(fields: { sites?: string[]; exclusive?: boolean; issuer?: string } = {}) {
  const app = await startTestApp({ now: startOfWindow() })
  const ann = await app.signUp('ann@example.org')
  const { key } = await ann.addKey('Code host', fields.issuer === undefined ? {} : { issuer: fields.issuer })
  const { issuer: _given, ...changed } = { sites: [site], ...fields }
  await ann.call(editKey, { params: { id: key.id }, body: changed })
  const agreed = { host_permissions: ['http://127.0.0.1/*', `${frameSite}/*`], permissions: ['webNavigation'] }
  const browser = await startExtensionBrowser({ executablePath, agreed, sites: answerOf })
  const { options } = browser
  await options.getByLabel('Address').fill(app.url)
  await options.getByRole('button', { name: 'Sign in' }).click()
  const code = await options.locator('.code').innerText()
  await ann.enterPin()
  expect((await ann.call(approveDevice, { body: { user_code: code } })).status).toBe(200)
  app.clock.advance(6000)
  await options.getByText('is signed in at').waitFor()
  const open = async (url: string) => {
    const page = await browser.context.newPage()
    await page.goto(url)
    return page
  }
  return { ...browser, app, ann, key, open, code: async () => (await ann.codes()).find(({ id }) => id === key.id)?.code }
}

/** Values of all code fields in all frames. */
const typed = async (page: Page) =>
  (
    await Promise.all(
      page.frames().map((frame) => frame.locator('#code').evaluateAll((all) => all.map((field) => (field as { value?: string }).value))),
    )
  ).flat()

/** Keys that the popup would fill here with one click. */
async function offered(
  page: Page,
  openPopup: (
    page: Page,
  ) => Promise<{ says: (p: RegExp) => Promise<unknown>; names: () => Promise<unknown>; close: () => Promise<unknown> }>,
) {
  const popup = await openPopup(page)
  await popup.says(/Code host/)
  const names = ((await popup.names()) as string[]).filter((name) => name.startsWith('Fill:'))
  await popup.close()
  return names
}

test.skipIf(executablePath === '')('on its own site one click fills the code, reports it as copied, and submits nothing', async () => {
  const { app, open, openPopup, key, code } = await start()
  const page = await open(`${site}/form`)
  const popup = await openPopup(page)
  await popup.says(/Code host/)
  await popup.press('Fill: Code host')
  await expect.poll(() => typed(page)).toEqual([await code()])
  await expect.poll(() => popup.isOpen()).toBe(false)
  expect(await page.title()).toBe('')
  expect(await app.db.selectFrom('key_copies').select('key_id').execute()).toEqual([{ key_id: key.id }])
})

test.skipIf(executablePath === '')(
  'a sibling, another port, a look-alike, a stranger below the same public suffix: nothing is filled',
  async () => {
    const { ann, key, open, openPopup } = await start()
    for (const [sites, url] of [
      [site, 'https://other.codehost.com/'],
      [site, 'https://login.codehost.com:8443/'],
      [site, 'https://login.codeh0st.com/'],
      [site, 'https://xn--lgin-55d.codehost.com/'],
      [site, 'https://login.codehost.com.evil.com/'],
      ['https://ann.github.io', 'https://bob.github.io/'],
    ] as const) {
      await ann.call(editKey, { params: { id: key.id }, body: { sites: [sites] } })
      const page = await open(url)
      expect([url, await offered(page, openPopup)]).toEqual([url, []])
      await page.close()
    }
  },
)

test.skipIf(executablePath === '')('two presses in a row use one code', async () => {
  const { app, open, openPopup } = await start()
  const page = await open(`${site}/form`)
  const popup = await openPopup(page)
  await popup.says(/Code host/)
  await popup.press('Fill: Code host', 2)
  await expect.poll(() => typed(page)).toEqual([expect.stringMatching(/^\d{6}$/)])
  await expect.poll(() => popup.isOpen()).toBe(false)
  expect(await app.db.selectFrom('key_copies').select('key_id').execute()).toHaveLength(1)
})

test.skipIf(executablePath === '')('a page that goes elsewhere between the look and the click gets nothing', async () => {
  const { open, openPopup } = await start()
  const page = await open(`${site}/form`)
  const popup = await openPopup(page)
  await popup.says(/Code host/)
  await page.goto('https://evil.com/form')
  await popup.press('Fill: Code host')
  await popup.says(/The page has changed/)
  expect(await typed(page)).toEqual([''])
})

test.skipIf(executablePath === '').each(['/same-frame', '/other-frame', '/sandboxed'])(
  'a field in a frame of the page at %s gets nothing: the code is copied',
  async (path) => {
    const { open, openPopup } = await start()
    const page = await open(`${site}${path}`)
    const popup = await openPopup(page)
    await popup.says(/Code host/)
    await popup.press('Fill: Code host')
    await popup.says(/no field for a code/)
    expect(await typed(page)).toEqual([''])
  },
)

test.skipIf(executablePath === '')('a page that frames the site of a key is not that site', async () => {
  const { open, openPopup } = await start()
  const page = await open('https://evil.com/framing')
  expect(await offered(page, openPopup)).toEqual([])
})

test.skipIf(executablePath === '')('a frame of another site of the same key is filled by a second click that names it', async () => {
  const { open, openPopup, code } = await start({ sites: [site, frameSite] })
  const page = await open(`${site}/own-frame`)
  const popup = await openPopup(page)
  await popup.says(/Code host/)
  await popup.press('Fill: Code host')
  await popup.says(/auth\.codehost\.com/)
  expect(await typed(page)).toEqual([''])
  await popup.press('Fill in the frame of auth.codehost.com')
  await expect.poll(() => typed(page)).toEqual([await code()])
})

test.skipIf(executablePath === '')('a site that the service is called like is suggested, and kept only after a yes', async () => {
  const { ann, key, open, openPopup, code } = await start({ sites: [], issuer: 'Codehost' })
  const page = await open(`${site}/form`)
  const popup = await openPopup(page)
  await popup.says(/Code host/)
  await popup.press('Fill here…: Code host')
  await popup.says(/login\.codehost\.com/)
  expect([(await ann.call(getKey, { params: { id: key.id } })).body.key.sites, await typed(page)]).toEqual([undefined, ['']])
  await popup.press('Add site and fill')
  await expect.poll(() => typed(page)).toEqual([await code()])
  expect((await ann.call(getKey, { params: { id: key.id } })).body.key.sites).toEqual([site])
})

test.skipIf(executablePath === '')('a code of an exclusive key is taken', async () => {
  const { app, open, openPopup } = await start({ exclusive: true })
  const page = await open(`${site}/form`)
  const popup = await openPopup(page)
  await popup.says(/Code host/)
  // The codes of which pages may have had one are over, and a whole one begins.
  app.clock.set(Math.ceil(app.clock.now() / 30_000) * 30_000 + 60_000)
  await popup.press('Fill: Code host')
  await expect.poll(() => typed(page), { timeout: 60_000 }).toEqual([expect.stringMatching(/^\d{6}$/)])
  expect(await app.db.selectFrom('code_takes').select('state').execute()).toEqual([{ state: 'handed' }])
})

test.skipIf(executablePath === '')('scripts of a page find no extension to speak to, and none of its files', async () => {
  const { id, open } = await start()
  const page = await open(`${site}/form`)
  const found = await page.evaluate(`(async () => {
    const asked = await new Promise((resolve) => {
      if (globalThis.chrome?.runtime?.sendMessage === undefined) return resolve('nobody')
      chrome.runtime.sendMessage('${id}', 'code', () => resolve(chrome.runtime.lastError ? 'nobody' : 'somebody'))
    })
    const file = await fetch('chrome-extension://${id}/popup.html').then(() => 'readable', () => 'closed')
    return [asked, file]
  })()`)
  expect(found).toEqual(['nobody', 'closed'])
})

test.skipIf(executablePath === '')('a browser that is signed out in the vault forgets its session', async () => {
  const { app, ann, open, openPopup } = await start()
  const [device] = (await ann.call(listDevices, {})).body.data
  await app.db
    .deleteFrom('access_tokens')
    .where('id', '=', device?.id ?? '')
    .execute()
  const page = await open(`${site}/form`)
  const popup = await openPopup(page)
  await popup.says(/was signed out/)
})

test.skipIf(executablePath === '')('an address without encryption is refused in a sentence, and stays in the field', async () => {
  const { options } = await startExtensionBrowser({ executablePath, agreed: { host_permissions: [] }, sites: answerOf })
  await options.getByLabel('Address').fill('http://vault.example.com')
  await options.getByRole('button', { name: 'Sign in' }).click()
  await options.getByText('This address is not secure. Enter one that begins with https://.').waitFor()
  expect(await options.getByLabel('Address').inputValue()).toBe('http://vault.example.com')
})

test.skipIf(executablePath === '')('the popup says nothing about an earlier step beside the next one', async () => {
  const { open, openPopup } = await start()
  const page = await open(`${site}/same-frame`)
  const popup = await openPopup(page)
  await popup.says(/Code host/)
  await popup.press('Fill: Code host')
  await popup.says(/no field for a code/)
  expect(await popup.text()).not.toContain('Fetching')
})
