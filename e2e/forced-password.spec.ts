import { expectAccessible } from './axe.ts'
import { inDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { press, typeInto } from './keyboard.ts'
import { enter, type Person } from './people.ts'
import { enrolTotp } from './security-page.ts'
import { button, expectComplaint, field, fillSignIn, openSignIn } from './sign-in-page.ts'
import { totpCode } from './totp.ts'

const newPassword = 'Amber-Lantern-58'
const heading = 'Choose a password of your own'

/** As if an administrator had set the password. */
const force = ({ app, email }: Person) => inDatabase(app, 'update users set must_change_password = true where email = $1', [email])

test('a user whose password somebody else chose has to choose another one at sign-in, by keyboard alone', async ({ page, person }) => {
  await force(person)
  await openSignIn(page, person.app)
  await fillSignIn(page, person)
  await button(page, 'Sign in').click()
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expectAccessible(page)
  for (const path of ['/dashboard', '/profile', '/login']) {
    await page.goto(`${person.app.url}${path}`)
    await expect(page).toHaveURL(`${person.app.url}/new-password`)
  }
  await press(button(page, 'Change password'))
  await expectComplaint(page, 'New password', 'Password is required')
  await typeInto(field(page, 'Current password'), 'Not-the-password')
  await typeInto(field(page, 'New password'), person.password)
  await typeInto(field(page, 'Confirm new password'), person.password)
  await press(button(page, 'Change password'))
  await expectComplaint(page, 'Current password', 'The password is wrong.')
  await field(page, 'Current password').fill(person.password)
  await press(button(page, 'Change password'))
  await expectComplaint(page, 'New password', 'The new password must differ from the current one.')
  await field(page, 'New password').fill(newPassword)
  await field(page, 'Confirm new password').fill(newPassword)
  await press(button(page, 'Change password'))
  await expect(page.getByRole('status').getByText('Password changed. Opening your vault...')).toBeVisible()
  await expect(page).toHaveURL(`${person.app.url}/profile`)
})

test('the second step comes before the new password, and once more after it', async ({ page, person }) => {
  const { secret, recoveryCodes } = await enrolTotp(person)
  await force(person)
  await openSignIn(page, person.app)
  await fillSignIn(page, person)
  await button(page, 'Sign in').click()
  await field(page, 'Code from your authenticator app').fill(totpCode(secret, Date.now() + 30_000))
  await button(page, 'Continue').click()
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await field(page, 'Current password').fill(person.password)
  await field(page, 'New password').fill(newPassword)
  await field(page, 'Confirm new password').fill(newPassword)
  await button(page, 'Change password').click()
  await button(page, 'Use a recovery code').click()
  await field(page, 'Recovery code').fill(recoveryCodes[0] ?? '')
  await button(page, 'Continue').click()
  await expect(page).toHaveURL(`${person.app.url}/dashboard`)
})

test('a user who asked to be remembered still is after the new password', async ({ page, person }) => {
  await force(person)
  await openSignIn(page, person.app, '/login2')
  await fillSignIn(page, person)
  await page.getByRole('checkbox', { name: /^Remember me/ }).setChecked(true)
  await button(page, 'Sign in').click()
  await field(page, 'Current password').fill(person.password)
  await field(page, 'New password').fill(newPassword)
  await field(page, 'Confirm new password').fill(newPassword)
  await button(page, 'Change password').click()
  await expect(page).toHaveURL(`${person.app.url}/dashboard`)
  const lasting = 'select s.remember from sessions s join users u on u.id = s.user_id where u.email = $1 order by s.created_at desc limit 1'
  expect(await inDatabase(person.app, lasting, [person.email])).toEqual([{ remember: true }])
})

test('a user whose password must change in the middle of a session is sent there by the next call', async ({ page, person }) => {
  await enter(page, person)
  await expect(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  await force(person)
  // The page asks for codes at once when the network is back, and may ask for something by itself before.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
})
