import { copiedCode, generateCodes } from '@twofold/contract/codes'
import { listKeys } from '@twofold/contract/keys'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { holdTime, passTime } from '../../../testing/clock.ts'
import { pressIn } from '../../../testing/fields.ts'
import { open } from '../../../testing/open.tsx'
import { refusal, serve, serveLater } from '../../../testing/server.ts'
import { idOf, signInWithKeys } from '../../../testing/vault.ts'

const code = page.getByRole('button', { name: /Copy code for Code host/ })

test('without keys it says so, shows no countdown, and the button opens the dialog', async () => {
  signInWithKeys()
  await open('/dashboard')
  await expect.element(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  await expect.element(page.getByText('Get started by adding your first 2FA key.')).toBeVisible()
  await expect.element(page.getByText('All codes expire in')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Add 2FA Key' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Add 2FA Key' })).toBeVisible()
})

test('the dashboard of somebody whose address is in doubt says why shared keys are not there', async () => {
  signInWithKeys([], [], { address_in_doubt: true })
  await open('/dashboard')
  await expect.element(page.getByText('Were keys shared with you?')).toBeVisible()
  await expect.element(page.getByText('confirms that this account is yours.', { exact: false })).toBeVisible()
})

test('a clock that is wrong by minutes shows the codes of the server, and a notice', async () => {
  signInWithKeys([{ name: 'Code host' }])
  serve(generateCodes, {
    codes: [{ id: '0198f000-0000-7000-8000-000000000100', code: '123456', next_code: '654321', period: 30, time_remaining: 20 }],
    time_remaining: 20,
    server_time: new Date(Date.now() + 100_000).toISOString(),
  })
  await open('/dashboard')
  await expect.element(page.getByText(/^Your device’s clock is (99|100|101) s slow. Codes are still correct.$/)).toBeVisible()
  await expect.element(code).toMatchTextContent(/123 456|654 321/)
})

test('while keys are on their way their outline is shown, and said', async () => {
  signInWithKeys()
  const { release } = serveLater(listKeys, {})
  await open('/dashboard')
  await expect.element(page.getByRole('status').filter({ hasText: 'Loading keys...' })).toBeVisible()
  expect(document.querySelector('.ui-card .ui-skeleton')).not.toBeNull()
  release()
  await expect.element(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  expect(document.querySelector('.ui-skeleton')).toBeNull()
})

test('keys that fail to load are said to, and Retry loads them', async () => {
  const { own_keys } = signInWithKeys([{ name: 'Code host' }])
  serve(listKeys, refusal('server.failed'))
  await open('/dashboard')
  const failure = page.getByRole('alert').filter({ hasText: 'Your keys could not be loaded' })
  await expect.element(failure).toMatchTextContent('Something went wrong on our side. Please try again.')
  serve(listKeys, { own_keys })
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('article', { name: 'Code host' })).toBeVisible()
  await expect.element(failure).not.toBeInTheDocument()
})

test('keys that the codes are not of are loaded again once for an answer, not without a pause', async () => {
  const { own_keys } = signInWithKeys([{ name: 'Code host' }])
  const loads = serve(listKeys, { own_keys: [...own_keys] })
  await open('/dashboard')
  await expect.element(code).toMatchTextContent('123 456')
  const before = loads.length
  own_keys.push({ id: idOf(101), name: 'North Bank', type: 'totp', digits: 6, period: 30 })
  const asked = serve(generateCodes, {
    codes: own_keys.map(({ id }) => ({ id, code: '111222', next_code: '654321', period: 30, time_remaining: 20 })),
    time_remaining: 20,
    server_time: new Date().toISOString(),
  })
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => asked.length).toBe(2)
  await expect.element(code).toMatchTextContent('111 222')
  const passed = holdTime()
  await passTime(5000 - passed())
  expect([loads.length - before, asked.length]).toEqual([1, 2])
})

test('the message about a copied code hides after two seconds, and its button hides it at once', async () => {
  signInWithKeys([{ name: 'Code host' }])
  serve(copiedCode, {})
  await open('/dashboard')
  await expect.element(code).toMatchTextContent('123 456')
  const passed = holdTime()
  await pressIn(code, '{Enter}')
  const copied = page.getByText('Code host code copied to clipboard!')
  await expect.element(copied).toBeVisible()
  await passTime(1900 - passed())
  expect(copied.query()).not.toBeNull()
  await passTime(500)
  await expect.element(copied).not.toBeInTheDocument()
  expect(passed()).toBeLessThan(3500)
  await pressIn(code, '{Enter}')
  await expect.element(copied).toBeVisible()
  const before = passed()
  await pressIn(page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }), '{Enter}')
  await expect.element(copied).not.toBeInTheDocument()
  expect(passed() - before).toBeLessThan(2000)
})

test('the countdown says the seconds that the window of the server has left', async () => {
  holdTime()
  signInWithKeys([{ name: 'Code host' }])
  await open('/dashboard')
  await expect.element(code).toMatchTextContent('123 456')
  const countdown = page.getByRole('timer').filter({ hasText: 'All codes expire in:' })
  await expect.element(countdown).toMatchTextContent(/^All codes expire in: \d+ seconds?$/)
  const left = () => Number(/\d+/.exec(countdown.element().textContent)?.[0])
  // The window began two seconds before the server was asked.
  expect(left()).toBeGreaterThan(20)
  expect(left()).toBeLessThanOrEqual(28)
  const before = left()
  await passTime(5_000)
  await expect.poll(() => before - left()).toBeGreaterThanOrEqual(5)
  expect(before - left()).toBeLessThanOrEqual(6)
})

test('keys that others give and take meanwhile come and go with the next codes, on an empty page too', async () => {
  const { shared_keys } = signInWithKeys()
  await open('/dashboard')
  const nothing = page.getByRole('heading', { name: 'No 2FA keys' })
  await expect.element(nothing).toBeVisible()
  // The page asks for codes once in a window, and at once when the network is back.
  const askForCodes = () => window.dispatchEvent(new Event('online'))
  shared_keys.push({ id: idOf(200), name: 'Code host', type: 'totp', permission: 'view-only', shared_by: { name: 'Bo Example' } })
  askForCodes()
  await expect.element(page.getByRole('article', { name: 'Code host' })).toMatchTextContent('123 456')
  shared_keys.pop()
  askForCodes()
  await expect.element(nothing).toBeVisible()
})
