import { copiedCode, generateCodes } from '@twofold/contract/codes'
import { keyUsage } from '@twofold/contract/usage'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { holdTime, holdTimeEarly, passTime, waitOutOfTime } from '../testing/clock.ts'
import { pressIn, textsOf } from '../testing/fields.ts'
import { pressEscape } from '../testing/keyboard.ts'
import { takeClipboard } from '../testing/clipboard.ts'
import { open } from '../testing/open.tsx'
import { onePage } from '../testing/paging.ts'
import { refusal, serve, serveLater } from '../testing/server.ts'
import { idOf, signInWithKeys } from '../testing/vault.ts'

const card = (name: string) => page.getByRole('article', { name })
const copyButton = (name: string) =>
  page
    .getByRole('button', { name: new RegExp(`(Copy code|Generating code...|Not available|Copied).* ?for ${name}|code for ${name}$`) })
    .first()
const next = page.getByRole('button', { name: /next code for Code host$/i })
const ready = { id: idOf(100), code: '123456', next_code: '654321', period: 30, time_remaining: 20 }
const codesWith = (code: object) => ({ codes: [{ ...ready, ...code }], time_remaining: 20, server_time: new Date().toISOString() })

beforeEach(() => serve(copiedCode, {}))
afterEach(() => vi.restoreAllMocks())

test('until the codes are there it shows six dashes and says why', async () => {
  signInWithKeys([{ name: 'Code host' }])
  const { release } = serveLater(generateCodes, codesWith({}))
  await open('/dashboard')
  await expect.element(card('Code host')).toMatchTextContent('------')
  await expect.element(card('Code host')).toMatchTextContent('Generating code...')
  release()
  await expect.element(card('Code host')).toMatchTextContent('123 456')
  await expect.element(card('Code host')).not.toMatchTextContent('Generating code...')
})

test('when codes cannot be generated every code is dashes, copying says so, and it recovers by itself', async () => {
  signInWithKeys([{ name: 'Code host' }, { name: 'North Bank' }])
  serve(generateCodes, refusal('server.unavailable'))
  await open('/dashboard')
  for (const name of ['Code host', 'North Bank']) {
    await expect.element(card(name)).toMatchTextContent('------')
    await expect.element(card(name)).toMatchTextContent('Not available')
  }
  await expect.element(page.getByText('The server does not answer. Trying again...')).toBeVisible()
  await copyButton('Code host').click()
  await expect.element(page.getByRole('status').getByText('No code available to copy')).toBeVisible()
  serve(generateCodes, codesWith({}))
  await expect.element(card('Code host')).toMatchTextContent('123 456')
  await expect.element(page.getByText('The server does not answer.')).not.toBeInTheDocument()
})

