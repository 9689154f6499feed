import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { chooseInMenu } from './key-menu.ts'
import { addKey, enter } from './people.ts'
import { totpCode } from './totp.ts'

// The vault wants the PIN first.
test.beforeEach(({ guard }) => guard.allow(/status of 403/))

const secret = 'GEZDGNBVGY3TQOJQ'

/** How the page would be in Arabic or Hebrew. */
const turn = (page: Page) => page.evaluate(() => (document.documentElement.dir = 'rtl'))

/** The rule itself, and that its first character stands left of the last one. */
async function expectLeftToRight(text: Locator) {
  await expect(text).toHaveCSS('direction', 'ltr')
  await expect(text).toHaveCSS('unicode-bidi', 'isolate')
  const places = await text.evaluate((element) => {
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const lefts: number[] = []
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      for (let at = 0; at < (node.nodeValue ?? '').length; at++) {
        if (node.nodeValue?.[at]?.trim() === '') continue
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const { left, top } = range.getBoundingClientRect()
        lefts.push(left + top * 10_000)
      }
    }
    return lefts
  })
  expect(places).toEqual(places.toSorted((one, other) => one - other))
}

test('codes, secrets, backup codes and PINs stay left-to-right on a page that is right-to-left', async ({ page, person }) => {
  await addKey(person, { name: 'Code host', secret })
  await enter(page, person)
  await turn(page)
  const card = page.getByRole('article', { name: 'Code host' })
  await expect(card.locator('.code-digits')).toHaveText(/\d{3} \d{3}/)
  await expectLeftToRight(card.locator('.code-digits'))
  await card.getByRole('button', { name: 'Next code for Code host' }).click()
  await expectLeftToRight(card.locator('.code-next code'))

  await chooseInMenu(page, 'Code host', 'Secret and QR code')
  const pin = page.getByRole('dialog').getByLabel('PIN', { exact: true })
  await expectLeftToRight(pin)
  await pin.fill(person.pin)
  await page.keyboard.press('Enter')
  await expectLeftToRight(page.locator('.secret-text'))
  await page.keyboard.press('Escape')

  await chooseInMenu(page, 'Code host', 'Backup codes')
  await page.getByRole('button', { name: 'Add codes' }).click()
  const codes = page.getByRole('dialog', { name: /^Add backup codes/ }).getByRole('textbox')
  await expectLeftToRight(codes)
  await codes.fill('1234 5678')
  await page.getByRole('button', { name: 'Save codes' }).click()
  await page.getByRole('button', { name: 'Show codes' }).click()
  await expectLeftToRight(page.locator('.backup-code'))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Add 2FA Key' }).click()
  const add = page.getByRole('dialog', { name: 'Add 2FA Key' })
  await expectLeftToRight(add.getByLabel('Secret', { exact: true }))
  await add.getByLabel('Secret', { exact: true }).fill(`otpauth://totp/Example:ann?secret=${secret}`)
  await add.getByRole('button', { name: 'Show secret' }).click()
  await expectLeftToRight(add.getByLabel('Secret', { exact: true }))
  await expectLeftToRight(add.locator('.preview-code'))
})

test('recovery codes and the secret of the second step stay left-to-right on a page that is right-to-left', async ({ page, person }) => {
  await enter(page, person, '/profile?tab=security')
  await turn(page)
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  await page.getByRole('dialog').getByLabel('PIN', { exact: true }).fill(person.pin)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expectLeftToRight(dialog.locator('.secret-text'))
  const typed = dialog.getByLabel('Code from the app')
  await expectLeftToRight(typed)
  await typed.fill(totpCode((await dialog.locator('.secret-text').innerText()).replaceAll(/\s/g, '')))
  await page.keyboard.press('Enter')
  const recovery = page.getByRole('list', { name: 'Recovery codes' }).locator('code')
  await expect(recovery).toHaveCount(10)
  await expectLeftToRight(recovery.first())
})

test('on a phone a row keeps its distance from both edges', async ({ page, person }) => {
  await page.setViewportSize({ width: 375, height: 760 })
  await addKey(person, { name: 'Code host', secret })
  await enter(page, person)
  await expect(page.getByRole('article')).toBeVisible()
  await page.keyboard.press('v')
  const tile = page.locator('.key-row .ui-tile')
  await expect.poll(async () => (await tile.boundingBox())?.x).toBe(12)
  await turn(page)
  await expect.poll(async () => (await tile.boundingBox())?.x).toBe(375 - 12 - 32)
})
