import { inDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { enterPin, openSecurity } from './security-page.ts'
import { button, field, fillSignIn, openSignIn } from './sign-in-page.ts'

const password = 'Amber-Lantern-58'

test('an account without a password sets one with the PIN, and signs in with it', async ({ page, person }) => {
  // As an account is that came from an issuer.
  await inDatabase(person.app, 'update users set password_hash = null where email = $1', [person.email])
  await openSecurity(page, person)
  await expect(field(page, 'Current password')).toBeHidden()
  await field(page, 'New password').fill(password)
  await field(page, 'Confirm new password').fill(password)
  await button(page, 'Set Password').click()
  await enterPin(page, person.pin)
  await expect(page.getByText('Password changed. Please sign in again.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  await openSignIn(page, person.app)
  await fillSignIn(page, { email: person.email, password })
  await button(page, 'Sign in').click()
  await expect(page).toHaveURL(/\/(dashboard|profile)/)
})
