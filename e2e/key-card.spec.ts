import type { Page } from '@playwright/test'
import { shareKey } from '@twofold/contract/sharing'
import { call } from './api.ts'
import { expect, test } from './fixtures.ts'
import { press } from './keyboard.ts'
import { addKey, enter, signUp } from './people.ts'
import { totpCode } from './totp.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const card = (page: Page, name: string) => page.getByRole('article', { name })
const copyButton = (page: Page, name: string) => page.locator('button.code').and(page.getByRole('button', { name: `code for ${name}` }))
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

const groupDigits = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`

/** Waits, with a page that shows nothing, until the window of codes has just begun: what a test sees is then the same for 20 seconds. */
async function atStartOfWindow(page: Page) {
  await page.waitForFunction(() => (Date.now() / 1000) % 30 < 5)
}

async function signInToDemo(page: Page, url: string, email: string) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-battery')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/admin|dashboard/)
  await page.goto(`${url}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Your keys' })).toBeVisible()
}

test('until the codes are there it shows six dashes and says why', async ({ page, person }) => {
  await addKey(person, { name: 'Code host', secret })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/keys/generate-codes', async (route) => {
    await held.promise
    await route.continue()
  })
  await enter(page, person)
  await expect(copyButton(page, 'Code host')).toContainText('------')
  await expect(copyButton(page, 'Code host')).toContainText('Generating code...')
  held.resolve()
  await expect(copyButton(page, 'Code host')).toContainText(/\d{3} \d{3}/)
  await expect(copyButton(page, 'Code host')).not.toContainText('Generating code...')
})

test('when codes cannot be generated every code is dashes, copying says so, and it recovers by itself', async ({ page, person, guard }) => {
  guard.allow(/status of 503/)
  await addKey(person, { name: 'Code host', secret })
  await addKey(person, { name: 'North Bank' })
  await page.route('**/api/keys/generate-codes', (route) =>
    route.fulfill({ status: 503, json: { code: 'server.unavailable', message: 'The database cannot be reached right now.' } }),
  )
  await enter(page, person)
  for (const name of ['Code host', 'North Bank']) {
    await expect(copyButton(page, name)).toContainText('------')
    await expect(copyButton(page, name)).toContainText('Not available')
  }
  await expect(page.getByText('The server does not answer. Trying again...')).toBeVisible()
  await copyButton(page, 'Code host').click()
  await expect(page.getByRole('status').getByText('No code available to copy')).toBeVisible()
  await page.unroute('**/api/keys/generate-codes')
  await expect(copyButton(page, 'Code host')).toContainText(/\d{3} \d{3}/)
  await expect(page.getByText('The server does not answer.')).toBeHidden()
})

test('the next code is shown when it is asked for, and can be copied before its time has come', async ({ page, person }) => {
  await addKey(person, { name: 'Code host', secret })
  await atStartOfWindow(page)
  await enter(page, person)
  const next = page.locator('.code-next')
  await expect(copyButton(page, 'Code host')).toContainText(/\d{3} \d{3}/)
  await expect(next).toHaveAccessibleName('Next code for Code host')
  await expect(page.getByText(groupDigits(totpCode(secret, Date.now() + 30_000)))).toHaveCount(0)
  await next.click()
  await expect(next).toHaveAccessibleName(/Copy next code for Code host/)
  await expect(next).toContainText(/\d{3} \d{3}/)
  const before = Date.now()
  await next.click()
  await expect(page.getByText('Code host code copied to clipboard!')).toBeVisible()
  expect([totpCode(secret, before + 30_000), totpCode(secret, Date.now() + 30_000)]).toContain(await clipboard(page))
})

test('the next code stands there by itself when the present one is about to expire, and goes with the turn', async ({ page, person }) => {
  await addKey(person, { name: 'Code host', secret })
  await atStartOfWindow(page)
  await enter(page, person)
  const next = page.locator('.code-next')
  await expect(next).toHaveAccessibleName('Next code for Code host')
  await expect(next).toHaveAccessibleName(/Copy next code for Code host/, { timeout: 30_000 })
  expect(Number(/\d+/.exec(await page.getByRole('timer').innerText())?.[0])).toBeLessThanOrEqual(5)
  await expect(next).toHaveAccessibleName('Next code for Code host')
})

test('the buttons of a card stay on one line within it on the narrowest screen, also when they are made for fingers', async ({
  browser,
  person,
}) => {
  const friend = await signUp(person.app)
  const id = await addKey(person, { name: 'Code host', secret })
  await call(person.app, shareKey, { params: { id }, body: { email: friend.email } }, { authorization: `Bearer ${person.token}` })
  for (const hasTouch of [false, true]) {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 }, hasTouch, isMobile: hasTouch })
    await enter(page, person)
    const buttons = card(page, 'Code host').locator('.key-acts .ui-button')
    await expect(buttons).toHaveCount(4)
    const boxes = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().toJSON() as DOMRect))
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
    const frame = await card(page, 'Code host').boundingBox()
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0))
    if (hasTouch) expect(Math.min(...boxes.map(({ height }) => height))).toBeGreaterThanOrEqual(44)
    await page.close()
  }
})

test('the menu of a card is opened, walked and taken from by keyboard, and the focus comes back to it', async ({ page, person }) => {
  await addKey(person, { name: 'Code host', secret })
  await enter(page, person)
  const menu = page.getByRole('button', { name: 'More for Code host' })
  await press(menu)
  await press(page.getByRole('menuitem', { name: 'Who used it' }))
  await expect(page.getByRole('dialog', { name: 'Who used it' })).toBeVisible()
  await page.keyboard.press('Escape')
  await press(menu)
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
})

