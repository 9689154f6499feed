import { copiedCode } from '@twofold/contract/codes'
import { getKey, previewKeyDeletion } from '@twofold/contract/keys'
import { listShares } from '@twofold/contract/sharing/grants'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { viewSetting } from '../../../keys/vault-views.ts'
import { expectAccessible } from '../../../testing/axe.ts'
import { textsOf } from '../../../testing/fields.ts'
import { pressEscape } from '../../../testing/keyboard.ts'
import { open } from '../../../testing/open.tsx'
import { serve } from '../../../testing/server.ts'
import { idOf, signInWithKeys } from '../../../testing/vault.ts'
import { resizeWindow } from '../../../testing/window.ts'
import { row, search, panel, copied, key, many } from '../../../testing/vault-list.ts'

beforeEach(() => {
  serve(copiedCode, {})
  serve(getKey, { key: { note: null } })
})

test('fewer than ten keys are cards and ten are rows, until somebody chooses, which stays chosen', async () => {
  signInWithKeys(many(9))
  await open('/dashboard')
  await expect.element(page.getByRole('article')).toHaveLength(9)
  await expect.element(page.getByText('All codes expire in:')).toBeVisible()
  signInWithKeys(many(10))
  await open('/dashboard')
  await expect.element(row('Key 10')).toBeVisible()
  await expect.element(page.getByRole('timer', { name: /^All codes expire in: \d+ seconds?$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Compact cards' }).click()
  await expect.poll(() => document.querySelector('.key-rows')?.hasAttribute('data-compact')).toBe(true)
  await page.getByRole('button', { name: 'Cards', exact: true }).click()
  await expect.element(page.getByRole('article')).toHaveLength(10)
  await open('/dashboard')
  await expect.element(page.getByRole('article')).toHaveLength(10)
  await userEvent.keyboard('v')
  await expect.element(row('Key 1')).toBeVisible()
})

test('rows stand under pinned, recent, yours and shared with you, and each key stands once', async () => {
  viewSetting.set('list')
  signInWithKeys(
    [key(1), key(2, { favourite: true }), key(3, { copied_at: new Date(Date.now() - 60_000).toISOString() })],
    [{ name: 'Door', account: 'hall', shared_by: { name: 'Bo Example' } }],
  )
  await open('/dashboard')
  await expect.element(row('Door, hall')).toBeVisible()
  expect([...document.querySelectorAll('.key-section')].map((title) => title.textContent.trim())).toEqual([
    'Pinned 1',
    'Recent 1',
    'Yours 1',
    'Shared with you 1',
  ])
  expect(
    textsOf(page.getByRole('listitem'))
      .map((text) => /Key \d|Door/.exec(text)?.[0])
      .filter(Boolean),
  ).toEqual(['Key 2', 'Key 3', 'Key 1', 'Door'])
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Door' })).toMatchTextContent('from Bo Example')
  await expectAccessible()
  await page.getByRole('button', { name: 'Shared with you', exact: true }).click()
  await expect.element(page.getByRole('listitem')).toHaveLength(1)
})

test('the search marks its first hit, says how many there are, and goes on to the rows', async () => {
  signInWithKeys([...many(10), { name: 'Host of mail' }, { name: 'Code host' }])
  await open('/dashboard')
  await search.fill('host')
  const hits = page.getByRole('listitem')
  await expect.element(hits).toHaveLength(2)
  await expect.element(hits.first()).toMatchTextContent(/Host of mail.*↵ copy/)
  await expect.element(page.getByText('2 of 12')).toBeVisible()
  await expect.element(page.getByRole('status').getByText('2 keys found, Enter copies Host of mail')).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(row('Host of mail')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(copied('Code host')).toBeVisible()
})

test('the panel follows the row, says what is known of the key, and leads to its dialogs', async () => {
  viewSetting.set('list')
  signInWithKeys(
    [key(1, { shared_with: 2, tags: ['Prod'] }), key(2)],
    [{ name: 'Door', permission: 'view-only', shared_by: { name: 'Bo Example' } }],
  )
  serve(getKey, { key: { note: 'Tell #ops first' } })
  serve(listShares, {})
  serve(previewKeyDeletion, { name: 'Key 2', people_losing_access: 0, backup_codes: 0 })
  await open('/dashboard')
  await expect.element(panel('Key 1')).toMatchTextContent('Shared with 2 people')
  await expect.element(panel('Key 1')).toMatchTextContent('Tell #ops first')
  await expect.element(panel('Key 1')).toMatchTextContent('Prod')
  // Each act has its name in one line.
  const heights = [...((await panel('Key 1').findElement()).lastElementChild?.querySelectorAll('button') ?? [])].map(
    (act) => act.getBoundingClientRect().height,
  )
  expect([heights.length, new Set(heights).size]).toEqual([8, 1])
  await userEvent.keyboard('jj')
  await expect.element(panel('Key 2')).toMatchTextContent('Only you')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(panel('Key 2').getByRole('button', { name: 'Pin Key 2' })).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(row('Key 2')).toHaveFocus()
  await userEvent.keyboard('{Delete}')
  await expect.element(page.getByRole('alertdialog', { name: 'Delete 2FA Key' })).toBeVisible()
  await pressEscape()
  await expect.element(row('Key 2')).toHaveFocus()
  await panel('Key 2').getByRole('button', { name: 'Share Key 2' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Access to Key 2' })).toBeVisible()
  await pressEscape()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await row('Door').click()
  await expect.element(panel('Door')).toMatchTextContent('View Only')
  await expect.element(panel('Door').getByRole('button', { name: /^(Delete|Share|Edit)/ })).not.toBeInTheDocument()
  await expect.element(panel('Door').getByRole('button', { name: 'Leave Door' })).toBeVisible()
})

test('the panel is a sheet if there is no room beside the list', async () => {
  await resizeWindow(375)
  viewSetting.set('list')
  signInWithKeys(many(2))
  await open('/dashboard')
  await expect.element(panel('Key 1')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'More for Key 2' }).click()
  const sheet = page.getByRole('dialog', { name: 'Key 2' })
  serve(previewKeyDeletion, { name: 'Key 2', people_losing_access: 0, backup_codes: 0 })
  await expect.element(sheet.getByRole('button', { name: 'Backup codes' })).toBeVisible()
  await expectAccessible()
  await sheet.getByRole('button', { name: 'Delete Key 2' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Delete 2FA Key' })).toBeVisible()
  await expect.element(sheet).not.toBeInTheDocument()
})

test('on a phone the search names itself in full, and a code stays where it is while its row says that it is copied', async () => {
  await resizeWindow(375)
  viewSetting.set('list')
  signInWithKeys(many(12), [], { role: 'admin' })
  await open('/dashboard')
  await expect.element(row('Key 1')).toBeVisible()
  const search = (await page.getByRole('searchbox', { name: 'Search keys' }).findElement()) as HTMLInputElement
  const { font, paddingLeft, paddingRight } = getComputedStyle(search)
  const pen = document.createElement('canvas').getContext('2d')
  if (pen) pen.font = font
  expect(search.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)).toBeGreaterThan(
    pen?.measureText('Search keys').width ?? 0,
  )
  const left = () => document.querySelector('.key-digits')?.getBoundingClientRect().left
  await expect.element(page.getByRole('listitem').first()).toMatchTextContent('123 456')
  await document.fonts.ready
  const before = left()
  await row('Key 1').click()
  await expect.poll(() => document.querySelector('.key-copied')).not.toBeNull()
  expect(left()).toBe(before)
})

test('on a phone the word in the search is whole, in either language, however long the word for adding is', async () => {
  signInWithKeys(many(2), [], { role: 'admin' })
  await open('/dashboard')
  const search = page.getByRole('searchbox', { name: 'Search keys' })
  await expect.element(search).toBeVisible()
  const add = document.querySelector('.vault-add-short')
  if (add) add.textContent = 'Hinzufügen'
  const pen = document.createElement('canvas').getContext('2d')
  for (const width of [320, 385]) {
    await resizeWindow(width)
    await expect.element(search).toHaveAttribute('placeholder', 'Search')
    const { font, paddingLeft, paddingRight } = getComputedStyle(await search.findElement())
    if (pen) pen.font = font
    const room = (await search.findElement()).clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    for (const word of ['Search', 'Suchen']) expect(room, `${word} at ${width}`).toBeGreaterThan(pen?.measureText(word).width ?? room)
  }
})

test('rows grow with a larger text of the browser, so that no two lie over each other', async () => {
  document.documentElement.style.fontSize = '32px'
  onTestFinished(() => document.documentElement.removeAttribute('style'))
  viewSetting.set('list')
  signInWithKeys([key(1, { account: 'ann@example.org' }), key(2)])
  await open('/dashboard')
  await expect.element(row('Key 2')).toBeVisible()
  const [first, second] = [...document.querySelectorAll('.key-row')].map((one) => one.getBoundingClientRect())
  const words = document.querySelector('.key-who')?.getBoundingClientRect()
  expect(words?.bottom).toBeLessThanOrEqual(first?.bottom ?? 0)
  expect(second?.top).toBeGreaterThanOrEqual(first?.bottom ?? Infinity)
  expect(document.querySelector('.key-section svg')?.getBoundingClientRect().width).toBe(24)
})

test('a long tag breaks in the panel of its key', async () => {
  viewSetting.set('list')
  const tag = 'Donaudampfschifffahrtsgesellschaftskapit'
  signInWithKeys([key(1, { tags: [tag] })])
  await open('/dashboard')
  await expect.element(panel('Key 1').getByText(tag)).toBeVisible()
  const box = (await panel('Key 1').findElement()).getBoundingClientRect()
  expect((await panel('Key 1').getByText(tag).findElement()).getBoundingClientRect().right).toBeLessThan(box.right)
})

test('only those of 5,000 rows near the window and the current one are in the page', async () => {
  signInWithKeys(Array.from({ length: 5000 }, (_, index) => ({ ...key(index + 1), id: idOf(index + 1) })))
  await open('/dashboard')
  await expect.element(row('Key 1')).toBeVisible()
  expect(document.querySelectorAll('.key-row').length).toBeLessThan(60)
  await expect.element(page.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '5000')
  await userEvent.keyboard('j{End}')
  await expect.element(row('Key 5000')).toHaveFocus()
  await expect.element(row('Key 5000')).toBeInViewport({ ratio: 1 })
  window.scrollTo(0, 0)
  await expect.element(row('Key 1')).toBeInViewport()
  await expect.element(row('Key 5000')).toHaveFocus()
  expect(document.querySelectorAll('.key-row').length).toBeLessThan(60)
})

test('a tag is chosen alone, with Ctrl beside the others, and the address keeps them', async () => {
  viewSetting.set('list')
  signInWithKeys([key(1, { tags: ['Web'] }), key(2, { tags: ['Mail'] }), key(3, { tags: ['Bank'] })])
  await open('/dashboard')
  const chip = (name: string) => page.getByRole('button', { name, exact: true })
  await chip('Web').click()
  await expect.element(page.getByRole('button', { name: /^Copy the code of/ })).toHaveLength(1)
  await chip('Mail').click({ modifiers: ['Control'] })
  await expect.element(page.getByRole('button', { name: /^Copy the code of/ })).toHaveLength(2)
  expect(new URLSearchParams(window.location.search).get('tag')).toBe('Web,Mail')
  await chip('Web').click({ modifiers: ['Control'] })
  await expect.element(row('Key 2')).toBeVisible()
  await expect.element(row('Key 1')).not.toBeInTheDocument()
  await chip('Bank').click()
  await expect.element(row('Key 3')).toBeVisible()
  await expect.element(row('Key 2')).not.toBeInTheDocument()
})
