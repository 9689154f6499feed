import { passSecondFactor } from '@twofold/contract/factors'
import { checkLink, listSessions, resetPassword } from '@twofold/contract/links'
import { signIn as signInCall, signOut } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readAuthToken } from '../lib/auth-token.ts'
import { expectAccessible } from '../testing/axe.ts'
import { button, expectComplaint, field, pressIn } from '../testing/fields.ts'
import { expectAddress, open, signIn } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { refusal, serve } from '../testing/server.ts'
import { resizeWindow } from '../testing/window.ts'

const appCode = 'Code from your authenticator app'

async function openStep() {
  signIn({ second_factor_required: true, methods: ['totp', 'recovery_code'] })
  await open('/second-step')
  await expect.element(page.getByRole('heading', { name: 'Confirm your sign-in' })).toBeVisible()
}

test('wrong codes say how many tries are left; the fifth ends the sign-in, and one can begin again', async () => {
  await openStep()
  for (const tries of [4, 3, 2, 1]) {
    const complaint = `Wrong code, or already used. Attempts left: ${tries}.`
    serve(passSecondFactor, refusal('auth.second_factor_wrong', { tries }, { errors: { code: [complaint] } }))
    await field(appCode).fill('000000')
    await button('Continue').click()
    await expectComplaint(appCode, complaint)
    await expect.element(field(appCode)).toHaveFocus()
    await expect.element(field(appCode)).toHaveValue('')
  }
  await expectAccessible()
  serve(passSecondFactor, refusal('auth.second_factor_ended'))
  await field(appCode).fill('000000')
  await button('Continue').click()
  await expect.element(page.getByText('This sign-in has ended')).toBeVisible()
  await expect.element(page.getByText('Too many wrong codes. Please sign in again.')).toBeVisible()
  expect(readAuthToken()).toBeNull()
  await pressIn(page.getByRole('link', { name: 'Sign in again' }), '{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('on a phone a choice with a long name stays within the panel', async () => {
  await resizeWindow(320)
  await openStep()
  const choice = await button('Use a recovery code').findElement()
  const label = choice.querySelector('.ui-button-label')
  if (label) label.textContent = 'Wiederherstellungscode verwenden'
  const panel = choice.closest('.gate-panel')
  expect(panel?.scrollWidth).toBe(panel?.clientWidth)
})

test('a sign-in that took too long says so', async () => {
  await openStep()
  serve(passSecondFactor, refusal('auth.unauthenticated'))
  await field(appCode).fill('123456')
  await button('Continue').click()
  await expect.element(page.getByText('It took too long, or was ended elsewhere. Please sign in again.')).toBeVisible()
})

test('by two steps, and past a reload between them, the sign-in leads back to where a session had ended', async () => {
  signInWithProfile()
  await open('/profile')
  await expect.element(page.getByRole('heading', { name: 'Profile & Settings' })).toBeVisible()
  serve(listSessions, refusal('auth.unauthenticated'))
  await page.getByRole('tab', { name: 'Security' }).click()
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  const user = signIn({ second_factor_required: true, methods: ['totp'] })
  localStorage.clear()
  serve(signInCall, { access_token: 'first', second_factor_required: true })
  await field('Email').fill(user.email)
  await field('Password').fill('Violet-Harbour-27')
  await button('Sign in').click()
  await expect.element(field(appCode)).toBeVisible()
  await open('/login')
  serve(passSecondFactor, () => {
    const { id } = signInWithProfile()
    return { access_token: 'second', redirect_to: '/dashboard', user: { id } }
  })
  await field(appCode).fill('123456')
  await button('Continue').click()
  await expectAddress('/profile?tab=security')
})

test('somebody else leaves by a button, and nothing stays behind', async () => {
  serve(signOut, { message: '' })
  await openStep()
  await button('Sign in as somebody else').click()
  await expectAddress('/login')
  expect(readAuthToken()).toBeNull()
})

test('complaints of the server about the new password are shown at its field', async () => {
  serve(checkLink, { state: 'good', purpose: 'reset_password', email: 'cleo@example.org' })
  serve(resetPassword, refusal('request.invalid', {}, { errors: { password: ['Password must be at least 8 characters'] } }))
  await open(`/reset-password#token=${'x'.repeat(43)}`)
  await field('New password').fill('Amber-Lantern-58')
  await field('Confirm new password').fill('Amber-Lantern-58')
  await button('Change password').click()
  await expectComplaint('New password', 'Password must be at least 8 characters')
  await expect.element(page.getByRole('alert').getByText('Please fix the errors above')).toBeVisible()
})
