import { copiedCode } from '@twofold/contract/codes'
import { editKey } from '@twofold/contract/keys'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { hiddenCodesSetting } from '../codes/hidden-codes.ts'
import { viewSetting } from './vault-views.ts'
import { expectAccessible } from '../testing/axe.ts'
import { textsOf } from '../testing/fields.ts'
import { focus, pressEscape } from '../testing/keyboard.ts'
import { expectAddress, open } from '../testing/open.tsx'
import { serve } from '../testing/server.ts'
import { idOf, signInWithKeys } from '../testing/vault.ts'

const search = page.getByRole('searchbox', { name: 'Search keys' })
const cards = page.getByRole('article')
const names = () => textsOf(page.getByRole('heading', { level: 3 }))

async function orderBy(order: string) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: order }).click()
}

function signInWithThree() {
  serve(copiedCode, {})
  return signInWithKeys([
    { name: 'Registrar', account: 'ann@example.org', tags: ['Domains'], created_at: '2026-01-01T00:00:00.000Z' },
    { name: 'Code host', tags: ['Work'], created_at: '2026-01-02T00:00:00.000Z' },
    { name: 'Bank', issuer: 'Zürcher Bank', tags: ['Work'], created_at: '2026-01-03T00:00:00.000Z' },
  ])
}

async function openThree() {
  const vault = signInWithThree()
  await open('/dashboard')
  await expect.element(cards).toHaveLength(3)
  return vault
}

