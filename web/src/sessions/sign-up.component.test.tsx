import { breachRange } from '@twofold/contract/links'
import { requestVerification, signIn as signInCall, signUp } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readAuthToken } from '../lib/auth-token.ts'
import { holdTime, passTime, waitOutOfTime, releaseTime } from '../testing/clock.ts'
import { button, expectComplaint, field, leave, pressIn } from '../testing/fields.ts'
import { expectAddress, open } from '../testing/open.tsx'
import { refusal, serve } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'

const account = { name: 'Cleo Example', email: 'cleo@example.org', password: 'Violet-Harbour-27', pin: '2580' }

async function openSignUp() {
  await open('/login')
  await button('Create an account').click()
  await expect.element(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
}

async function fillSignUp() {
  await field('Name').fill(account.name)
  await field('Email').fill(account.email)
  await field('Password').fill(account.password)
  await field('Confirm password').fill(account.password)
  await field('PIN').fill(account.pin)
}

test('an empty form is not sent: every field says what it needs, and the first one gets the focus', async () => {
  await openSignUp()
  await expect.element(button('Create account')).toHaveAttribute('aria-disabled', 'true')
  await pressIn(field('PIN'), '{Enter}')
  await expect.element(field('Name')).toHaveFocus()
  await expectComplaint('Name', 'Name is required')
  await expectComplaint('Email', 'Email is required')
  await expectComplaint('Password', 'Password is required')
  await expectComplaint('Confirm password', 'Please confirm your password')
  await expectComplaint('PIN', 'PIN is required')
  await expect.element(page.getByRole('alert').getByText('Please fix the errors above')).toBeVisible()
})

test('it opens with the focus in the first field, and going on from there without a word is complained about', async () => {
  await openSignUp()
  await expect.element(field('Name')).toHaveFocus()
  await userEvent.tab({ shift: true })
  await expectComplaint('Name', '')
  await leave(field('Name'))
  await expectComplaint('Name', 'Name is required')
})

test.for([
  ['Name', ' A ', 'Name must be at least 2 characters'],
  ['Email', 'ann', 'Please enter a valid email address'],
  ['Password', '1234567', 'Password must be at least 8 characters'],
  ['PIN', '123', 'PIN must be exactly 4 digits'],
] as const)('%s "%s" is refused when the field is left: %s', async ([label, text, message]) => {
  await openSignUp()
  await field(label).fill(text)
  await leave(field(label))
  await expectComplaint(label, message)
})

test('the confirmation has to equal the password, whichever of the two is changed last', async () => {
  await openSignUp()
  await field('Password').fill('Violet-Harbour-27')
  await field('Confirm password').fill('Violet-Harbour-28')
  await leave(field('Confirm password'))
  await expectComplaint('Confirm password', 'Passwords do not match')
  await field('Password').fill('Violet-Harbour-28')
  await expectComplaint('Confirm password', '')
  await field('Password').fill('Violet-Harbour-29')
  await expectComplaint('Confirm password', 'Passwords do not match')
})

test('a PIN is what digits there are among what is typed or pasted, at most four', async () => {
  await openSignUp()
  await userEvent.type(field('PIN'), '1a2-3 45')
  await expect.element(field('PIN')).toHaveValue('1234')
  await field('PIN').fill('PIN: 9 8 7 6 5')
  await expect.element(field('PIN')).toHaveValue('9876')
})

test('the meter says how strong a password is, and what it still lacks', async () => {
  await openSignUp()
  const label = page.getByText(/^Password strength: /)
  await expect.element(label).not.toBeInTheDocument()
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
  ] as const) {
    await field('Password').fill(password)
    await expect.element(page.getByText(`Password strength: ${strength}`, { exact: true })).toBeVisible()
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
    await expect.element(page.getByRole('listitem').filter({ hasText: advice }).getByRole('img')).toHaveAccessibleName(state)
  }
})

test('a typed password can be shown and hidden, by a button that says of which field', async () => {
  await openSignUp()
  await expect.element(button('Show password').nth(1)).toHaveAccessibleDescription('Confirm password')
  await field('Password').fill(account.password)
  await expect.element(field('Password')).toHaveAttribute('type', 'password')
  await button('Show password').first().click()
  await expect.element(field('Password')).toHaveAttribute('type', 'text')
  await button('Hide password').click()
  await expect.element(field('Password')).toHaveAttribute('type', 'password')
})

test('a new account is signed in, says so, and a second later the dashboard is there', async () => {
  signInWithKeys()
  localStorage.clear()
  const calls = serve(signUp, { access_token: 'a-token', email_verification_required: false })
  await openSignUp()
  await fillSignUp()
  const send = await button('Create account').findElement()
  holdTime()
  send.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  await waitOutOfTime(() => page.getByRole('status').getByText('Account created. Opening your vault...').query() !== null)
  await passTime(990)
  expect(window.location.pathname).toBe('/login')
  await passTime(500)
  await expectAddress('/dashboard')
  expect(calls).toEqual([{ body: { ...account, password_confirmation: account.password } }])
})

