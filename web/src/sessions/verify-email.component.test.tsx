import { checkLink } from '@twofold/contract/links'
import { requestVerification } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { button, expectComplaint, field } from '../testing/fields.ts'
import { open } from '../testing/open.tsx'
import { refusal, serve, unreachable } from '../testing/server.ts'

const link = `/verify-email#token=${'x'.repeat(43)}`

test('a link that is not whole says so', async () => {
  serve(checkLink, { state: 'wrong' })
  await open(link)
  await expect.element(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Go to sign-in' })).toBeVisible()
  await expectAccessible()
})

test('a link that cannot be checked can be tried again, and its token has left the address', async () => {
  serve(checkLink, refusal('server.unavailable'))
  await open(link)
  await expect.element(page.getByRole('heading', { name: 'The link could not be checked' })).toBeVisible()
  expect(window.location.hash).toBe('')
  const calls = serve(checkLink, { state: 'wrong' })
  await button('Retry The link could not be checked').click()
  await expect.element(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
  expect(calls).toEqual([{ body: { token: 'x'.repeat(43) } }])
})

test('a resend asks for the address; one that fails says what the server says, else that it failed', async () => {
  serve(checkLink, { state: 'wrong' })
  await open('/verify-email')
  await button('Resend verification e-mail').click()
  await expectComplaint('Email', 'Email is required')
  await field('Email').fill('ann@example.org')
  for (const [answer, text] of [
    [refusal('mail.unavailable'), 'This installation cannot send e-mail yet.'],
    [unreachable, 'Failed to send verification email'],
  ] as const) {
    serve(requestVerification, answer)
    await button('Resend verification e-mail').click()
    await expect.element(page.getByRole('alert').getByText(text)).toBeVisible()
  }
})
