import { i18n } from '@lingui/core'
import { passSecondFactor } from '@twofold/contract/factors'
import { beginIdentitySignIn } from '@twofold/contract/identities'
import { requestPasswordReset, signIn as signInCall } from '@twofold/contract/sessions'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readAuthToken } from '../lib/auth-token.ts'
import { expectAccessible } from '../testing/axe.ts'
import { signInAsAdministrator } from '../testing/back-office.ts'
import { holdTime, passTime, waitOutOfTime } from '../testing/clock.ts'
import { button, expectComplaint, field, leave, pressIn } from '../testing/fields.ts'
import { pressEscape } from '../testing/keyboard.ts'
import { expectAddress, open, signIn } from '../testing/open.tsx'
import { refusal, serve, unreachable } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'

const password = 'Violet-Harbour-27'

async function openSignIn(path = '/login') {
  await open(path)
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

async function fillSignIn(email: string, password: string) {
  await field('Email').fill(email)
  await field('Password').fill(password)
}

/** The server knows this person by their password, and has their vault. */
function serveSignIn(): { email: string; calls: readonly { body: unknown }[] } {
  const { email } = signInWithKeys()
  localStorage.clear()
  const calls = serve(signInCall, ({ body }) =>
    body.password === password
      ? { access_token: 'a-token', email_verification_required: false, redirect_to: '/dashboard' }
      : refusal('auth.invalid_credentials'),
  )
  return { email, calls }
}

test('an installation with a name of its own has it in the title, without room for it elsewhere', async () => {
  await open('/login', { installation: { name: 'Example Studio' } })
  await expect.element(page.getByRole('heading', { name: 'Sign in to Example Studio' })).toBeVisible()
  expect(document.querySelector('.gate-head')?.childElementCount).toBe(1)
  await button('Create an account').click()
  await expect.element(page.getByRole('heading', { name: 'Create an account at Example Studio' })).toBeVisible()
})

describe.for(['/login', '/login2'])('sign-in at %s', (path) => {
  test('an empty form is not sent: every field says what it needs, and the first one gets the focus', async () => {
    await openSignIn(path)
    await expect.element(button('Sign in')).toHaveAttribute('aria-disabled', 'true')
    await pressIn(field('Password'), '{Enter}')
    await expectComplaint('Email', 'Email is required')
    await expectComplaint('Password', 'Password is required')
    await expect.element(page.getByRole('alert').getByText('Please fix the errors above')).toBeVisible()
    await expect.element(field('Email')).toHaveFocus()
  })

  test('a field is checked when it is left, and again while it is corrected', async () => {
    await openSignIn(path)
    await field('Email').fill('ann@example')
    await expectComplaint('Email', '')
    await leave(field('Email'))
    await expectComplaint('Email', 'Please enter a valid email address')
    await field('Password').fill('1234567')
    await leave(field('Password'))
    await expectComplaint('Password', 'Password must be at least 8 characters')
    await expect.element(button('Sign in')).toHaveAttribute('aria-disabled', 'true')
    await fillSignIn('ann@example.org', '12345678')
    await expectComplaint('Email', '')
    await expectComplaint('Password', '')
    await expect.element(button('Sign in')).not.toHaveAttribute('aria-disabled')
  })

  test('it opens with the focus in the first field, which is left without a complaint while nobody touched it', async () => {
    await openSignIn(path)
    await expect.element(field('Email')).toHaveFocus()
    await button('Forgot password?').click()
    const dialog = page.getByRole('dialog', { name: 'Reset Password' })
    await expect.element(dialog).toBeVisible()
    await pressEscape()
    await expect.element(dialog).not.toBeInTheDocument()
    await expectComplaint('Email', '')
    await leave(field('Email'))
    await expectComplaint('Email', 'Email is required')
  })

  test('a correct password says so, and a second later the dashboard is there', async () => {
    const { email } = serveSignIn()
    await openSignIn(path)
    await fillSignIn(email, password)
    const send = await button('Sign in').findElement()
    holdTime()
    send.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    await waitOutOfTime(() => page.getByRole('status').getByText('Signed in. Opening your vault...').query() !== null)
    expect(readAuthToken()).toBe('a-token')
    await passTime(990)
    expect(window.location.pathname).toBe(path)
    await passTime(500)
    await expectAddress('/dashboard')
  })

  test('a wrong password says so, and stores no token', async () => {
    const { email } = serveSignIn()
    await openSignIn(path)
    await fillSignIn(email, 'Not-the-password')
    await button('Sign in').click()
    await expect.element(page.getByRole('alert').getByText('Wrong e-mail or password.')).toBeVisible()
    expect(readAuthToken()).toBeNull()
    await expectAddress(path)
  })
})

test('Tab leads from the address to the password, and from there to the way to a new one, which stands beside the label', async () => {
  await openSignIn()
  await expect.element(field('Email')).toHaveFocus()
  await userEvent.tab()
  await expect.element(field('Password')).toHaveFocus()
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(button('Forgot password?')).toHaveFocus()
  const middle = (element: Element) => element.getBoundingClientRect().top + element.getBoundingClientRect().height / 2
  const label = await page.getByText('Password', { exact: true }).findElement()
  expect(Math.abs(middle(await button('Forgot password?').findElement()) - middle(label))).toBeLessThan(4)
})

test('changing the mode clears every field, message and error', async () => {
  await openSignIn()
  await fillSignIn('ann@example', 'short')
  await pressIn(field('Password'), '{Enter}')
  await expect.element(page.getByText('Please fix the errors above')).toBeVisible()

  await button('Create an account').click()
  await expect.element(page.getByText('Please fix the errors above')).not.toBeInTheDocument()
  for (const label of ['Name', 'Email', 'Password', 'Confirm password', 'PIN']) {
    await expect.element(field(label)).toHaveValue('')
    await expect.element(field(label)).not.toHaveAttribute('aria-invalid', 'true')
  }
  await pressIn(field('Name'), '{Enter}')
  await expectComplaint('Name', 'Name is required')

  await button('Sign in').click()
  await expect.element(page.getByText('Please fix the errors above')).not.toBeInTheDocument()
  for (const label of ['Email', 'Password']) {
    await expect.element(field(label)).toHaveValue('')
    await expectComplaint(label, '')
  }
})

test('a server that cannot be reached is said in words', async () => {
  serve(signInCall, unreachable)
  await openSignIn()
  await fillSignIn('ann@example.org', password)
  await button('Sign in').click()
  await expect.element(page.getByRole('alert').getByText('An error occurred. Please try again.')).toBeVisible()
})

test.for(['Google', 'Facebook'])('%s is announced for three seconds', async (provider) => {
  await openSignIn('/login2')
  const passed = holdTime()
  // A toast waits for as long as the pointer is on it.
  await pressIn(button(provider), '{Enter}')
  const notice = page.getByText(`${provider} login will be implemented soon!`)
  await expect.element(notice).toBeVisible()
  await passTime(2900 - passed())
  expect(notice.query()).not.toBeNull()
  await passTime(500)
  expect(notice.query()).toBeNull()
})

test('Remember me is sent as it is ticked, at both addresses', async () => {
  const { email, calls } = serveSignIn()
  for (const [path, remember] of [
    ['/login2', true],
    ['/login2', false],
    ['/login', true],
    ['/login', false],
  ] as const) {
    await openSignIn(path)
    await fillSignIn(email, password)
    if (remember) await page.getByRole('checkbox', { name: /^Remember me/ }).click({ force: true })
    await button('Sign in').click()
    await expectAddress('/dashboard')
    await expect.poll(() => calls.at(-1)).toEqual({ body: { email, password, remember } })
    localStorage.clear()
  }
})

test('/login offers providers only when they are configured', async () => {
  await openSignIn()
  await expect.element(button('Google')).not.toBeInTheDocument()
  await open('/login', { installation: { providers: [{ id: 'google', name: 'Google' }] } })
  await expect.element(button('Google')).toBeVisible()
  await expect.element(button('Facebook')).not.toBeInTheDocument()
})

test('an issuer that cannot be reached is reported on the sign-in screen, where another way can be taken', async () => {
  serve(beginIdentitySignIn, refusal('identities.unavailable', { provider: 'Single sign-on' }))
  await open('/login2', { installation: { providers: [{ id: 'oidc', name: 'Single sign-on' }] } })
  await button('Single sign-on').click()
  await expect.element(page.getByText('Single sign-on cannot be reached right now. Please try again in a moment')).toBeVisible()
  await button('Google').click()
  await expect.element(page.getByText('Google login will be implemented soon!')).toBeVisible()
})

test('the page says who to ask if nobody can make an account', async () => {
  await open('/login', { installation: { sign_up: 'closed' } })
  await expect.element(page.getByText('No account? Ask an administrator for an invitation.')).toBeVisible()
  await expect.element(button('Create an account')).not.toBeInTheDocument()
})

test('the second step takes the place of the first on the same page, and one that has ended gives it back', async () => {
  const { email } = signIn({ second_factor_required: true, methods: ['totp'] })
  localStorage.clear()
  serve(signInCall, { access_token: 'a-token', second_factor_required: true })
  await openSignIn()
  await fillSignIn(email, password)
  await button('Sign in').click()
  await expect.element(page.getByRole('heading', { name: 'Confirm your sign-in' })).toBeVisible()
  expect(window.location.pathname).toBe('/login')
  await expectAccessible()
  serve(passSecondFactor, refusal('auth.second_factor_ended'))
  await field('Code from your authenticator app').fill('000000')
  await button('Continue').click()
  await pressIn(page.getByRole('link', { name: 'Sign in again' }), '{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect.element(field('Password')).toHaveValue('')
})

test('a forgotten password: asks for the e-mail, says what the server says, and gives the focus back', async () => {
  await openSignIn()
  await field('Email').fill('ann@example.org')
  await button('Forgot password?').click()
  const dialog = page.getByRole('dialog', { name: 'Reset Password' })
  const address = dialog.getByLabelText('Email', { exact: true })
  const send = dialog.getByRole('button', { name: 'Send Reset Link' })
  await expect.element(address).toHaveValue('ann@example.org')
  await expect.element(address).toHaveFocus()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(field('Email')).toHaveFocus()

  await pressIn(button('Forgot password?'), '{Enter}')
  await expect.element(address).toHaveFocus()
  await pressEscape()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Forgot password?')).toHaveFocus()

  await userEvent.keyboard('{Enter}')
  await address.fill('ann')
  await send.click()
  await expect.element(address).toHaveAccessibleDescription('Please enter a valid email address')

  serve(requestPasswordReset, refusal('mail.unavailable'))
  await address.fill('ann@example.org')
  await send.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/This installation cannot send e-mail yet/)

  serve(requestPasswordReset, unreachable)
  await send.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Failed to send reset link')

  const calls = serve(requestPasswordReset, { message: 'Sent.' })
  await send.click()
  await expect.element(page.getByText('Password reset link sent to your email')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(calls).toEqual([{ body: { email: 'ann@example.org' } }])
})

test('an administrator lands in the back office', async () => {
  const { email } = serveSignIn()
  serve(signInCall, { access_token: 'a-token', redirect_to: '/admin' })
  await openSignIn()
  signInAsAdministrator()
  localStorage.clear()
  await fillSignIn(email, password)
  await button('Sign in').click()
  await expectAddress('/admin/dashboard')
})

test('another language keeps what is typed, and drops complaints in the one from before', async () => {
  serveSignIn()
  await openSignIn()
  await fillSignIn('ann@example.org', 'Not-the-password')
  await button('Sign in').click()
  const complaint = page.getByRole('alert').filter({ hasText: /\S/ })
  await expect.element(complaint).toBeVisible()
  i18n.loadAndActivate({ locale: 'de', messages: {} })
  await expect.element(complaint).not.toBeInTheDocument()
  await expect.element(field('Email')).toHaveValue('ann@example.org')
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})
