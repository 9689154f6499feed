import type { Locator, Page } from '@playwright/test'
import { shareKey } from '@twofold/contract/sharing/grants'
import { call } from './api.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, signUp } from './people.ts'
import { totpCode } from './totp.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const card = (page: Page, name: string) => page.getByRole('article', { name })
const copyButton = (page: Page, name: string) => page.locator('button.code').and(page.getByRole('button', { name: `code for ${name}` }))
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Every button is as high as the smallest target on a coarse pointer, 44 pixels. */
async function expectMadeForFingers(place: Locator) {
  const heights = await place
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => [one.textContent, one.getBoundingClientRect().height]))
  expect(heights.filter(([, height]) => Number(height) < 44)).toEqual([])
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

test('the buttons of a card stay on one line within it on the narrowest screen, and all buttons are high enough for fingers', async ({
  browser,
  person,
}) => {
  const friend = await signUp(person.app)
  const id = await addKey(person, { name: 'Code host', secret })
  await call(person.app, shareKey, { params: { id }, body: { email: friend.email } }, { authorization: `Bearer ${person.token}` })
  for (const hasTouch of [false, true]) {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 }, hasTouch, isMobile: hasTouch })
    await enter(page, person)
    const buttons = card(page, 'Code host').locator('footer .ui-button')
    await expect(buttons).toHaveCount(4)
    const boxes = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().toJSON() as DOMRect))
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
    const frame = await card(page, 'Code host').boundingBox()
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0))
    if (hasTouch) {
      await expectMadeForFingers(card(page, 'Code host'))
      await page.getByRole('button', { name: 'Add 2FA Key' }).click()
      await expect(page.getByRole('button', { name: 'Show secret' })).toBeVisible()
      await expectMadeForFingers(page.getByRole('dialog'))
      await page.evaluate(() => localStorage.clear())
      await page.goto(`${person.app.url}/login`)
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      await expectMadeForFingers(page.getByRole('main'))
    }
    await page.close()
  }
})

test('a recipient copies the code that the owner sees', async ({ page, demo }) => {
  await signInToDemo(page, demo.url, 'bo@example.org')
  await expect(copyButton(page, 'Code host')).toContainText(/\d{3} \d{3}/)
  const before = Date.now()
  await copyButton(page, 'Code host').click()
  await expect(page.getByText('Code host code copied to clipboard!')).toBeVisible()
  expect([totpCode(secret, before), totpCode(secret)]).toContain(await clipboard(page))
})
