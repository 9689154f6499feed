import { listBackupCodes } from '@twofold/contract/backup-codes'
import { beginTotp, confirmTotp } from '@twofold/contract/factors'
import { getKey, showSecret } from '@twofold/contract/keys'
import { verifyPin } from '@twofold/contract/pin'
import { afterEach, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { button, chooseInMenu } from '../testing/fields.ts'
import { pressEscape } from '../testing/keyboard.ts'
import { open } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { refusal, serve } from '../testing/server.ts'
import { idOf, signInWithKeys } from '../testing/vault.ts'

const secret = 'GEZDGNBVGY3TQOJQ'

/** How the page would be in Arabic or Hebrew. */
const turn = () => (document.documentElement.dir = 'rtl')
afterEach(() => document.documentElement.removeAttribute('dir'))

/** The rule itself, and that each character stands right of the one before. */
async function expectLeftToRight(text: Locator | `.${string}`) {
  const find = () => (typeof text === 'string' ? document.querySelector(text) : text.query())
  await expect.poll(() => find()?.checkVisibility()).toBe(true)
  const element = find()
  if (!element) throw new Error('It is gone.')
  const { direction, unicodeBidi } = getComputedStyle(element)
  expect([element.className, direction, unicodeBidi]).toEqual([element.className, 'ltr', 'isolate'])
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const places: number[] = []
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    for (const { index } of (node.nodeValue ?? '').matchAll(/\S/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + 1)
      const { left, top } = range.getBoundingClientRect()
      places.push(left + top * 10_000)
    }
  }
  expect(places).toEqual(places.toSorted((one, other) => one - other))
}

test('codes, secrets, backup codes and PINs stay left-to-right on a page that is right-to-left', async () => {
  let isOpen = false
  signInWithProfile()
  const { own_keys } = signInWithKeys([{ name: 'Code host' }])
  serve(getKey, { key: { ...own_keys[0], access: 'owner', note: '', backup_codes: { total: 1, unused: 1 } } })
  serve(showSecret, () => (isOpen ? { secret, uri: `otpauth://totp/Code%20host?secret=${secret}` } : refusal('pin.required')))
  serve(listBackupCodes, { data: [{ id: idOf(1), code: '1234 5678' }] })
  serve(verifyPin, () => {
    isOpen = true
    return { valid_until: new Date().toISOString() }
  })
  await open('/dashboard')
  turn()
  const card = page.getByRole('article', { name: 'Code host' })
  await expect.element(card).toMatchTextContent('123 456')
  await expectLeftToRight('.code-digits')
  await card.getByRole('button', { name: 'Next code for Code host' }).click()
  await expectLeftToRight('.code-next code')

  await chooseInMenu('Code host', 'Secret and QR code')
  const pin = page.getByRole('dialog').getByLabelText('PIN', { exact: true })
  await expectLeftToRight(pin)
  await pin.fill('2580')
  await userEvent.keyboard('{Enter}')
  await expectLeftToRight('.secret-text')
  await pressEscape()

  await chooseInMenu('Code host', 'Backup codes')
  await button('Add codes').click()
  await expectLeftToRight(page.getByRole('dialog', { name: /^Add backup codes/ }).getByRole('textbox'))
  await pressEscape()
  await button('Show codes').click()
  await expectLeftToRight('.ui-dialog li code')
  await pressEscape()

  await page.getByRole('button', { name: 'Add 2FA Key' }).click()
  const add = page.getByRole('dialog', { name: 'Add 2FA Key' })
  const typed = add.getByLabelText('Secret', { exact: true })
  await expectLeftToRight(typed)
  await typed.fill(`otpauth://totp/Example:ann?secret=${secret}`)
  await add.getByRole('button', { name: 'Show secret' }).click()
  await expectLeftToRight(typed)
  await expectLeftToRight('.ui-dialog section code')
})

test('an issuer stands before its account, whichever way each is written', async () => {
  signInWithKeys([{ name: 'Bank', issuer: 'بنك', account: 'מנהל@example.org' }])
  await open('/dashboard')
  const left = (text: string) => page.getByText(text, { exact: true }).element().getBoundingClientRect().left
  await expect.element(page.getByText('بنك', { exact: true })).toBeVisible()
  expect(left('بنك')).toBeLessThan(left('מנהל@example.org'))
  await expect.element(page.getByText('מנהל@example.org', { exact: true })).toHaveStyle({ direction: 'ltr' })
})

test('recovery codes and the secret of the second step stay left-to-right on a page that is right-to-left', async () => {
  signInWithProfile()
  serve(beginTotp, { secret, uri: `otpauth://totp/x?secret=${secret}` })
  serve(confirmTotp, { recovery_codes: ['ABCD-EFGH', 'JKLM-NPQR'] })
  await open('/profile?tab=security')
  turn()
  await button('Set up authenticator app').click()
  await expectLeftToRight('.secret-text')
  const typed = page.getByRole('dialog', { name: 'Set up an authenticator app' }).getByLabelText('Code from the app')
  await expectLeftToRight(typed)
  await typed.fill('123456')
  await userEvent.keyboard('{Enter}')
  const codes = page.getByRole('list', { name: 'Recovery codes' })
  await expect.poll(() => codes.getByRole('listitem').elements().length).toBe(2)
  await expectLeftToRight(codes.getByText('ABCD-EFGH'))
})
