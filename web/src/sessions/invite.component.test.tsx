import { acceptInvitation, checkLink, readInvitation } from '@twofold/contract/links'
import { signOut } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readAuthToken } from '../lib/auth-token.ts'
import { expectAccessible } from '../testing/axe.ts'
import { button, expectComplaint, field } from '../testing/fields.ts'
import { open, signIn } from '../testing/open.tsx'
import { refusal, serve } from '../testing/server.ts'

const link = `/invite#token=${'t'.repeat(43)}`
const expires_at = '2026-11-29T12:00:00.000Z'
const email = 'bo@example.org'

test('an invitation says who invites, to what, and which keys wait, and asks for no PIN', async () => {
  serve(checkLink, { state: 'good', purpose: 'invite', email })
  serve(readInvitation, { invited_by: 'Ann Example', keys: [{ name: 'Code host' }, { name: 'Door' }], expires_at })
  const calls = serve(acceptInvitation, refusal('auth.sign_up_closed'))
  await open(link, { installation: { name: 'Example Studio' } })
  await expect.element(page.getByText('Ann Example invited you to Example Studio.')).toBeVisible()
  const keys = page.getByRole('region', { name: `2 keys are waiting for ${email}` })
  await expect.element(keys.getByRole('listitem')).toHaveLength(2)
  await expect.element(page.getByText('For you alone, until November 29, 2026.')).toBeVisible()
  await expect.element(field('PIN')).not.toBeInTheDocument()
  await expectAccessible()
  await field('Name').fill('Bo Sample')
  await field('Password').fill('Violet-Harbour-27')
  await field('Confirm password').fill('Violet-Harbour-27')
  await button('Create account').click()
  await expect.poll(() => calls.length).toBe(1)
  expect(Object.keys(calls[0]?.body ?? {}).toSorted()).toEqual(['name', 'password', 'password_confirmation', 'token'])
})

test('without keys, or when nobody can say what waits, the invitation can be accepted all the same', async () => {
  serve(checkLink, { state: 'good', purpose: 'invite', email })
  serve(readInvitation, refusal('links.wrong'))
  await open(link)
  await expect.element(button('Create account')).toBeVisible()
  await expect.element(page.getByText(/waiting for/)).not.toBeInTheDocument()
})

test('an expired invitation names the person to ask', async () => {
  serve(checkLink, { state: 'expired', purpose: 'invite', email: null })
  serve(readInvitation, { invited_by: 'Ann Example', keys: [], expires_at })
  await open(link)
  await expect.element(page.getByText(/Please ask Ann Example for a new one\./)).toBeVisible()
})

test('a person who is signed in as somebody else is asked first, and signs out by a button', async () => {
  signIn({ email: 'ann@example.org' })
  serve(checkLink, { state: 'good', purpose: 'invite', email })
  serve(readInvitation, { keys: [], expires_at })
  serve(signOut, { message: 'Bye.' })
  await open(link)
  await expect.element(page.getByText('You are signed in as ann@example.org in this browser.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Back to my vault' })).toHaveAttribute('href', '/dashboard')
  await expectAccessible()
  await button('Sign out and accept').click()
  await expect.element(button('Create account')).toBeVisible()
  expect(readAuthToken()).toBeNull()
})

test('an invitation that is used while the form is filled in says so, and so does an address that got an account meanwhile', async () => {
  serve(checkLink, { state: 'good', purpose: 'invite', email })
  serve(readInvitation, { invited_by: 'Ann Example', keys: [], expires_at })
  const accept = async () => {
    await open(link)
    await expect.element(field('Email')).toHaveAttribute('readonly')
    await field('Name').fill('Bo Sample')
    await field('Password').fill('Violet-Harbour-27')
    await field('Confirm password').fill('Violet-Harbour-27')
    await button('Create account').click()
  }
  serve(acceptInvitation, refusal('request.invalid', {}, { errors: { email: ['This e-mail is already in use.'] } }))
  await accept()
  await expectComplaint('Email', 'This e-mail is already in use.')
  // Nobody can correct the address: the form is as right as it can be.
  await expect.element(button('Create account')).not.toHaveAttribute('aria-disabled')
  serve(acceptInvitation, () => {
    serve(checkLink, { state: 'used', purpose: 'invite', email: null })
    return refusal('links.used')
  })
  await accept()
  await expect.element(page.getByRole('heading', { name: 'This invitation was used already' })).toBeVisible()
})
