import type { Page } from '@playwright/test'
import { URI } from 'otpauth'
import { expect, test } from './fixtures.ts'
import { enter, type Person } from './people.ts'
import { readQr } from './read-qr.ts'
import { totpCode } from './totp.ts'

/** The secret of RFC 4226 and RFC 6238. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add 2FA Key' })
const nameField = (page: Page) => addDialog(page).getByLabel('Name', { exact: true })
const secretField = (page: Page) => addDialog(page).getByLabel('Secret', { exact: true })
const addButton = (page: Page) => addDialog(page).getByRole('button', { name: 'Add Key', exact: true })
const card = (page: Page, name: string) => page.getByRole('article', { name })
const shownCode = async (page: Page, name: string) => (await card(page, name).locator('.code-digits').innerText()).replaceAll(' ', '')

async function openDialog(page: Page, person: Person) {
  await enter(page, person)
  await page.getByRole('button', { name: 'Add 2FA Key' }).click()
  await expect(nameField(page)).toBeFocused()
}

/** The code on the card is the one of now. Asked twice, as the window may turn between the two clocks. */
async function expectCode(page: Page, name: string, code: () => string) {
  await expect.poll(async () => (await shownCode(page, name)) === code()).toBe(true)
}

test('a typed secret is taken with spaces, dashes and small letters, and gives the codes that others compute from it', async ({
  page,
  person,
}) => {
  await openDialog(page, person)
  await expect(secretField(page)).toHaveAttribute('placeholder', 'Leave empty to auto-generate')
  await nameField(page).fill('Code host')
  await secretField(page).fill('gezd gnbv-gy3t qojq gezd gnbv gy3t qojq')
  const request = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/api/keys'))
  await addButton(page).click()
  expect((await request).headers()['idempotency-key']).toMatch(/^[\w-]{16,}$/)
  await expect(page.getByText('2FA key added successfully!')).toBeVisible()
  await expect(addDialog(page)).toBeHidden()
  await expectCode(page, 'Code host', () => totpCode(secret))
})

test('an empty secret is left out of the call, and the generated one is shown once, as text and as QR code', async ({ page, person }) => {
  await openDialog(page, person)
  await nameField(page).fill('Code host')
  const request = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/api/keys'))
  await addButton(page).click()
  expect((await request).postDataJSON()).not.toHaveProperty('secret')

  const dialog = page.getByRole('dialog', { name: 'Set up Code host elsewhere' })
  await expect(dialog).toContainText('This is shown only once')
  const typed = (await dialog.locator('.secret-text').innerText()).replaceAll(/\s/g, '')
  expect(typed).toMatch(/^[A-Z2-7]{32}$/)
  const [scanned = ''] = await readQr(dialog.getByRole('img', { name: 'QR code for Code host' }))
  const enrolled = URI.parse(scanned)
  expect([enrolled.secret.base32, enrolled.label]).toEqual([typed, person.email])
  await dialog.getByRole('button', { name: 'Copy secret' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(typed)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(scanned)

  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expectCode(page, 'Code host', () => totpCode(typed))
  await page.reload()
  await expect(card(page, 'Code host')).toBeVisible()
  expect(await page.content()).not.toContain(typed)
})

test('an answer that got lost adds the key once, however often it is tried again', async ({ page, person, guard }) => {
  guard.allow(/ERR_CONNECTION_RESET/)
  await openDialog(page, person)
  await nameField(page).fill('Code host')
  await secretField(page).fill(secret)
  await page.route(
    '**/api/keys',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await addButton(page).click()
  await expect(page.getByText('Failed to add 2FA key. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await addButton(page).click()
  await expect(page.getByText('2FA key added successfully!')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(1)
})
