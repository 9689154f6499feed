import { copiedCode, generateCodes, nextCode, noCode } from '@twofold/contract/codes'
import { editKey, getKey, previewKeyDeletion } from '@twofold/contract/keys'
import { listShares } from '@twofold/contract/sharing'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { selectedKeys } from '../../../keys/selection.ts'
import { viewSetting } from '../../../keys/vault-views.ts'
import { hiddenCodesSetting } from '../../../codes/hidden-codes.ts'
import { shortcuts } from '../../../lib/shortcuts.ts'
import { expectAccessible } from '../../../testing/axe.ts'
import { holdTime, passTime } from '../../../testing/clock.ts'
import { textsOf } from '../../../testing/fields.ts'
import { focus, pressEscape } from '../../../testing/keyboard.ts'
import { open } from '../../../testing/open.tsx'
import { serve } from '../../../testing/server.ts'
import { idOf, signInWithKeys } from '../../../testing/vault.ts'
import { resizeWindow } from '../../../testing/window.ts'

const row = (name: string) => page.getByRole('button', { name: `Copy the code of ${name}`, exact: true })
const search = page.getByRole('searchbox', { name: 'Search keys' })
const panel = (name: string) => page.getByRole('region', { name, exact: true })
const copied = (name: string) => page.getByText(`${name} code copied to clipboard!`)
/** Its window does not turn within a test. */
const key = (number: number, more = {}) => ({ name: `Key ${number}`, account: null, period: 1_000_000_000, ...more })
/** Most keys are known a moment after the codes are there. */
const listensTo = (name: string) => expect.poll(() => shortcuts.get().some(({ keys }) => keys.includes(name))).toBe(true)
const many = (count: number) => Array.from({ length: count }, (_, index) => key(index + 1))

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

