import type { Page } from '@playwright/test'
import { controlled, test } from './deployed.ts'
import { expect } from './fixtures.ts'
import { enter, signUp } from './people.ts'
import { button } from './sign-in-page.ts'

/* The server really goes away: the page itself is still there, because the service worker keeps it. */

test.beforeEach(({ guard }) => guard.allow(/net::ERR_|An unknown error occurred when fetching the script/))
test.afterEach(({ deployed: { proxy } }) => proxy.comeBack())

const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const unreachable = 'The server cannot be reached. Check your connection and try again.'

test('Failed to load profile: said with the reason, and Retry loads it', async ({ page, deployed: { app, proxy } }) => {
  const person = await signUp(app)
  await enter(page, person)
  await controlled(page)
  await expect(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  proxy.goAway()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Failed to load profile' })).toBeVisible()
  await expect(alert(page)).toContainText(unreachable)
  proxy.comeBack()
  await button(page, 'Retry').click()
  await expect(page.getByRole('heading', { name: person.name })).toBeVisible()
})
