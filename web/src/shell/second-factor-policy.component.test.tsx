import { getFactors } from '@twofold/contract/factors'
import { getCurrentUser } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { button } from '../testing/fields.ts'
import { expectAddress, open } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { serve } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'

test('a card asks for a second factor until there is one, and says from when on it is needed', async () => {
  signInWithProfile({ second_factor_asked: { due_at: '2030-01-02T03:04:00.000Z' } })
  await open('/dashboard')
  await expect.element(page.getByText('Protect your sign-in with a second factor')).toBeVisible()
  await expect.element(page.getByText('Jan 2, 2030', { exact: false })).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Set it up' }).click()
  await expectAddress('/profile?tab=security')
  signInWithProfile({ second_factor_asked: { due_at: null } })
  await open('/dashboard')
  await expect.element(page.getByText('Your password is all that protects your vault.', { exact: false })).toBeVisible()
  signInWithProfile()
  await open('/dashboard')
  await expect.element(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  await expect.element(page.getByText('Protect your sign-in with a second factor')).not.toBeInTheDocument()
})

test('the card stands after the codes until the last two days of the grace', async () => {
  const day = 24 * 60 * 60 * 1000
  const card = page.getByText('Protect your sign-in with a second factor')
  const code = page.getByRole('article', { name: 'Code host' })
  const isCardFirst = async () => {
    await expect.element(card).toBeVisible()
    await expect.element(code).toBeVisible()
    return ((await card.findElement()).compareDocumentPosition(await code.findElement()) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  }
  for (const [due_at, isFirst] of [
    [null, false],
    [new Date(Date.now() + 3 * day).toISOString(), false],
    [new Date(Date.now() + day).toISOString(), true],
  ] as const) {
    signInWithKeys([{ name: 'Code host' }], [], { second_factor_asked: { due_at } })
    await open('/dashboard')
    expect([due_at, await isCardFirst()]).toEqual([due_at, isFirst])
  }
})

test('after the grace every screen leads to adding a second factor, and from there to the vault once it is there', async () => {
  const user = signInWithProfile({ enrolment_required: true, second_factor_asked: { due_at: '2020-01-01T00:00:00.000Z' } })
  await open('/dashboard')
  await expect.element(page.getByRole('heading', { name: 'Add a second factor' })).toBeVisible()
  await expectAccessible()
  // Beneath the text, which beside it would have room for a word a line.
  const note = (await page.getByText('An app on your phone', { exact: false }).findElement()).getBoundingClientRect()
  expect((await button('Set up authenticator app').findElement()).getBoundingClientRect().top).toBeGreaterThanOrEqual(note.bottom)
  await expect.element(page.getByText('Add a second factor first.', { exact: false })).toBeInTheDocument()
  serve(getFactors, { has_pin: true, pin_state: 'good', has_password: true, totp: { is_enabled: true } })
  await open('/profile')
  await expect.element(page.getByRole('heading', { name: 'Add a second factor' })).toBeVisible()
  const { has_password: _password, has_pin: _pin, ...known } = user
  serve(getCurrentUser, { ...known, enrolment_required: undefined })
  await button('Go to my vault').click()
  await expect.poll(() => window.location.pathname).not.toBe('/second-factor')
})
