import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { controlled, lookForUpdate, versionOf } from './deployed.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, signUp } from './people.ts'

test.use({ serviceWorkers: 'allow' })

const notice = (page: Page) => page.locator('.update-notice')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
let lastVersion = 0
const nextVersion = () => `version${(lastVersion += 1)}`

/** How often the document was loaded since the call. */
function countLoads(page: Page) {
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  return () => loads
}

test('a new version is installed, waits to be wanted, and takes over with one reload', async ({ page, deployed: { app, proxy } }) => {
  await page.goto(`${app.url}/login`)
  await controlled(page)
  const { version: before } = (await versionOf(page)) as { version: string }
  await expect(notice(page)).toBeEmpty()

  const release = proxy.hold('/')
  const version = nextVersion()
  proxy.deploy(version)
  await lookForUpdate(page)
  await expect(notice(page)).toContainText('App Update Installing')
  await expect(notice(page)).toHaveRole('status')
  release()
  await expect(notice(page)).toContainText('App Update Available')
  expect(await versionOf(page)).toEqual({ version: before })

  const loads = countLoads(page)
  // Not asked before the page is reloaded: a message to a worker that is being replaced may never be answered.
  const loaded = page.waitForEvent('domcontentloaded')
  await button(page, 'Update Now').click()
  await loaded
  expect(await versionOf(page)).toEqual({ version })
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(notice(page)).toBeEmpty()
  expect(loads()).toBe(1)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([`shell-${version}`])
})

test('an update can be put off, its notice covers nothing, and another tab that takes it reloads this one too', async ({
  page,
  context,
  deployed: { app, proxy },
}) => {
  await page.goto(`${app.url}/login`)
  await controlled(page)
  const other = await context.newPage()
  await other.goto(`${app.url}/login2`)
  await expect(notice(other)).toBeAttached()
  const version = nextVersion()
  proxy.deploy(version)
  await lookForUpdate(page)
  await expect(notice(page)).toContainText('App Update Available')

  await page.setViewportSize({ width: 320, height: 640 })
  // Nothing that cannot be scrolled out from under it.
  const last = button(page, 'Keyboard and display')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await last.click({ trial: true })
  for (const name of ['Later', 'Update Now']) await button(page, name).click({ trial: true })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 720 })

  await button(page, 'Later').click()
  await expect(notice(page)).toBeEmpty()

  const loads = countLoads(page)
  await button(other, 'Update Now').click()
  await expect.poll(loads).toBe(1)
  expect(await versionOf(page)).toEqual({ version })
})

test('no update reloads the page over an unsaved form', async ({ page, context, deployed: { app, proxy } }) => {
  await page.goto(`${app.url}/login`)
  await controlled(page)
  await button(page, 'Create an account').click()
  await page.getByLabel('Name', { exact: true }).fill('Cleo')
  proxy.deploy(nextVersion())
  await lookForUpdate(page)
  await expect(notice(page)).toContainText('You have unsaved changes. The update waits until they are saved or discarded.')
  await expect(button(page, 'Update Now')).toHaveAttribute('aria-disabled', 'true')
  const loads = countLoads(page)
  await button(page, 'Update Now').click({ force: true })

  const other = await context.newPage()
  await other.goto(`${app.url}/login`)
  await button(other, 'Update Now').click()
  await expect(notice(page)).toContainText('App Update Ready')
  await expect(notice(page)).toContainText('The page reloads by itself once they are saved or discarded.')
  await expect(button(page, 'Reload App')).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Cleo')
  expect(loads()).toBe(0)

  await page.getByLabel('Name', { exact: true }).fill('')
  await expect.poll(loads).toBe(1)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a page that goes on with the version before has the parts that it had not loaded, until the last one of that version is gone', async ({
  page,
  context,
  guard,
  deployed: { app, proxy },
}) => {
  guard.allow(/net::ERR_/)
  await page.goto(`${app.url}/login`)
  await controlled(page)
  await button(page, 'Create an account').click()
  await page.getByLabel('Name', { exact: true }).fill('Cleo')
  const version = nextVersion()
  proxy.deploy(version, 'HelperDialog')
  await lookForUpdate(page)
  await expect(notice(page)).toContainText('App Update Available')
  const other = await context.newPage()
  await other.goto(`${app.url}/login`)
  await button(other, 'Update Now').click()
  await expect(notice(page)).toContainText('App Update Ready')

  proxy.goAway()
  // The browser may have kept them as well.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
  await button(page, 'Keyboard and display').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  proxy.comeBack()
  await other.close()
  await page.getByLabel('Name', { exact: true }).fill('')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([`shell-${version}`])
})

