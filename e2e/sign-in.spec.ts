import { expect, test } from './fixtures.ts'
import { newAccount } from './people.ts'
import { button, fillSignIn, holdTime, openSignIn, storedToken } from './sign-in-page.ts'

test('a wrong password and an unknown address get the same answer and no token; the right one opens the dashboard a second later', async ({
  page,
  app,
  person,
}) => {
  await openSignIn(page, app)
  for (const wrong of [{ ...person, password: 'Not-the-password' }, newAccount()]) {
    await fillSignIn(page, wrong)
    await button(page, 'Sign in').click()
    await expect(page.getByRole('alert').getByText('Wrong e-mail or password.')).toBeVisible()
    expect(await storedToken(page)).toBeNull()
    await expect(page).toHaveURL(`${app.url}/login`)
  }

  await fillSignIn(page, person)
  await holdTime(page)
  await button(page, 'Sign in').click()
  await expect(page.getByRole('status').getByText('Signed in. Opening your vault...')).toBeVisible()
  expect(await storedToken(page)).not.toBeNull()
  await page.clock.runFor(990)
  await expect(page).toHaveURL(`${app.url}/login`)
  await page.clock.runFor(10)
  await expect(page).toHaveURL(`${app.url}/dashboard`)
})
