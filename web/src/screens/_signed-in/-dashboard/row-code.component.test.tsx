import { copiedCode, generateCodes, nextCode, noCode } from '@twofold/contract/codes'
import { getKey } from '@twofold/contract/keys'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { viewSetting } from '../../../keys/vault-views.ts'
import { hiddenCodesSetting } from '../../../codes/hidden-codes.ts'
import { holdTime, passTime } from '../../../testing/clock.ts'
import { open } from '../../../testing/open.tsx'
import { serve } from '../../../testing/server.ts'
import { idOf, signInWithKeys } from '../../../testing/vault.ts'
import { row, panel, copied, key } from '../../../testing/vault-list.ts'

beforeEach(() => {
  serve(copiedCode, {})
  serve(getKey, { key: { note: null } })
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
  const largeCode = () => panel('Key 1').getByRole('button', { name: 'Copy this code' }).element().parentElement
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
  await expect.element(item.getByRole('button', { name: 'Show code for Key 1' })).toBeVisible()
  await item.getByRole('button', { name: 'Show code for Key 1' }).click()
  await expect.element(item).toMatchTextContent('123 456')
})
