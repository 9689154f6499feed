import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { newAccount, startSetUpApplication, setUp } from './people.ts'
import { button, expectComplaint, field, fillSignIn, fillSignUp, holdTime, openSignIn, openSignUp, storedToken } from './sign-in-page.ts'

test('an empty form is not sent: every field says what it needs, and the first one gets the focus', async ({ page, app }) => {
  await openSignUp(page, app)
  await expect(button(page, 'Create account')).toBeDisabled()
  await field(page, 'PIN').press('Enter')
  await expect(field(page, 'Name')).toBeFocused()
  await expectComplaint(page, 'Name', 'Name is required')
  await expectComplaint(page, 'Email', 'Email is required')
  await expectComplaint(page, 'Password', 'Password is required')
  await expectComplaint(page, 'Confirm password', 'Please confirm your password')
  await expectComplaint(page, 'PIN', 'PIN is required')
  await expect(page.getByRole('alert').getByText('Please fix the errors above')).toBeVisible()
})

for (const [label, text, message] of [
  ['Name', ' A ', 'Name must be at least 2 characters'],
  ['Email', 'ann', 'Please enter a valid email address'],
  ['Password', '1234567', 'Password must be at least 8 characters'],
  ['PIN', '123', 'PIN must be exactly 4 digits'],
] as const) {
  test(`${label} "${text}" is refused when the field is left: ${message}`, async ({ page, app }) => {
    await openSignUp(page, app)
    await field(page, label).fill(text)
    await field(page, label).blur()
    await expectComplaint(page, label, message)
  })
}

test('the confirmation has to equal the password, whichever of the two is changed last', async ({ page, app }) => {
  await openSignUp(page, app)
  await field(page, 'Password').fill('Violet-Harbour-27')
  await field(page, 'Confirm password').fill('Violet-Harbour-28')
  await field(page, 'Confirm password').blur()
  await expectComplaint(page, 'Confirm password', 'Passwords do not match')
  await field(page, 'Password').fill('Violet-Harbour-28')
  await expectComplaint(page, 'Confirm password', '')
  await field(page, 'Password').fill('Violet-Harbour-29')
  await expectComplaint(page, 'Confirm password', 'Passwords do not match')
})

test('a PIN is what digits there are among what is typed or pasted, at most four', async ({ page, app }) => {
  await openSignUp(page, app)
  await field(page, 'PIN').pressSequentially('1a2-3 45')
  await expect(field(page, 'PIN')).toHaveValue('1234')
  await field(page, 'PIN').fill('PIN: 9 8 7 6 5')
  await expect(field(page, 'PIN')).toHaveValue('9876')
})

test('the meter says how strong a password is, and what it still lacks', async ({ page, app }) => {
  await openSignUp(page, app)
  const label = page.getByText(/^Password strength: /)
  await expect(label).toBeHidden()
  for (const [password, strength] of [
    ['abcdefg', 'Weak'],
    ['zealquay', 'Fair'],
    ['Zealquay', 'Good'],
    ['Zealquay7', 'Strong'],
    ['Zealquay-7', 'Very Strong'],
    ['Password-7', 'Fair'],
    ['Harbour-7', 'Good'],
    ['Zealquayyy-7', 'Very Strong'],
    ['Zealqyyy-7', 'Strong'],
  ]) {
    await field(page, 'Password').fill(password ?? '')
    await expect(label).toHaveText(`Password strength: ${strength}`)
  }
  for (const [advice, state] of [
    ['At least 8 characters (required)', 'Done'],
    ['A lowercase letter', 'Done'],
    ['An uppercase letter', 'Done'],
    ['A digit', 'Done'],
    ['A special character', 'Done'],
    ['No common pattern', 'Done'],
    ['No character three times in a row', 'Not yet'],
    ['12 or more characters', 'Not yet'],
  ] as const) {
    await expect(page.getByRole('listitem').filter({ hasText: advice }).getByRole('img')).toHaveAccessibleName(state)
  }
})

