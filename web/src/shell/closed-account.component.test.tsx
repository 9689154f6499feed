import { generateCodes } from '@twofold/contract/codes'
import { checkLink, stopClosing } from '@twofold/contract/links'
import { getClosing, proveAccount } from '@twofold/contract/trust'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { unsavedChanges } from '../lib/unsaved-changes.ts'
import { expectAccessible } from '../testing/axe.ts'
import { button, expectComplaint, field } from '../testing/fields.ts'
import { expectAddress, open } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { breakdown, refusal, serve } from '../testing/server.ts'

const until = '2030-01-02T03:04:00.000Z'
const hands = [{ kind: 'password_set', by: 'Ada Admin', happened_at: '2029-12-31T03:04:00.000Z' }] as const
const closing = { hands, codes_until: until, secrets_until: until, is_stopped: false, proofs: ['totp', 'pin'] } as const

test('a person who signs in to a closed account sees what happened, who did it and until when, and opens it with an earlier proof', async () => {
  signInWithProfile({ codes_closed_until: until })
  serve(generateCodes, refusal('keys.codes_closed', { until }))
  serve(getClosing, { closing })
  await open('/dashboard')
  await expectAddress('/account-closed')
  await expect.element(page.getByText('Ada Admin set your password.')).toBeVisible()
  await expect.element(page.getByText('Jan 2, 2030', { exact: false })).toBeVisible()
  await expectAccessible()
  const complaint = 'This does not prove who you are. It is wrong, or newer than what closed the account.'
  serve(proveAccount, refusal('trust.proof_wrong', {}, { errors: { code: [complaint] } }))
  await field('Code from your authenticator app').fill('000000')
  await button('Open my account').click()
  await expectComplaint('Code from your authenticator app', complaint)
  await button('Use your PIN from before').click()
  const proofs = serve(proveAccount, { message: '' })
  signInWithProfile({ codes_closed_until: null })
  serve(getClosing, { closing: null })
  serve(generateCodes, {})
  await field('Your PIN from before').fill('2846')
  await button('Open my account').click()
  await expectAddress('/dashboard')
  expect(proofs).toEqual([{ body: { method: 'pin', pin: '2846' } }])
})

test('going on without codes leads to where one was going, and a banner there says why and what helps', async () => {
  signInWithProfile({ codes_closed_until: until })
  serve(getClosing, { closing })
  await open('/profile')
  await button('Go on without codes').click()
  await expectAddress('/profile')
  await expect.element(page.getByText('Ada Admin set your password. Your codes are closed.')).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'What helps' }).click()
  await expectAddress('/account-closed')
})

test('a stopped account leads from every screen to the proof, and nowhere else', async () => {
  signInWithProfile({ is_stopped: true })
  serve(getClosing, { closing: { ...closing, codes_until: null, is_stopped: true, proofs: [] } })
  await open('/dashboard')
  await expect.element(page.getByRole('heading', { name: 'Your account is stopped' })).toBeVisible()
  await expect.element(page.getByText('Nothing that you have from before is left.', { exact: false })).toBeVisible()
  expect(button('Go on without codes').elements()).toEqual([])
  await expectAccessible()
})

test('the link in the e-mail stops it by a button, once', async () => {
  serve(checkLink, { state: 'good', purpose: 'stop', email: 'cleo@example.org' })
  const stops = serve(stopClosing, { message: '' })
  await open('/stop#token=abc')
  expect(stops).toEqual([])
  await expectAccessible()
  await button('Stop this').click()
  await expect.element(page.getByRole('heading', { name: 'The account is stopped' })).toBeVisible()
  expect(stops).toEqual([{ body: { token: 'abc' } }])
})

test('the link of an account that was opened meanwhile says that there is nothing to stop', async () => {
  serve(checkLink, { state: 'good', purpose: 'stop', email: 'cleo@example.org' })
  serve(stopClosing, refusal('trust.nothing_to_stop'))
  await open('/stop#token=abc')
  await button('Stop this').click()
  await expect.element(page.getByText('There is nothing to stop')).toBeVisible()
})

test('a code that does not prove it is typed again at once, and holds nothing back once it is sent', async () => {
  signInWithProfile({ codes_closed_until: until })
  serve(getClosing, { closing })
  serve(proveAccount, breakdown())
  await open('/account-closed')
  const code = field('Code from your authenticator app')
  await code.fill('000000')
  expect(unsavedChanges.get()).toBe(1)
  await button('Open my account').click()
  await expect.element(page.getByText('This could not be checked. Please try again.')).toBeVisible()
  await expect.element(code).toHaveFocus()
  await expect.element(code).toHaveValue('')
  await expect.poll(() => unsavedChanges.get()).toBe(0)
  await code.fill('1')
  await expect.element(page.getByText('This could not be checked. Please try again.')).not.toBeInTheDocument()
})
