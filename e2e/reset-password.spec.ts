import type { Page } from '@playwright/test'
import type { EmptyApplication } from './application.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { press, typeInto } from './keyboard.ts'
import { signUpVerified } from './mailbox.ts'
import { enter, newAccount } from './people.ts'
import { button, expectComplaint, field, fillSignIn, openMailedLink, openSignIn, storedToken } from './sign-in-page.ts'

const subject = /^Reset your/
const newPassword = 'Amber-Lantern-58'

/** As somebody who has forgotten theirs. */
async function askForLink(page: Page, app: EmptyApplication, email: string) {
  await openSignIn(page, app, '/login2')
  await field(page, 'Email').fill(email)
  await button(page, 'Forgot password?').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Password reset link sent to your email')).toBeVisible()
}

test('a forgotten password is replaced by the link in the e-mail, by keyboard alone, and every session ends', async ({
  page,
  context,
  mailing,
}) => {
  const { app, mailbox } = mailing
  const person = await signUpVerified(mailing)
  await askForLink(page, app, person.email)
  const link = await mailbox.link(person.email, subject)
  const elsewhere = await context.newPage()
  await enter(elsewhere, person)
  await expect(elsewhere.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()

  await openMailedLink(page, link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page.getByText(person.email)).toBeVisible()
  await press(button(page, 'Change password'))
  await expectComplaint(page, 'New password', 'Password is required')
  await expectComplaint(page, 'Confirm new password', 'Please confirm your password')
  await expect(field(page, 'New password')).toBeFocused()
  await typeInto(field(page, 'New password'), newPassword)
  await expect(page.getByText('Password strength: Very Strong')).toBeVisible()
  await typeInto(field(page, 'Confirm new password'), 'Amber-Lantern-59')
  await field(page, 'Confirm new password').blur()
  await expectComplaint(page, 'Confirm new password', 'Passwords do not match')
  await expectAccessible(page)
  await field(page, 'Confirm new password').fill(newPassword)
  await press(button(page, 'Change password'))
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
  await expectAccessible(page)
  expect(await storedToken(page)).toBeNull()
  await mailbox.mail(person.email, /password was changed$/)

  // The tab that was signed in has heard of it.
  await expect(elsewhere).toHaveURL(`${app.url}/login`)

  await press(page.getByRole('link', { name: 'Go to sign-in' }))
  await fillSignIn(page, person)
  await button(page, 'Sign in').click()
  await expect(page.getByRole('alert').getByText('Wrong e-mail or password.')).toBeVisible()
  await fillSignIn(page, { ...person, password: newPassword })
  await button(page, 'Sign in').click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)

  await openMailedLink(page, link)
  await expect(page.getByRole('heading', { name: 'This link was used already' })).toBeVisible()
  await expectAccessible(page)
})

test('a link that a newer one replaced leads to a new one, and one that is void by the time the form is sent, too', async ({
  page,
  mailing,
}) => {
  const { app, mailbox } = mailing
  const person = await signUpVerified(mailing)
  await askForLink(page, app, person.email)
  const first = await mailbox.link(person.email, subject)
  await openMailedLink(page, first)
  await field(page, 'New password').fill(newPassword)
  await field(page, 'Confirm new password').fill(newPassword)

  const other = await page.context().newPage()
  await askForLink(other, app, person.email)
  await expect.poll(() => mailbox.link(person.email, subject)).not.toBe(first)
  await button(page, 'Change password').click()
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await expectAccessible(page)

  await field(page, 'Email').fill(newAccount().email)
  await button(page, 'Send Reset Link').click()
  // The same for an address that nobody knows.
  await expect(page.getByRole('status').getByText('Password reset link sent to your email')).toBeVisible()
})

test('a link that is not whole, or belongs to another screen, says so', async ({ page, mailing }) => {
  const { app, mailbox } = mailing
  await openMailedLink(page, `${app.url}/reset-password`)
  await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
  await expectAccessible(page)
  const person = await signUpVerified(mailing)
  const { hash } = new URL(await mailbox.link(person.email, /^Confirm/))
  await page.goto(`${app.url}/livez`)
  await openMailedLink(page, `${app.url}/reset-password${hash}`)
  await expect(page.getByRole('heading', { name: 'This link was used already' })).toBeVisible()
})