test('what was typed as password can be looked at', async ({ page, app }) => {
  await openSignUp(page, app)
  await field(page, 'Password').fill('Violet-Harbour-27')
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password')
  await button(page, 'Show password').first().click()
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text')
  await button(page, 'Hide password').click()
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password')
})

test('a new account is signed in, says so, and a second later the dashboard is there', async ({ page, app }) => {
  await openSignUp(page, app)
  await fillSignUp(page, newAccount())
  await holdTime(page)
  await button(page, 'Create account').click()
  await expect(page.getByRole('status').getByText('Account created. Opening your vault...')).toBeVisible()
  await page.clock.runFor(990)
  await expect(page).toHaveURL(`${app.url}/login`)
  await page.clock.runFor(10)
  await expect(page).toHaveURL(`${app.url}/dashboard`)
})

test('an address that is taken is said at its field', async ({ page, app, person }) => {
  await openSignUp(page, app)
  await fillSignUp(page, { ...newAccount(), email: person.email })
  await button(page, 'Create account').click()
  await expectComplaint(page, 'Email', 'This e-mail is already in use.')
  await expect(page.getByRole('alert').getByText('Please fix the errors above')).toBeVisible()
  await expect(field(page, 'Email')).toBeFocused()
  expect(await storedToken(page)).toBeNull()
})

test('while it is closed, nobody is offered an account', async ({ page }) => {
  const app = await startSetUpApplication({ SIGN_UP: 'closed' })
  try {
    await openSignIn(page, app)
    await expect(button(page, 'Create an account')).toBeHidden()
    await expect(page.getByText('New here?')).toBeHidden()
  } finally {
    await app.stop()
  }
})

test('while an address has to be verified first, a new account is told so, and neither stored nor sent on', async ({ page, guard }) => {
  guard.allow(/status of 503/)
  const app = await startSetUpApplication({ EMAIL_VERIFICATION: 'required' })
  const notice = page.getByRole('status').filter({ hasText: 'Email verification required' })
  const account = newAccount()
  try {
    await openSignUp(page, app)
    await fillSignUp(page, account)
    await holdTime(page)
    await button(page, 'Create account').click()
    await expect(notice).toContainText(account.email)
    await page.clock.runFor(2000)
    await expect(page).toHaveURL(`${app.url}/login`)
    expect(await storedToken(page)).toBeNull()
    await page.clock.resume()

    await page.reload()
    await fillSignIn(page, account)
    await button(page, 'Sign in').click()
    await expect(notice).toContainText(account.email)
    expect(await storedToken(page)).toBeNull()

    // No way to send mail yet: what the server says about it is shown.
    await button(page, 'Resend verification email').click()
    await expect(page.getByRole('alert').getByText('This installation cannot send e-mail yet.')).toBeVisible()
    await page.route('**/api/auth/email/verification-notification', (route) => {
      expect(route.request().postDataJSON()).toEqual({ email: account.email })
      return route.fulfill({ json: { message: 'Sent.' } })
    })
    await button(page, 'Resend verification email').click()
    await expect(page.getByRole('status').getByText('Verification email sent! Please check your inbox.')).toBeVisible()
    await button(page, 'Back').click()
    await expect(field(page, 'Email')).toBeVisible()
  } finally {
    await app.stop()
  }
})

test('a fresh installation shows how to set it up at / and at the sign-in screen, never the link, and offers no account', async ({
  page,
  freshApp,
}) => {
  for (const path of ['/', '/login', '/login2', '/setup']) {
    await page.goto(`${freshApp.url}${path}`)
    await expect(page).toHaveURL(`${freshApp.url}/setup`)
    await expect(page.getByRole('heading', { level: 1, name: 'Set up Twofold' })).toBeVisible()
    await expect(page.getByText('Restart the server to get a new one.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create an account' })).toBeHidden()
    expect(await page.content()).not.toContain(new URL(freshApp.setupLink).hash.slice('#token='.length))
  }
  await expectAccessible(page)
  await setUp(freshApp)
  await page.goto(`${freshApp.url}/`)
  await expect(page).toHaveURL(`${freshApp.url}/login`)
})
