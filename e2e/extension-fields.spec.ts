import type { Page } from '@playwright/test'
import { fillCode, probePage } from '../extension/src/injected.ts'
import { expect, test } from './fixtures.ts'

/* Which field the browser extension fills, in a page without anything of ours. */

/** As the browser runs it: the text of the function, and what it is given. */
const fill = (page: Page, code: string, origin: string, isLook = false) =>
  page.evaluate<string>(`(${fillCode.toString()})(${JSON.stringify(code)}, ${JSON.stringify(origin)}, ${isLook})`)

const rules: [title: string, html: string, filled: string | undefined][] = [
  ['the one that asks for a one-time code', '<input name=user><input id=it autocomplete="one-time-code">', 'it'],
  ['the likeliest by its name', '<input name=email><input id=it name=totp_code inputmode=numeric maxlength=6>', 'it'],
  ['the likeliest by its label', '<label for=it>Authentication code</label><input id=it type=text><input name=search>', 'it'],
  ['a German one', '<label for=it>Bestätigungscode</label><input id=it type=tel>', 'it'],
  ['the focused one before any other', '<input id=it autofocus><input autocomplete="one-time-code">', 'it'],
  ['none of two that ask for one', '<input autocomplete="one-time-code"><input autocomplete="one-time-code">', undefined],
  ['none for a user and a password', '<input name=username><input type=password name=password>', undefined],
  ['none for a voucher', '<input name=promo_code><input name=zip inputmode=numeric>', undefined],
  ['none that is hidden', '<input autocomplete="one-time-code" style="opacity:0"><input name=otp hidden>', undefined],
  ['none that cannot be changed', '<input autocomplete="one-time-code" readonly><input name=otp disabled>', undefined],
]

test('the field that asks for a code is filled and nothing is submitted; where it is not clear which, none is', async ({ page }) => {
  for (const [title, html, filled] of rules) {
    await page.setContent(`<form onsubmit="document.title = 'submitted'">${html}<button>Go</button></form>`)
    for (const field of await page.locator('[autofocus]').all()) await field.focus()
    expect(await fill(page, '000000', 'null', true), title).toBe(filled === undefined ? 'no_field' : 'found')
    const outcome = await fill(page, '123456', 'null')
    expect(outcome, title).toBe(filled === undefined ? 'no_field' : 'filled')
    const values = await page.locator('input').evaluateAll((fields) => fields.map((field) => [field.id, (field as HTMLInputElement).value]))
    expect(
      values.filter(([, value]) => value !== ''),
      title,
    ).toEqual(filled === undefined ? [] : [[filled, '123456']])
    expect(await page.title(), title).toBe('')
  }
})

const six = (field: (number: number) => string) => [1, 2, 3, 4, 5, 6].map(field).join('')

test('six fields for one digit each get one each, however the page names them and wherever the focus is', async ({ page }) => {
  for (const html of [
    '<label>Verification code<input maxlength=1></label>'.concat('<input maxlength=1>'.repeat(5)),
    six((number) => `<input maxlength=1 aria-label="Please enter OTP character ${number}">`),
    six(() => '<input autocomplete="one-time-code" inputmode=numeric>'),
    six((number) => `<input maxlength=1 ${number === 3 ? 'autofocus' : ''}>`),
  ]) {
    await page.setContent(`<input name=username>${html}`)
    for (const field of await page.locator('[autofocus]').all()) await field.focus()
    expect(await fill(page, '135790', 'null'), html).toBe('filled')
    expect(await page.locator('input').evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value).join(''))).toBe(
      '135790',
    )
  }
  await page.setContent('<label>Verification code<input maxlength=1></label>')
  expect(await fill(page, '135790', 'null'), 'a field that takes less than the code').toBe('no_field')
})

test('a field inside a component is filled, and scripts outside of it notice', async ({ page }) => {
  await page.setContent('<one-time-code></one-time-code>')
  await page.evaluate(() => {
    document.addEventListener('input', () => (document.title = 'noticed'))
    document.querySelector('one-time-code')?.attachShadow({ mode: 'open' }).append(document.createElement('one-part'))
    const part = document.querySelector('one-time-code')?.shadowRoot?.querySelector('one-part')?.attachShadow({ mode: 'open' })
    part?.append(Object.assign(document.createElement('input'), { autocomplete: 'one-time-code' }))
  })
  expect(await fill(page, '123456', 'null')).toBe('filled')
  await expect(page.locator('input')).toHaveValue('123456')
  await expect(page).toHaveTitle('noticed')
})

test('a page of another origin by now gets nothing, and frames are named by their origin, where they have one', async ({ page, guard }) => {
  // Answered here, and asked for all the same.
  await page.route('https://*.codehost.com/**', (route) => route.fulfill({ body: '' }))
  guard.allow(/^Request that leaves the machine: GET https:\/\/[ab]\.codehost\.com\//)
  await page.setContent('<input autocomplete="one-time-code">')
  expect(await fill(page, '123456', 'https://codehost.com')).toBe('moved')
  expect(await page.locator('input').inputValue()).toBe('')

  await page.setContent(
    '<iframe src="https://a.codehost.com/x"></iframe><iframe sandbox src="https://b.codehost.com"></iframe><iframe src="about:blank"></iframe>',
  )
  expect(await page.evaluate<unknown>(`(${probePage.toString()})()`)).toEqual({
    origin: 'null',
    frameOrigins: ['https://a.codehost.com'],
  })
})