test('the next code is shown when it is asked for, and can be copied before its time has come', async () => {
  holdTimeEarly()
  signInWithKeys([{ name: 'Code host' }])
  serve(generateCodes, codesWith({}))
  await open('/dashboard')
  await expect.element(card('Code host')).toMatchTextContent('123 456')
  await expect.element(next).toHaveAccessibleName('Next code for Code host')
  await expect.element(page.getByText('654 321')).not.toBeInTheDocument()
  await next.click()
  await expect.element(next).toHaveAccessibleName(/Copy next code for Code host/)
  await expect.element(next).toMatchTextContent('654 321')
  await next.click()
  await expect.element(page.getByText('Code host code copied to clipboard!')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('654321')
})

test('the menu of a card is opened, walked and taken from by keyboard, and the focus comes back to it', async () => {
  signInWithKeys([{ name: 'Code host' }])
  serve(keyUsage, onePage())
  await open('/dashboard')
  const menu = page.getByRole('button', { name: 'More for Code host' })
  const used = page.getByRole('menuitem', { name: 'Who used it' })
  await pressIn(menu, '{Enter}')
  await expect.element(used).toBeVisible()
  while (document.activeElement !== (await used.findElement())) await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Access to Code host' })).toBeVisible()
  await pressEscape()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await pressIn(menu, '{Enter}')
  await expect.element(used).toBeVisible()
  await pressEscape()
  await expect.element(menu).toHaveFocus()
})

test('a browser that refuses the clipboard is copied to another way', async () => {
  await takeClipboard()
  signInWithKeys([{ name: 'Code host' }])
  await open('/dashboard')
  await expect.element(card('Code host')).toMatchTextContent(/\d{3} \d{3}/)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
  const copied = vi.spyOn(document, 'execCommand')
  await copyButton('Code host').click()
  await expect.element(page.getByText('Code host code copied to clipboard!')).toBeVisible()
  await expect.element(card('Code host')).toMatchTextContent('Copied')
  expect(copied).toHaveLastReturnedWith(true)
  expect(await navigator.clipboard.readText()).toMatch(/^(123456|654321)$/)
  await expect.element(copyButton('Code host')).toHaveFocus()
})

test('a browser that allows neither way gets a word about it', async () => {
  signInWithKeys([{ name: 'Code host' }])
  await open('/dashboard')
  await expect.element(card('Code host')).toMatchTextContent(/\d{3} \d{3}/)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
  vi.spyOn(document, 'execCommand').mockReturnValue(false)
  await copyButton('Code host').click()
  await expect.element(page.getByRole('alert').getByText('Failed to copy code to clipboard')).toBeVisible()
  await expect.element(card('Code host')).not.toMatchTextContent('Copied')
})

test('a key with a period of its own has its own countdown and changes at its own turn', async () => {
  signInWithKeys([{ name: 'Registrar', period: 20 }, { name: 'Code host' }])
  holdTime()
  vi.setSystemTime(new Date('2026-01-01T00:00:02.000Z'))
  const turn = () => Math.floor(Date.now() / 20_000)
  const left = (period: number) => period - (Math.floor(Date.now() / 1000) % period)
  const first = turn()
  // Whenever the page asks, and of both keys: it loads its keys again after each answer that is not about all of them.
  serve(generateCodes, () => ({
    codes: [
      { ...ready, ...(turn() > first && { code: ready.next_code, next_code: '111222' }), period: 20, time_remaining: left(20) },
      { ...ready, id: idOf(101), time_remaining: left(30) },
    ],
    time_remaining: left(30),
    server_time: new Date().toISOString(),
  }))
  await open('/dashboard')
  await expect.element(card('Registrar')).toMatchTextContent('20-second key')
  await expect.element(card('Registrar')).toMatchTextContent('123 456')
  await expect.element(card('Code host').getByRole('timer')).not.toBeInTheDocument()
  expect(Number(/\d+/.exec((await card('Registrar').getByRole('timer').findElement()).textContent)?.[0])).toBeLessThanOrEqual(20)
  await passTime(20_000)
  // Before the turn of all others, which would come while a test waits.
  await waitOutOfTime(() => card('Registrar').element().textContent.includes('654 321'))
})

test('the next code stands there by itself when the present one is about to expire, and goes with the turn', async () => {
  signInWithKeys([{ name: 'Code host' }])
  const passed = holdTimeEarly()
  await open('/dashboard')
  const next = card('Code host').getByRole('button', { name: /[Nn]ext code for Code host/ })
  await expect.element(next).toHaveAccessibleName('Next code for Code host')
  await passTime(20_000 - passed())
  await expect.element(next).toHaveAccessibleName('Next code for Code host')
  await passTime(24_000 - passed())
  await expect.element(next).toHaveAccessibleName(/Copy next code for Code host/)
  expect(Number(/\d+/.exec((await page.getByRole('timer').first().findElement()).textContent)?.[0])).toBeLessThanOrEqual(5)
  await passTime(29_000 - passed())
  await expect.element(next).toHaveAccessibleName('Next code for Code host')
})

test('own keys come first, with their acts; shared ones show their level and their owner', async () => {
  signInWithKeys(
    [{ name: 'Photo channel', shared_with: 1 }],
    [
      { name: 'Code host', permission: 'admin', shared_by: { name: 'Ann Example' } },
      { name: 'North Bank', permission: 'view-only', shared_by: { name: '' } },
    ],
  )
  await open('/dashboard')
  await expect.element(card('Photo channel')).toBeVisible()
  expect(textsOf(page.getByRole('heading', { level: 2 }))).toEqual(['Your keys', 'Shared with you'])
  await expect.element(card('Photo channel').getByRole('button', { name: 'Delete Photo channel' })).toBeVisible()
  await expect.element(card('Photo channel')).toMatchTextContent('Shared with 1 person')
  const badge = (name: string) => card(name).element().querySelector('header .ui-badge') ?? document.body
  expect([badge('Code host').textContent, badge('North Bank').textContent]).toEqual(['Admin', 'View Only'])
  await expect.element(card('Code host')).toMatchTextContent('Shared by Ann Example')
  expect((await card('Code host').findElement()).querySelector('.ui-face')?.textContent).toBe('AE')
  await expect.element(card('North Bank')).toMatchTextContent('Shared by Unknown')
  for (const name of ['Code host', 'North Bank']) {
    await expect.element(card(name).getByRole('button', { name: /^(Delete|Share)/ })).not.toBeInTheDocument()
    await expect.element(card(name)).toMatchTextContent(/\d{3} \d{3}/)
  }
  const [red = 0, green = 0, blue = 0] = colorOf(badge('Code host'))
  expect(red > green && green > blue, 'Admin is orange').toBe(true)
  const [viewRed = 0, viewGreen = 0] = colorOf(badge('North Bank'))
  expect(viewGreen > viewRed, 'View Only is green').toBe(true)
})

function colorOf(element: Element): number[] {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) throw new Error('There is no canvas.')
  context.fillStyle = getComputedStyle(element).color
  context.fillRect(0, 0, 1, 1)
  return [...context.getImageData(0, 0, 1, 1).data]
}