test('"/" goes to the search, what is typed narrows the keys, Enter copies the first hit, and Escape shows all again', async () => {
  await openThree()
  await expect.element(page.getByRole('article', { name: 'Code host' })).toMatchTextContent('123 456')
  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await expect.element(search).toHaveValue('')
  await userEvent.keyboard('code')
  await expect.element(cards).toHaveLength(1)
  await expect.element(page.getByRole('status').getByText('1 key found')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Code host code copied to clipboard!')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('123456')
  await pressEscape()
  await expect.element(search).toHaveValue('')
  await expect.element(cards).toHaveLength(3)
})

test('name, issuer, account and tags are searched, and nothing found says so', async () => {
  await openThree()
  for (const [query, name] of [
    ['zurcher', 'Bank'],
    ['ann@', 'Registrar'],
    ['domains', 'Registrar'],
  ] as const) {
    await search.fill(query)
    await expect.element(cards).toHaveLength(1)
    await expect.poll(names).toEqual([name])
  }
  await search.fill('nothing at all')
  await expect.element(page.getByRole('heading', { name: 'No key matches' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Add “nothing at all”' }).click()
  const add = page.getByRole('dialog', { name: 'Add 2FA Key' })
  await expect.element(add.getByLabelText('Name', { exact: true })).toHaveValue('nothing at all')
  // Nothing was typed that could be lost.
  await pressEscape()
  await expect.element(add).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Show all keys' }).click()
  await expect.element(cards).toHaveLength(3)
})

test('tags narrow the list and its order can be chosen, which stays chosen', async () => {
  await openThree()
  const tag = page.getByRole('button', { name: 'Work', exact: true })
  await tag.click()
  await expect.element(cards).toHaveLength(2)
  await tag.click()
  await expect.element(cards).toHaveLength(3)
  await orderBy('By name')
  await expect.poll(names).toEqual(['Bank', 'Code host', 'Registrar'])
  await expectAccessible()
  await open('/dashboard')
  await expect.element(cards).toHaveLength(3)
  expect(names()).toEqual(['Bank', 'Code host', 'Registrar'])
})

test('a long tag leaves its chip room for others', async () => {
  const tag = 'Donaudampfschifffahrtsgesellschaftskapit'
  signInWithKeys([{ name: 'Code host', tags: [tag] }])
  await open('/dashboard')
  const chip = page.getByRole('button', { name: tag, exact: true })
  await expect.element(chip).toBeVisible()
  expect((await chip.findElement()).getBoundingClientRect().width).toBeLessThan(220)
})

test('groups narrow the list to the keys that they have, own ones and those of others', async () => {
  const [finance, operations] = [
    { id: idOf(1), name: 'Finance' },
    { id: idOf(2), name: 'Operations' },
  ]
  const shared = { name: 'Door', groups: [operations], shared_by: { name: 'Bo Example' } }
  signInWithKeys([{ name: 'Bank', groups: [finance, operations] }, { name: 'Mail' }], [shared])
  await open('/dashboard')
  await expect.element(cards).toHaveLength(3)
  await page.getByRole('button', { name: 'Operations' }).click()
  await expect.poll(names).toEqual(['Bank', 'Door'])
  await expectAddress(`/dashboard?group=${idOf(2)}`)
  await page.getByRole('button', { name: 'Finance' }).click()
  await expect.poll(names).toEqual(['Bank'])
  await expectAccessible()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect.element(cards).toHaveLength(3)
})

test('search, tag, favourites and order stand in the address: a reload and a link show the same keys', async () => {
  const { own_keys } = await openThree()
  serve(editKey, ({ params, body }) => {
    const key = own_keys.find(({ id }) => id === params.id)
    Object.assign(key ?? {}, body)
    return { key: { ...key, note: null }, message: '' }
  })
  await search.fill('code')
  await page.getByRole('button', { name: 'Work', exact: true }).click()
  await orderBy('By name')
  for (const part of [/[?&]search=code(&|$)/, /[?&]tag=Work(&|$)/, /[?&]sort=name(&|$)/]) await expectAddress(part)
  await expect.element(cards).toHaveLength(1)
  await open(`${window.location.pathname}${window.location.search}`)
  await expect.element(search).toHaveValue('code')
  await expect.element(cards).toHaveLength(1)
  expect(names()).toEqual(['Code host'])
  await page.getByRole('button', { name: 'Pin Code host' }).click()
  await page.getByRole('button', { name: 'Pinned', exact: true }).click()
  await expectAddress(/favourites=true/)
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect.element(search).toHaveValue('')
  await expect.element(cards).toHaveLength(3)
  await open('/dashboard?search=42&tag=nothing&sort=worst&favourites=1')
  await expect.element(search).toHaveValue('42')
  // Unknown values do not count.
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect.element(page.getByRole('menuitem', { name: 'By name' })).toHaveAttribute('aria-current')
  await pressEscape()
  await expect.element(page.getByRole('button', { name: 'Pinned', exact: true })).toHaveAttribute('aria-pressed', 'false')
  await search.click()
  await pressEscape()
  await expect.element(cards).toHaveLength(3)
  await expectAddress(/^(?!.*search)/)
})

test('only those of 1,000 cards near the screen are in the page, and each says which one it is', async () => {
  signInWithKeys(Array.from({ length: 1000 }, (_, index) => ({ id: idOf(index + 1), name: `Key ${index + 1}` })))
  viewSetting.set('cards')
  await open('/dashboard')
  await expect.element(page.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '1000')
  expect(cards.length).toBeLessThan(60)
  await expectAccessible()
  const button = page.getByRole('button', { name: 'Delete Key 2', exact: true })
  await focus(button)
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.element(page.getByRole('article', { name: 'Key 1000', exact: true })).toBeVisible()
  // The focused element stays where the keyboard left it.
  await expect.element(button).toHaveFocus()
  expect(cards.length).toBeLessThan(60)
  await search.fill('key 777')
  await expect.element(cards).toHaveLength(1)
})

test('hidden codes are covered until they are tapped, and the second tap copies', async () => {
  serve(copiedCode, {})
  signInWithKeys([{ name: 'Code host' }])
  hiddenCodesSetting.set('enabled')
  await open('/dashboard')
  const code = page.getByRole('button', { name: /code for Code host/ })
  await expect.element(code).toHaveAccessibleName(/Show code for Code host/)
  await expect.element(page.getByText('123')).not.toBeInTheDocument()
  await code.click()
  await expect.element(code.first()).toMatchTextContent('123 456')
  await code.first().click()
  await expect.element(page.getByText('Code host code copied to clipboard!')).toBeVisible()
  await open('/dashboard')
  await expect.element(code).toHaveAccessibleName(/Show code for Code host/)
})

test('a known issuer shows its mark, any other one its initials', async () => {
  signInWithKeys([{ name: 'Work', issuer: 'GitHub' }, { name: 'North Bank' }])
  await open('/dashboard')
  await expect.poll(() => page.getByRole('article', { name: 'Work' }).query()?.querySelector('.ui-tile svg')).toBeTruthy()
  expect((await page.getByRole('article', { name: 'North Bank' }).findElement()).querySelector('.ui-tile')?.textContent).toBe('NB')
})

test('keys stay chosen while others are searched, and Cancel ends the choosing', async () => {
  await openThree()
  const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await search.fill('zürcher')
  await expect.element(cards).toHaveLength(1)
  await select('Bank').click()
  await search.fill('')
  await expect.element(cards).toHaveLength(3)
  await expect.element(select('Bank')).toBeChecked()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect.element(page.getByText('1 selected')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Select', exact: true })).toHaveFocus()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await expect.element(select('Bank')).not.toBeChecked()
})