test('1 to 9 copy a row, J and K and the arrows walk, Enter copies, Shift Enter copies the next code', async () => {
  viewSetting.set('list')
  signInWithKeys(many(12))
  await open('/dashboard')
  await expect.element(page.getByRole('listitem').first()).toMatchTextContent('123 456')
  await userEvent.keyboard('2')
  await expect.element(copied('Key 2')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('123456')
  await userEvent.keyboard('jj')
  await expect.element(row('Key 2')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}k')
  await expect.element(row('Key 3')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(copied('Key 3')).toBeVisible()
  await expect.element(page.getByRole('listitem').nth(2)).toMatchTextContent('Copied')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  await expect.poll(() => navigator.clipboard.readText()).toBe('654321')
  await userEvent.keyboard('{End}')
  await expect.element(row('Key 12')).toHaveFocus()
  await userEvent.keyboard('{Home}{ArrowUp}')
  await expect.element(search).toHaveFocus()
  // There it is a letter.
  await userEvent.keyboard('3')
  await expect.element(search).toHaveValue('3')
})

test('all rows are one stop of Tab', async () => {
  viewSetting.set('list')
  signInWithKeys(many(12))
  await open('/dashboard')
  await expect.element(row('Key 1')).toBeVisible()
  expect(document.querySelectorAll('.key-rows [tabindex="0"]')).toHaveLength(1)
  await userEvent.keyboard('jjj')
  await expect.element(row('Key 3')).toHaveAttribute('tabindex', '0')
  await expect.element(row('Key 1')).toHaveAttribute('tabindex', '-1')
  expect(document.querySelectorAll('.vault-tools [tabindex="0"]')).toHaveLength(1)
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
  const heights = [...document.querySelectorAll('.key-panel-acts button')].map((act) => act.getBoundingClientRect().height)
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

test('where there is no room beside the list the panel is a sheet', async () => {
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
  const search = page.getByRole('searchbox', { name: 'Search keys' }).element() as HTMLInputElement
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

test('at 320 px the search keeps room for a word, however long the word for adding is', async () => {
  await resizeWindow(320)
  signInWithKeys(many(2), [], { role: 'admin' })
  await open('/dashboard')
  const search = page.getByRole('searchbox', { name: 'Search keys' })
  await expect.element(search).toBeVisible()
  const add = document.querySelector('.vault-add-short')
  if (add) add.textContent = 'Hinzufügen'
  const { paddingLeft, paddingRight } = getComputedStyle(search.element())
  expect(search.element().clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)).toBeGreaterThan(40)
})

test('P pins the row and X picks it', async () => {
  viewSetting.set('list')
  const { own_keys } = signInWithKeys(many(3))
  serve(editKey, ({ params, body }) => {
    const changed = own_keys.find(({ id }) => id === params.id)
    Object.assign(changed ?? {}, body)
    return { key: { ...changed, note: null }, message: '' }
  })
  await open('/dashboard')
  await expect.element(row('Key 1')).toBeVisible()
  await userEvent.keyboard('jjp')
  await expect.element(page.getByRole('listitem').first()).toMatchTextContent('Key 2')
  await userEvent.keyboard('jx')
  await expect.element(page.getByText('1 selected')).toBeVisible()
})

test('in its last five seconds a code has the next one beneath it, which then takes its place', async () => {
  viewSetting.set('list')
  signInWithKeys([key(1, { period: 30 }), key(2, { period: 60 })])
  holdTime()
  vi.setSystemTime(new Date('2026-01-01T00:00:20.000Z'))
  await open('/dashboard')
  const [first, second] = [page.getByRole('listitem').first(), page.getByRole('listitem').nth(1)]
  await expect.element(first).toMatchTextContent('123 456')
  await expect.element(first).not.toMatchTextContent('654 321')
  await expect.element(panel('Key 1')).toBeVisible()
  const largeCode = () => document.querySelector('.key-panel-code')
  expect(largeCode()?.hasAttribute('data-ending')).toBe(false)
  await passTime(6000)
  await expect.element(first).toMatchTextContent('654 321')
  // The large code beside the list ages with it.
  expect(largeCode()?.hasAttribute('data-ending')).toBe(true)
  expect(document.querySelector('.countdown-line')?.hasAttribute('data-ending')).toBe(true)
  // Its own window goes on.
  await expect.element(second).not.toMatchTextContent('654 321')
  await passTime(5000)
  await expect.element(first).toMatchTextContent('654 321')
  await expect.element(first).not.toMatchTextContent('123 456')
})

test('a row says who else copied its code, and the panel advises the next one', async () => {
  viewSetting.set('list')
  signInWithKeys([key(1, { period: 30 })])
  holdTime()
  vi.setSystemTime(new Date('2026-01-01T00:00:02.000Z'))
  serve(generateCodes, () => ({
    codes: [
      {
        id: idOf(100),
        code: '123456',
        next_code: '654321',
        period: 30,
        time_remaining: 20,
        taken_by: 'Bo',
        taken_at: new Date(Date.now() - 8000).toISOString(),
      },
    ],
    time_remaining: 20,
    server_time: new Date().toISOString(),
  }))
  await open('/dashboard')
  await expect.element(page.getByRole('listitem').first()).toMatchTextContent('Taken by Bo, next in 28 s')
  await expect.element(panel('Key 1')).toMatchTextContent('Most sites take a code only once. Use the next one.')
  await panel('Key 1')
    .getByRole('button', { name: /Copy next/ })
    .click()
  await expect.element(copied('Key 1')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('654321')
})

test('a counter-based key gets its code when it is asked, and then copies it', async () => {
  viewSetting.set('list')
  signInWithKeys([{ name: 'Door', type: 'hotp', period: null, counter: 41 }])
  serve(generateCodes, () => ({ codes: [{ id: idOf(100), code: noCode }], time_remaining: 20, server_time: new Date().toISOString() }))
  serve(nextCode, { id: idOf(100), code: '918273', counter: 42 })
  await open('/dashboard')
  await page.getByRole('button', { name: 'Get a code of Door' }).click()
  await expect.element(page.getByRole('listitem').first()).toMatchTextContent('918 273')
  await row('Door').click()
  await expect.element(copied('Door')).toBeVisible()
})

test('hidden codes are dots that copy unseen, until they are shown', async () => {
  viewSetting.set('list')
  hiddenCodesSetting.set('enabled')
  signInWithKeys([key(1)])
  await open('/dashboard')
  const item = page.getByRole('listitem').first()
  await expect.element(item).toMatchTextContent('••• •••')
  await row('Key 1').click()
  await expect.element(copied('Key 1')).toBeVisible()
  await expect.element(item).not.toMatchTextContent('123 456')
  await expect.element(item.getByRole('button', { name: 'Show code for Key 1' }), { timeout: 5000 }).toBeVisible()
  await item.getByRole('button', { name: 'Show code for Key 1' }).click()
  await expect.element(item).toMatchTextContent('123 456')
})

test('of 5,000 rows only those near the window and the current one are in the page', async () => {
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

test('H hides and shows all codes, Z takes a pin back, and Ctrl A picks every own key but spares the text of a field', async () => {
  viewSetting.set('list')
  hiddenCodesSetting.set('disabled')
  signInWithKeys([key(1), key(2)], [{ name: 'Door', account: null, shared_by: { name: 'Bo Example' } }])
  const edits = serve(editKey, {})
  await open('/dashboard')
  await expect.element(row('Key 1')).toBeVisible()
  await listensTo('h')
  await userEvent.keyboard('h')
  expect(hiddenCodesSetting.get()).toBe('enabled')
  await userEvent.keyboard('h')
  expect(hiddenCodesSetting.get()).toBe('disabled')
  await focus(row('Key 2'))
  await userEvent.keyboard('p')
  await expect.poll(() => edits.map(({ body }) => body)).toEqual([{ favourite: true }])
  await userEvent.keyboard('z')
  await expect.poll(() => edits.map(({ body }) => body)).toEqual([{ favourite: true }, { favourite: false }])
  // Once.
  await userEvent.keyboard('z')
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.poll(() => selectedKeys.get()?.size).toBe(2)
  expect(edits).toHaveLength(2)
  selectedKeys.set(undefined)
  await search.fill('key')
  await userEvent.keyboard('{Control>}a{/Control}')
  expect(selectedKeys.get()).toBeUndefined()
})

test('Shift with an arrow picks more rows, and ? lists what the keys do', async () => {
  viewSetting.set('list')
  signInWithKeys([key(1), key(2), key(3)])
  await open('/dashboard')
  await expect.element(row('Key 1')).toBeVisible()
  for (const wanted of ['?', 'a', 'z']) await listensTo(wanted)
  await focus(row('Key 1'))
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.poll(() => selectedKeys.get()?.size).toBe(2)
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.poll(() => selectedKeys.get()?.size).toBe(3)
  selectedKeys.set(undefined)
  await userEvent.keyboard('?')
  const hints = page.getByRole('dialog')
  for (const hint of ['Who has access', 'Pin or unpin', 'Pick more', 'Undo', 'Show or hide all codes', 'Copy the next code'])
    await expect.element(hints.getByText(hint, { exact: true })).toBeVisible()
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
