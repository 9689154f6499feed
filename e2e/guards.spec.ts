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

test('a session that has ended is forgotten, and the next sign-in leads back to where one was', async ({ page, person }) => {
  await enter(page, person, '/profile')
  await expectScreen(page, person.app, '/profile', profileScreen)
  await endSession(person)
  await page.reload()
  await expectScreen(page, person.app, '/login', signInScreen)
  expect(await storedToken(page)).toBeNull()
  await signIn(page, person)
  await expectScreen(page, person.app, '/profile', profileScreen)
})

test('a 401 in the middle of work leads to the sign-in screen, and leaves nothing to see', async ({ page, person }) => {
  // As behind a proxy that lets no stream through: the page would otherwise hear of the end before anybody clicks.
  await page.route('**/api/live', (route) => route.fulfill({ status: 204 }))
  await addKey(person, { name: 'Code host' })
  await enter(page, person)
  await page.waitForLoadState('networkidle')
  // Whatever the page asks for by itself waits from now on: the click is to be the first that meets the end of the session.
  let hasClicked = false
  await page.route(
    (url) => url.pathname.startsWith('/api/') && !url.pathname.endsWith('/deletion'),
    (route) => {
      hasClicked ||= route.request().method() === 'DELETE'
      return hasClicked ? route.fallback() : undefined
    },
  )
  const counted = page.waitForResponse(/\/deletion$/)
  await page.getByRole('button', { name: 'Delete Code host' }).click()
  await counted
  await endSession(person)
  await page.getByRole('button', { name: 'Delete Key' }).click()
  await expectScreen(page, person.app, '/login', signInScreen)
  expect(await storedToken(page)).toBeNull()
  await expect(page.getByText('Code host')).toBeHidden()
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('a 401 to what the page asks for by itself leads to the sign-in screen, and the next sign-in back', async ({ page, person }) => {
  await addKey(person, { name: 'Code host' })
  await page.clock.install()
  await enter(page, person)
  await expect(page.locator('.code-digits')).toHaveText(/\d{3} \d{3}/)
  await endSession(person)
  // The codes of each window are fetched somewhere in the middle of it.
  await page.clock.runFor(61_000)
  await expectScreen(page, person.app, '/login', signInScreen)
  expect(await storedToken(page)).toBeNull()
  await signIn(page, person)
  await expectScreen(page, person.app, '/dashboard', codesScreen)
})

test('a session that ends sends every tab to the sign-in screen, and a sign-in in one of them brings the others back', async ({
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

test('who comes by an address of the vault is led there by the sign-in; a remembered place outside of it is not', async ({
  page,
  person,
}) => {
  await page.goto(`${person.app.url}/groups`)
  await expectScreen(page, person.app, '/login', signInScreen)
  await expect(page.getByText('You were signed out', { exact: true })).toBeHidden()
  await signIn(page, person)
  await expectScreen(page, person.app, '/groups', 'Groups')
  for (const path of ['//evil.example/groups', '/nowhere', '/reset-password#token=x']) {
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expectScreen(page, person.app, '/login', signInScreen)
    await page.evaluate((path) => sessionStorage.setItem('return_to', JSON.stringify({ path })), path)
    await signIn(page, person)
    await expectScreen(page, person.app, '/dashboard', codesScreen)
  }
})

test('signing out in one tab shows the sign-in screen in the other', async ({ page, context, person }) => {
  await enter(page, person)
  const other = await context.newPage()
  await other.goto(`${person.app.url}/profile`)
  await expectScreen(other, person.app, '/profile', profileScreen)
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expectScreen(other, person.app, '/login', signInScreen)
  await expectScreen(page, person.app, '/login', signInScreen)
  await expect(page.getByText('You signed out in another tab.')).toBeVisible()
  await expect(other.getByText('You were signed out', { exact: true })).toBeHidden()
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