test('a browser that refuses the clipboard is copied to another way', async ({ page, context, person }) => {
  await addKey(person, { name: 'Code host', secret })
  await enter(page, person)
  await expect(copyButton(page, 'Code host')).toContainText(/\d{3} \d{3}/)
  await page.evaluate(() => Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('refused')) }))
  const before = Date.now()
  await copyButton(page, 'Code host').click()
  await expect(page.getByText('Code host code copied to clipboard!')).toBeVisible()
  await expect(copyButton(page, 'Code host')).toContainText('Copied')
  expect([totpCode(secret, before), totpCode(secret)]).toContain(await clipboard(page))
  await expect(copyButton(page, 'Code host')).toBeFocused()
  await context.clearPermissions()
})

test('a browser that allows neither way gets a word about it', async ({ page, person }) => {
  await addKey(person, { name: 'Code host', secret })
  await enter(page, person)
  await expect(copyButton(page, 'Code host')).toContainText(/\d{3} \d{3}/)
  await page.evaluate(() => {
    Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('refused')) })
    document.execCommand = () => false
  })
  await copyButton(page, 'Code host').click()
  await expect(page.getByRole('alert').getByText('Failed to copy code to clipboard')).toBeVisible()
  await expect(copyButton(page, 'Code host')).not.toContainText('Copied')
})

test('a key with a period of its own has its own countdown and changes at its own turn', async ({ page, person }) => {
  const period = 20
  await addKey(person, { name: 'Registrar', secret, period })
  await addKey(person, { name: 'Code host', secret })
  await enter(page, person)
  const timer = card(page, 'Registrar').getByRole('timer')
  await expect(card(page, 'Registrar')).toContainText('20-second key')
  await expect(card(page, 'Code host').getByRole('timer')).toBeHidden()
  await expect(timer).toHaveText(/^\d+ s$/)
  const [now, seconds] = await timer.evaluate((element) => [Date.now(), Number(element.textContent?.match(/\d+/)?.[0])] as const)
  expect(Math.abs(seconds - (period - ((now / 1000) % period))) % period).toBeLessThan(2)
  await expect(copyButton(page, 'Registrar')).toContainText(/\d{3} \d{3}/)
  const before = await copyButton(page, 'Registrar').locator('.code-digits').innerText()
  await expect(copyButton(page, 'Registrar').locator('.code-digits')).not.toHaveText(before, { timeout: 25_000 })
  await expect
    .poll(async () => (await copyButton(page, 'Registrar').locator('.code-digits').innerText()).replaceAll(' ', ''))
    .toBe(totpCode(secret, Date.now(), { period }))
})

test('own keys come first, with what can be done to them; shared ones say how far and by whom', async ({ page, demo }) => {
  await signInToDemo(page, demo.url, 'bo@example.org')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Your keys', 'Shared with you'])
  await expect(card(page, 'Photo channel').getByRole('button', { name: 'Delete Photo channel' })).toBeVisible()
  await expect(card(page, 'Photo channel')).toContainText('Shared with 1 person')

  const [admin, view] = [card(page, 'Code host'), card(page, 'North Bank')]
  await expect(admin.locator('.key-marks .ui-badge')).toHaveText('Admin')
  await expect(view.locator('.key-marks .ui-badge')).toHaveText('View Only')
  for (const shared of [admin, view]) {
    await expect(shared).toContainText('Shared by Ann Example')
    await expect(shared.locator('.ui-face')).toHaveText('AE')
    await expect(shared.getByRole('button', { name: /^(Delete|Share)/ })).toHaveCount(0)
    await expect(shared.locator('button.code')).toContainText(/\d{3}/)
  }
  const hue = (badge: typeof admin) =>
    badge.locator('.key-marks .ui-badge').evaluate((element) => {
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      if (!context) throw new Error('There is no canvas.')
      context.fillStyle = getComputedStyle(element).color
      context.fillRect(0, 0, 1, 1)
      return [...context.getImageData(0, 0, 1, 1).data]
    })
  const [red = 0, green = 0, blue = 0] = await hue(admin)
  expect(red > green && green > blue, 'Admin is orange').toBe(true)
  const [viewRed = 0, viewGreen = 0] = await hue(view)
  expect(viewGreen > viewRed, 'View Only is green').toBe(true)
})

test('a recipient copies the code that the owner sees', async ({ page, demo }) => {
  await signInToDemo(page, demo.url, 'bo@example.org')
  await expect(copyButton(page, 'Code host')).toContainText(/\d{3} \d{3}/)
  const before = Date.now()
  await copyButton(page, 'Code host').click()
  await expect(page.getByText('Code host code copied to clipboard!')).toBeVisible()
  expect([totpCode(secret, before), totpCode(secret)]).toContain(await clipboard(page))
})

test('a sharer without a name is called Unknown', async ({ page, demo }) => {
  await page.route('**/api/keys', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { own_keys: unknown[]; shared_keys: object[] }
    await route.fulfill({ response, json: { ...body, shared_keys: body.shared_keys.map((key) => ({ ...key, shared_by: { name: '' } })) } })
  })
  await signInToDemo(page, demo.url, 'bo@example.org')
  await expect(card(page, 'North Bank')).toContainText('Shared by Unknown')
})
