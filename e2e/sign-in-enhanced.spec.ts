import { expect, test } from './fixtures.ts'
import { press } from './keyboard.ts'
import { button, field, fillSignIn, holdTime, openSignIn } from './sign-in-page.ts'

for (const provider of ['Google', 'Facebook']) {
  test(`${provider} is announced for three seconds`, async ({ page, app }) => {
    await openSignIn(page, app, '/login2')
    await holdTime(page)
    // A toast waits for as long as the pointer is on it.
    await button(page, provider).focus()
    await page.keyboard.press('Enter')
    const notice = page.getByText(`${provider} login will be implemented soon!`)
    await expect(notice).toBeVisible()
    await page.clock.runFor(2900)
    await expect(notice).toBeVisible()
    await page.clock.runFor(100)
    await expect(notice).toBeHidden()
  })
}

test('Remember me is sent as it is ticked, and the basic variant does not ask', async ({ page, app, person }) => {
  async function sent(path: '/login' | '/login2', remember?: boolean) {
    await openSignIn(page, app, path)
    await fillSignIn(page, person)
    if (remember !== undefined) await page.getByRole('checkbox', { name: /^Remember me/ }).setChecked(remember)
    const request = page.waitForRequest('**/api/auth/login')
    await button(page, 'Sign in').click()
    const body: unknown = (await request).postDataJSON()
    await expect(page).toHaveURL(`${app.url}/dashboard`)
    await page.evaluate(() => localStorage.clear())
    return body
  }
  const { email, password } = person
  expect(await sent('/login2', true)).toEqual({ email, password, remember: true })
  expect(await sent('/login2', false)).toEqual({ email, password, remember: false })
  expect(await sent('/login')).toEqual({ email, password })
})

test('a forgotten password: asks for the e-mail, says what the server says, and gives the focus back', async ({ page, app, guard }) => {
  guard.allow(/status of 503|ERR_CONNECTION_FAILED/)
  await openSignIn(page, app, '/login2')
  await field(page, 'Email').fill('ann@example.org')
  await button(page, 'Forgot password?').click()
  const dialog = page.getByRole('dialog', { name: 'Reset Password' })
  const address = dialog.getByLabel('Email', { exact: true })
  await expect(address).toHaveValue('ann@example.org')
  await expect(address).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(field(page, 'Email')).toBeFocused()

  await press(button(page, 'Forgot password?'))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button(page, 'Forgot password?')).toBeFocused()

  await press(button(page, 'Forgot password?'))
  await address.fill('ann')
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(address).toHaveAccessibleDescription('Please enter a valid email address')

  await address.fill('ann@example.org')
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/This installation cannot send e-mail yet/)

  await page.route('**/api/auth/password/email', (route) => route.abort('connectionfailed'), { times: 1 })
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to send reset link')

  await page.route('**/api/auth/password/email', (route) => {
    expect(route.request().postDataJSON()).toEqual({ email: 'ann@example.org' })
    return route.fulfill({ json: { message: 'Sent.' } })
  })
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Password reset link sent to your email')).toBeVisible()
  await expect(dialog).toBeHidden()
})