test('an address that is taken is said at its field', async () => {
  serve(signUp, refusal('auth.email_taken', {}, { errors: { email: ['This e-mail is already in use.'] } }))
  await openSignUp()
  await fillSignUp()
  await button('Create account').click()
  await expectComplaint('Email', 'This e-mail is already in use.')
  await expect.element(page.getByRole('alert').getByText('Please fix the errors above')).toBeVisible()
  await expect.element(field('Email')).toHaveFocus()
  expect(readAuthToken()).toBeNull()
})

test('while sign-up is closed, nobody is offered an account', async () => {
  await open('/login', { installation: { sign_up: 'closed' } })
  await expect.element(button('Sign in')).toBeVisible()
  await expect.element(button('Create an account')).not.toBeInTheDocument()
  await expect.element(page.getByText('New here?')).not.toBeInTheDocument()
})

test('while an address has to be verified first, a new account learns so, and is neither stored nor sent on', async () => {
  const notice = page.getByRole('status').filter({ hasText: 'Email verification required' })
  serve(signUp, { email_verification_required: true })
  await openSignUp()
  await fillSignUp()
  holdTime()
  await button('Create account').click()
  await expect.element(notice).toMatchTextContent(account.email)
  await passTime(2000)
  await expectAddress('/login')
  expect(readAuthToken()).toBeNull()
  releaseTime()

  serve(signInCall, { email_verification_required: true })
  await open('/login')
  await field('Email').fill(account.email)
  await field('Password').fill(account.password)
  await button('Sign in').click()
  await expect.element(notice).toMatchTextContent(account.email)
  expect(readAuthToken()).toBeNull()

  serve(requestVerification, refusal('mail.unavailable'))
  await button('Resend verification e-mail').click()
  await expect.element(page.getByRole('alert').getByText('This installation cannot send e-mail yet.')).toBeVisible()
  const calls = serve(requestVerification, { message: 'Sent.' })
  await button('Resend verification e-mail').click()
  await expect.element(page.getByRole('status').getByText('Verification email sent! Please check your inbox.')).toBeVisible()
  expect(calls).toEqual([{ body: { email: account.email } }])
  await button('Back').click()
  await expect.element(field('Email')).toBeVisible()
})

test('a new password is looked up among breaches a second after typing stops, by the first five characters of its hash', async () => {
  const [breached, breachedOnce, clear, unanswered] = ['Violet-Harbour-27', 'Violet-Harbour-28', 'Violet-Harbour-29', 'Violet-Harbour-30']
  const suffixes = [
    { suffix: await suffixOf(breached), count: 3861 },
    { suffix: await suffixOf(breachedOnce), count: 1 },
  ]
  await openSignUp()
  const password = field('Password')
  const strength = page.getByText(/^Password strength: /)
  // The list of common passwords comes when the first one is typed.
  await password.fill('Violet-Harbour-2')
  await expect.element(strength).toHaveTextContent('Password strength: Very Strong')
  const passed = holdTime()
  const askedAt: number[] = []
  const calls = serve(breachRange, () => {
    askedAt.push(passed())
    return { known: true, suffixes }
  })
  const typedAt = passed()
  await password.fill(breached)
  await expect.element(strength).toHaveTextContent('Password strength: Very Strong')
  await passTime(1000)
  await expect.element(page.getByText('This password was found in 3,861 data breaches')).toBeVisible()
  await expect.element(strength).toHaveTextContent('Password strength: Fair')
  expect(calls).toEqual([{ params: { prefix: expect.stringMatching(/^[0-9A-F]{5}$/) as string } }])
  expect(askedAt[0]).toBeGreaterThanOrEqual(typedAt + 1000)

  await password.fill(breachedOnce)
  await expect.element(page.getByText(/This password was found/)).not.toBeInTheDocument()
  await expect.element(strength).toHaveTextContent('Password strength: Very Strong')
  await passTime(1000)
  await expect.element(page.getByText('This password was found in 1 data breach', { exact: true })).toBeVisible()

  await password.fill(clear)
  await passTime(1000)
  await expect.element(page.getByText('No known data breaches found')).toBeVisible()
  await expect.element(strength).toHaveTextContent('Password strength: Very Strong')

  serve(breachRange, refusal('server.unavailable'))
  await password.fill(unanswered)
  await passTime(1000)
  await expect.element(page.getByText('Data breaches could not be checked right now')).toBeVisible()
  await expect.element(strength).toHaveTextContent('Password strength: Very Strong')

  // The server's answer if the breach service is unreachable, or switched off.
  serve(breachRange, { known: false })
  await password.fill(`${unanswered}-2`)
  await passTime(1000)
  await expect.element(page.getByText('Data breaches could not be checked right now')).toBeVisible()
  const unknown = serve(breachRange, refusal('server.unavailable'))

  // Five characters are too few to ask about, six are enough.
  const before = unknown.length
  await password.fill('V-h29')
  await passTime(5000)
  expect(unknown).toHaveLength(before)
  await password.fill('V-h290')
  await passTime(1000)
  await expect.poll(() => unknown.length).toBe(before + 1)
})

/** The rest of its hash after the five characters that are sent. */
async function suffixOf(password: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
    .slice(5)
}
