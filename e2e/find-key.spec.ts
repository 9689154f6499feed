import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, type Person } from './people.ts'
import { totpCode } from './totp.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search keys' })
const cards = (page: Page) => page.getByRole('article')
const names = (page: Page) => page.getByRole('heading', { level: 3 }).allInnerTexts()

async function enterWithThree(page: Page, person: Person) {
  await addKey(person, { name: 'Registrar', secret, account: 'ann@example.org', tags: ['Domains'] })
  await addKey(person, { name: 'Code host', secret, digits: 8, tags: ['Work'] })
  await addKey(person, { name: 'Bank', secret, issuer: 'Zürcher Bank', tags: ['Work'] })
  await enter(page, person)
  await expect(cards(page)).toHaveCount(3)
}

test('"/" goes to the search, what is typed narrows the keys, Enter copies the first hit, and Escape shows all again', async ({
  page,
  person,
}) => {
  await enterWithThree(page, person)
  await expect(page.locator('.code-digits').first()).toHaveText(/\d{3}/)
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await expect(search(page)).toHaveValue('')
  await page.keyboard.type('code')
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByRole('status').getByText('1 key found')).toBeVisible()
  const before = Date.now()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Code host code copied to clipboard!')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect([totpCode(secret, before, { digits: 8 }), totpCode(secret, Date.now(), { digits: 8 })]).toContain(copied)
  await page.keyboard.press('Escape')
  await expect(search(page)).toHaveValue('')
  await expect(cards(page)).toHaveCount(3)
})

test('name, issuer, account and tags are searched, and nothing found says so', async ({ page, person }) => {
  await enterWithThree(page, person)
  for (const [query, name] of [
    ['zurcher', 'Bank'],
    ['ann@', 'Registrar'],
    ['domains', 'Registrar'],
  ] as const) {
    await search(page).fill(query)
    await expect(cards(page)).toHaveCount(1)
    expect(await names(page)).toEqual([name])
  }
  await search(page).fill('nothing at all')
  await expect(page.getByRole('heading', { name: 'No key matches' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all keys' }).click()
  await expect(cards(page)).toHaveCount(3)
})

test('tags narrow the list and its order can be chosen, which stays chosen', async ({ page, person }) => {
  await enterWithThree(page, person)
  const tag = page.getByRole('button', { name: 'Work', exact: true })
  await tag.click()
  await expect(cards(page)).toHaveCount(2)
  await tag.click()
  await expect(cards(page)).toHaveCount(3)
  await page.getByLabel('Order of keys').selectOption('By name')
  await expect.poll(() => names(page)).toEqual(['Bank', 'Code host', 'Registrar'])
  await expectAccessible(page)
  await page.reload()
  await expect(cards(page)).toHaveCount(3)
  expect(await names(page)).toEqual(['Bank', 'Code host', 'Registrar'])
})

test('search, tag, favourites and order stand in the address: a reload and a link show the same keys', async ({ page, person }) => {
  await enterWithThree(page, person)
  await search(page).fill('code')
  await page.getByRole('button', { name: 'Work', exact: true }).click()
  await page.getByLabel('Order of keys').selectOption('By name')
  for (const part of [/[?&]search=code(&|$)/, /[?&]tag=Work(&|$)/, /[?&]sort=name(&|$)/]) await expect(page).toHaveURL(part)
  await expect(cards(page)).toHaveCount(1)
  await page.reload()
  await expect(search(page)).toHaveValue('code')
  await expect(cards(page)).toHaveCount(1)
  expect(await names(page)).toEqual(['Code host'])
  await page.getByRole('button', { name: 'Favourite: Code host' }).click()
  await page.getByRole('button', { name: 'Favourites', exact: true }).click()
  await expect(page).toHaveURL(/favourites=true/)
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(search(page)).toHaveValue('')
  await expect(cards(page)).toHaveCount(3)
  await enter(page, person, '/dashboard?search=42&tag=nothing&sort=worst&favourites=1')
  await expect(search(page)).toHaveValue('42')
  // What the screen does not know does not count.
  await expect(page.getByLabel('Order of keys')).toHaveValue('name')
  await expect(page.getByRole('button', { name: 'Favourites', exact: true })).toHaveAttribute('aria-pressed', 'false')
  await search(page).press('Escape')
  await expect(cards(page)).toHaveCount(3)
  await expect(page).not.toHaveURL(/search/)
})

test('of 1,000 keys only those near the screen are in the page, and each says which one it is', async ({ page, person }) => {
  const key = (number: number) => ({
    id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    name: `Key ${number}`,
    type: 'totp',
    issuer: null,
    account: null,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    counter: null,
    tags: [],
    favourite: false,
    created_at: '2026-01-01T00:00:00.000Z',
    shared_with: 0,
  })
  const own_keys = Array.from({ length: 1000 }, (_, index) => key(index + 1))
  await page.route('**/api/keys', (route) => route.fulfill({ json: { own_keys, shared_keys: [] } }))
  await enter(page, person)
  await expect(page.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '1000')
  expect(await cards(page).count()).toBeLessThan(60)
  await expectAccessible(page)
  const button = page.getByRole('button', { name: 'Delete Key 2', exact: true })
  await button.focus()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByRole('article', { name: 'Key 1000', exact: true })).toBeVisible()
  // What has the focus stays where the keyboard left it.
  await expect(button).toBeFocused()
  expect(await cards(page).count()).toBeLessThan(60)
  await search(page).fill('key 777')
  await expect(cards(page)).toHaveCount(1)
})

test('hidden codes are covered until they are tapped, and the second tap copies', async ({ page, person }) => {
  await addKey(person, { name: 'Code host', secret })
  await enter(page, person, '/profile?tab=settings')
  await page.getByRole('switch', { name: 'Hide codes until tapped' }).check()
  await enter(page, person)
  const code = page.locator('button.code')
  await expect(code).toHaveAccessibleName(/Show code for Code host/)
  await expect(page.getByText(totpCode(secret).slice(0, 3))).toHaveCount(0)
  await expect(page.getByRole('button', { name: /next code for Code host/i })).toBeHidden()
  await code.click()
  await expect(code).toContainText(/\d{3} \d{3}/)
  await code.click()
  await expect(page.getByText('Code host code copied to clipboard!')).toBeVisible()
  await page.reload()
  await expect(code).toHaveAccessibleName(/Show code for Code host/)
})

test('a known issuer shows its mark, any other one its initials, and nothing is fetched from elsewhere', async ({ page, person }) => {
  await addKey(person, { name: 'Work', secret, issuer: 'GitHub' })
  await addKey(person, { name: 'North Bank', secret })
  await enter(page, person)
  await expect(page.getByRole('article', { name: 'Work' }).locator('.ui-tile svg')).toBeVisible()
  await expect(page.getByRole('article', { name: 'North Bank' }).locator('.ui-tile')).toHaveText('NB')
})
