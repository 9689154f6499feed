import { checkLink, readInvitation } from '@twofold/contract/links'
import { getClosing } from '@twofold/contract/trust'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { button, field } from '../testing/fields.ts'
import { open } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { serve } from '../testing/server.ts'

test.for([
  ['/reset-password', 'reset_password', 'good', 'New password'],
  ['/reset-password', 'reset_password', 'expired', 'Email'],
  ['/verify-email', 'verify_email', 'expired', 'Email'],
  ['/new-pin', 'new_pin', 'good', 'Password'],
  ['/invite', 'invite', 'good', 'Name'],
] as const)('%s by a link for %s that is %s opens with the focus in "%s"', async ([path, purpose, state, label]) => {
  serve(checkLink, { state, purpose, email: 'ada@example.org' })
  serve(readInvitation, { keys: [] })
  await open(`${path}#token=abc`)
  await expect.element(field(label)).toHaveFocus()
})

test('the reason for a closed account is read first, and a proof that was chosen is typed at once', async () => {
  const codesUntil = new Date(Date.now() + 3_600_000).toISOString()
  signInWithProfile({ codes_closed_until: codesUntil })
  serve(getClosing, { closing: { codes_until: codesUntil, proofs: ['totp', 'recovery_code'] } })
  await open('/account-closed')
  await expect.element(field('Code from your authenticator app')).toBeVisible()
  await expect.element(field('Code from your authenticator app')).not.toHaveFocus()
  await button('Use a recovery code').click()
  await expect.element(field('Recovery code')).toHaveFocus()
})

test('no field opens the keyboard of a phone over the page', async () => {
  const matchMedia = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => matchMedia(query.replace('(pointer: coarse)', 'all')))
  await open('/login')
  await expect.element(field('Email')).toBeVisible()
  await button('Create an account').click()
  await expect.element(field('PIN')).toBeVisible()
  expect(await page.getByRole('heading', { level: 1 }).findElement()).toBe(document.activeElement)
})
