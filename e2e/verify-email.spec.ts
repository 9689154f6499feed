import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { press, typeInto } from './keyboard.ts'
import { newAccount } from './people.ts'
import { button, expectComplaint, field, fillSignIn, fillSignUp, openMailedLink, openSignUp, storedToken } from './sign-in-page.ts'

const subject = /^Confirm your e-mail address/

test('a new account proves its address by the link in the e-mail and a button; opening the link alone does nothing', async ({
  page,
  mailing,
}) => {
  const { app, mailbox } = mailing
  const account = newAccount()
  await openSignUp(page, app)
  await fillSignUp(page, account)
  await button(page, 'Create account').click()
  await expect(page.getByText('Email verification required')).toBeVisible()
  expect(await storedToken(page)).toBeNull()
  const link = await mailbox.link(account.email, subject)

  // As a scanner does, or a person who looks twice.
  for (let visit = 1; visit <= 2; visit += 1) {
    await openMailedLink(page, link)
    await expect(page.getByRole('heading', { name: 'Confirm your e-mail address' })).toBeVisible()
    await expect(page.getByText(account.email)).toBeVisible()
  }
  await expectAccessible(page)
  await press(button(page, 'Confirm this address'))
  await expect(page.getByRole('heading', { name: 'Your e-mail address is confirmed' })).toBeVisible()
  await expectAccessible(page)
  await press(page.getByRole('link', { name: 'Go to sign-in' }))
  await fillSignIn(page, account)
  await button(page, 'Sign in').click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)

  await openMailedLink(page, link)
  await expect(page.getByRole('heading', { name: 'This link was used already' })).toBeVisible()
  await expectAccessible(page)
})

test('a newer link voids the older one, and where one is void a new one can be sent for', async ({ page, mailing }) => {
  const { app, mailbox } = mailing
  const account = newAccount()
  await openSignUp(page, app)
  await fillSignUp(page, account)
  await button(page, 'Create account').click()
  const first = await mailbox.link(account.email, subject)
  await button(page, 'Resend verification e-mail').click()
  await expect(page.getByRole('status').getByText('Verification email sent! Please check your inbox.')).toBeVisible()
  await expect.poll(() => mailbox.count(account.email, subject)).toBe(2)

  await openMailedLink(page, first)
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await expectAccessible(page)
  await press(button(page, 'Resend verification e-mail'))
  await expectComplaint(page, 'Email', 'Email is required')
  await typeInto(field(page, 'Email'), account.email)
  await press(button(page, 'Resend verification e-mail'))
  await expect(page.getByRole('status').getByText('Verification email sent! Please check your inbox.')).toBeVisible()
  await expect.poll(() => mailbox.count(account.email, subject)).toBe(3)

  // In the same tab, without reloading the page.
  const third = await mailbox.link(account.email, subject)
  await page.evaluate((hash) => (window.location.hash = hash), new URL(third).hash)
  await button(page, 'Confirm this address').click()
  await expect(page.getByRole('heading', { name: 'Your e-mail address is confirmed' })).toBeVisible()
})
