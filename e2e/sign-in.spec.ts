import { expect, test } from './fixtures.ts'
import { newAccount } from './people.ts'
import { button, expectComplaint, field, fillSignIn, holdTime, openSignIn, storedToken } from './sign-in-page.ts'

for (const path of ['/login', '/login2'] as const) {
  test.describe(`sign-in at ${path}`, () => {
    test('an empty form is not sent: every field says what it needs, and the first one gets the focus', async ({ page, app }) => {
      await openSignIn(page, app, path)
      await expect(button(page, 'Sign in')).toBeDisabled()
      await field(page, 'Password').press('Enter')
      await expectComplaint(page, 'Email', 'Email is required')
      await expectComplaint(page, 'Password', 'Password is required')
      await expect(page.getByRole('alert').getByText('Please fix the errors above')).toBeVisible()
      await expect(field(page, 'Email')).toBeFocused()
    })

    test('a field is checked when it is left, and anew while it is corrected', async ({ page, app }) => {
      await openSignIn(page, app, path)
      await field(page, 'Email').fill('ann@example')
      await expectComplaint(page, 'Email', '')
      await field(page, 'Email').blur()
      await expectComplaint(page, 'Email', 'Please enter a valid email address')
      await field(page, 'Password').fill('1234567')
      await field(page, 'Password').blur()
      await expectComplaint(page, 'Password', 'Password must be at least 8 characters')
      await expect(button(page, 'Sign in')).toBeDisabled()
      await field(page, 'Email').fill('ann@example.org')
      await field(page, 'Password').fill('12345678')
      await expectComplaint(page, 'Email', '')
      await expectComplaint(page, 'Password', '')
      await expect(button(page, 'Sign in')).toBeEnabled()
    })

    test('a right password says so, and a second later the dashboard is there', async ({ page, app, person }) => {
      await openSignIn(page, app, path)
      await fillSignIn(page, person)
      await holdTime(page)
      await button(page, 'Sign in').click()
      await expect(page.getByRole('status').getByText('Signed in. Opening your vault...')).toBeVisible()
      expect(await storedToken(page)).not.toBeNull()
      await page.clock.runFor(990)
      await expect(page).toHaveURL(`${app.url}${path}`)
      await page.clock.runFor(10)
      await expect(page).toHaveURL(`${app.url}/dashboard`)
    })

    test('a wrong password and an unknown address get the same answer, and no token', async ({ page, app, person }) => {
      await openSignIn(page, app, path)
      for (const wrong of [{ ...person, password: 'Not-the-password' }, newAccount()]) {
        await fillSignIn(page, wrong)
        await button(page, 'Sign in').click()
        await expect(page.getByRole('alert').getByText('The e-mail or password is not right. Check both and try again.')).toBeVisible()
        expect(await storedToken(page)).toBeNull()
        await expect(page).toHaveURL(`${app.url}${path}`)
      }
    })
  })
}

test('an administrator lands in the back office', async ({ page, admin }) => {
  await openSignIn(page, admin.app)
  await fillSignIn(page, admin)
  await button(page, 'Sign in').click()
  await expect(page).toHaveURL(`${admin.app.url}/admin/dashboard`)
})

test('changing the mode clears every field, message and error', async ({ page, app }) => {
  await openSignIn(page, app)
  await fillSignIn(page, { email: 'ann@example', password: 'short' })
  await field(page, 'Password').press('Enter')
  await expect(page.getByText('Please fix the errors above')).toBeVisible()

  await button(page, 'Create an account').click()
  await expect(page.getByText('Please fix the errors above')).toBeHidden()
  for (const label of ['Name', 'Email', 'Password', 'Confirm password', 'PIN']) {
    await expect(field(page, label)).toHaveValue('')
    await expect(field(page, label)).not.toHaveAttribute('aria-invalid', 'true')
  }
  await field(page, 'Name').press('Enter')
  await expectComplaint(page, 'Name', 'Name is required')

  await button(page, 'Sign in').click()
  await expect(page.getByText('Please fix the errors above')).toBeHidden()
  for (const label of ['Email', 'Password']) {
    await expect(field(page, label)).toHaveValue('')
    await expectComplaint(page, label, '')
  }
})

test('an answer that never comes is said in words', async ({ page, app, guard }) => {
  guard.allow(/ERR_CONNECTION_FAILED/)
  await openSignIn(page, app)
  await fillSignIn(page, newAccount())
  await page.route('**/api/auth/login', (route) => route.abort('connectionfailed'))
  await button(page, 'Sign in').click()
  await expect(page.getByRole('alert').getByText('An error occurred. Please try again.')).toBeVisible()
})
