import type { Page } from '@playwright/test'
import type { Application } from './application.ts'
import { inDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { addKey, endSession, enter, type Person, signUp } from './people.ts'

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'))

/** At the address, and its screen is there. */
async function expectScreen(page: Page, app: Application, path: string, heading: string) {
  await expect(page).toHaveURL(`${app.url}${path}`)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

async function signIn(page: Page, { email, password }: Person) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const [signInScreen, codesScreen, profileScreen] = ['Sign in', 'Your codes', 'Profile & Settings']

test('a session that has ended is forgotten in every tab, and a sign-in in one leads each back to where it was', async ({
  page,
  context,
  person,
}) => {
  await enter(page, person)
  await expectScreen(page, person.app, '/dashboard', codesScreen)
  const other = await context.newPage()
  await other.goto(`${person.app.url}/profile`)
  await expectScreen(other, person.app, '/profile', profileScreen)
  await endSession(person)
  await other.reload()
  await expectScreen(other, person.app, '/login', signInScreen)
  await expectScreen(page, person.app, '/login', signInScreen)
  expect(await storedToken(page)).toBeNull()
  await signIn(other, person)
  await expectScreen(other, person.app, '/profile', profileScreen)
  await expectScreen(page, person.app, '/dashboard', codesScreen)
})

test('after a session ended elsewhere every tab says why, and a sign-in in one leads each back to where it was', async ({
  page,
  context,
  person,
}) => {
  await enter(page, person, '/profile?tab=security')
  await expectScreen(page, person.app, '/profile?tab=security', profileScreen)
  const other = await context.newPage()
  await other.goto(`${person.app.url}/groups`)
  await expectScreen(other, person.app, '/groups', 'Groups')
  await inDatabase(person.app, 'update users set password_changed_at = now() where email = $1', [person.email])
  await other.reload()
  for (const tab of [page, other]) {
    await expectScreen(tab, person.app, '/login', signInScreen)
    await expect(tab.getByText('Your password was changed, which ends every session. Sign in with the new password.')).toBeVisible()
  }
  await page.reload()
  await expect(page.getByText('You were signed out', { exact: true })).toBeVisible()
  await signIn(other, person)
  await expectScreen(other, person.app, '/groups', 'Groups')
  await expectScreen(page, person.app, '/profile?tab=security', profileScreen)
})

test('signing out ends the session on the server, and shows the sign-in screen in the other tab', async ({ page, context, person }) => {
  await enter(page, person)
  const other = await context.newPage()
  await other.goto(`${person.app.url}/profile`)
  await expectScreen(other, person.app, '/profile', profileScreen)
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expectScreen(other, person.app, '/login', signInScreen)
  await expectScreen(page, person.app, '/login', signInScreen)
  await expect(page.getByText('You signed out in another tab.')).toBeVisible()
  await expect(other.getByText('You were signed out', { exact: true })).toBeHidden()
  const answer = await fetch(`${person.app.url}/api/auth/user`, { headers: { authorization: `Bearer ${person.token}` } })
  expect(answer.status).toBe(401)
})

test('when somebody else signs in, nothing of the person before is shown', async ({ page, app, person }) => {
  await addKey(person, { name: 'Code host' })
  await enter(page, person)
  await expect(page.getByRole('heading', { name: 'Code host' })).toBeVisible()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expectScreen(page, app, '/login', signInScreen)
  await page.goBack()
  await expectScreen(page, app, '/login', signInScreen)

  let seen = false
  await page.exposeFunction('seenBefore', () => (seen = true))
  await page.evaluate(() =>
    new MutationObserver(() => {
      if (document.body.innerText.includes('Code host')) (Reflect.get(window, 'seenBefore') as () => void)()
    }).observe(document.body, { childList: true, subtree: true }),
  )
  await signIn(page, await signUp(app))
  await expect(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  expect(seen).toBe(false)
})
