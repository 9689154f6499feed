import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { signUpVerified } from './mailbox.ts'
import { newAccount } from './people.ts'
import { openProfile } from './profile-page.ts'
import { button, field, openMailedLink } from './sign-in-page.ts'

const subject = /^Confirm your e-mail address/

test('a new e-mail address waits until its link is followed, and the old address is notified; meanwhile it can be sent again or given up', async ({
  page,
  mailing,
}) => {
  const { app, mailbox } = mailing
  const person = await signUpVerified(mailing)
  const [first, second] = [newAccount().email, newAccount().email]
  const ask = async (email: string) => {
    await field(page, 'Email').fill(email)
    await field(page, 'Current password').fill(person.password)
    await button(page, 'Update Profile').click()
    await expect(page.getByText(`Waiting for ${email} to be confirmed`)).toBeVisible()
  }
  await openProfile(page, person, 'settings')
  await ask(first)
  await expect(field(page, 'Email')).toHaveValue(person.email)
  await expect(page.getByText(`Until then your address stays ${person.email}.`)).toBeVisible()
  await expect(field(page, 'Current password')).toBeHidden()
  const notice = await mailbox.mail(person.email, /profile was changed/)
  expect(notice.text).toContain(first)
  await mailbox.link(first, subject)
  await expectAccessible(page)

  await button(page, 'Resend link').click()
  await expect(page.getByText(`We sent a new link to ${first}.`)).toBeVisible()
  await expect.poll(() => mailbox.count(first, subject)).toBe(2)
  const link = await mailbox.link(first, subject)

  // The name alone can be saved without giving the address up.
  await field(page, 'Name').fill('Zoë Renamed')
  await button(page, 'Update Profile').click()
  await expect(page.getByRole('button', { name: 'Account menu: Zoë Renamed' })).toBeVisible()
  await expect(page.getByText(`Waiting for ${first} to be confirmed`)).toBeVisible()

  await button(page, 'Cancel change').click()
  await expect(page.getByText(`Your e-mail stays ${person.email}.`)).toBeVisible()
  await expect(page.getByText('to be confirmed')).toBeHidden()
  await openMailedLink(page, link)
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()

  await openProfile(page, person, 'settings')
  await ask(second)
  await openMailedLink(page, await mailbox.link(second, subject))
  await expect(page.getByRole('heading', { name: 'Confirm your new e-mail address' })).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Confirm this address').click()
  await expect(page.getByRole('heading', { name: 'Your new e-mail address is confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to your codes' }).click()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await expect(page.getByText(second)).toBeVisible()
  await page.goto(`${app.url}/profile?tab=settings`)
  await expect(field(page, 'Email')).toHaveValue(second)
  await expect(page.getByText('to be confirmed')).toBeHidden()
})
