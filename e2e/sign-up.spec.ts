import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { newAccount, setUp } from './people.ts'
import { button, fillSignUp, holdTime, openSignUp } from './sign-in-page.ts'

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