test('no update reloads the page over a key that is being added or shown once, or a dialog of the back office that was typed into', async ({
  page,
  deployed: { admin, proxy },
}) => {
  await enter(page, admin, '/admin/users')
  await controlled(page)
  await button(page, 'Add User').click()
  await page.getByLabel('Email', { exact: true }).fill('cleo@example.org')
  proxy.deploy(nextVersion())
  await lookForUpdate(page)
  await expect(notice(page)).toContainText('You have unsaved changes.')
  await button(page, 'Cancel').click()
  await button(page, 'Discard changes').click()
  await expect(button(page, 'Update Now')).not.toHaveAttribute('aria-disabled', 'true')
  await expect(notice(page)).not.toContainText('You have unsaved changes.')

  await page.goto(`${admin.app.url}/dashboard`)
  await button(page, 'Add 2FA Key').first().click()
  await page.getByLabel('Name', { exact: true }).fill('Code host')
  await expect(notice(page)).toContainText('You have unsaved changes.')
  await button(page, 'Add Key').click()
  await expect(page.getByRole('dialog', { name: /Set up Code host/ })).toBeVisible()
  await expect(notice(page)).toContainText('You have unsaved changes.')
  await button(page, 'Done').click()
  await expect(notice(page)).not.toContainText('You have unsaved changes.')
})

test('the shell is kept and nothing else: no call, no code, nobody’s data', async ({ page, deployed: { app } }) => {
  const person = await signUp(app)
  await addKey(person, { name: 'Code host', secret: 'JBSWY3DPEHPK3PXP' })
  await enter(page, person)
  await controlled(page)
  await expect(page.locator('.code-digits')).toHaveText(/\d{3} \d{3}/)
  await page.goto(`${app.url}/profile`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => await (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/')
  expect(kept.filter((path) => !/^\/$|^\/logo\.svg$|^\/assets\/[\w.-]+\.(js|css|woff2)$/.test(path))).toEqual([])
})

test('a page from the shell keeps its security policy, which later pages get again', async ({ page, deployed: { app } }) => {
  const first = await page.goto(`${app.url}/login`)
  await controlled(page)
  const kept = await page.goto(`${app.url}/login2?next=1`)
  expect(kept?.fromServiceWorker()).toBe(true)
  const headerOf = (answer: typeof first, name: string) => answer?.headers()[name] ?? ''
  expect(headerOf(kept, 'content-security-policy')).toContain('trusted-types twofold')
  expect(headerOf(kept, 'content-security-policy')).toBe(headerOf(first, 'content-security-policy'))
  // With the page its headers are renewed; the only one that is another each time tells.
  await expect
    .poll(async () => headerOf(await page.reload(), 'date'), { message: 'the stored page is renewed in the background' })
    .not.toBe(headerOf(kept, 'date'))
})

test('the worker is requested again each time, as a script, and only our own scripts may be started', async ({
  page,
  request,
  guard,
  deployed: { app },
}) => {
  const answer = await request.get(`${app.url}/sw.js`)
  expect(answer.headers()['content-type']).toMatch(/^(text|application)\/javascript/)
  expect(answer.headers()['cache-control']).toBe('no-cache')
  const manifest = await request.get(`${app.url}/manifest.webmanifest`)
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  const { icons } = (await manifest.json()) as { icons: { src: string }[] }
  for (const { src } of icons) expect((await request.get(app.url + src)).headers()['content-type']).toBe('image/png')

  guard.allow(/TrustedScriptURL|Content Security Policy|Trusted Type/i)
  await page.goto(`${app.url}/login`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const refused = await page.evaluate(() => {
    const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }
    const attempts = [() => new Worker('/assets/x.js'), () => trustedTypes.createPolicy('another', {})]
    return attempts.map((attempt) => {
      try {
        attempt()
        return 'let through'
      } catch (error) {
        return (error as Error).name
      }
    })
  })
  expect(refused).toEqual(['TypeError', 'TypeError'])
})
