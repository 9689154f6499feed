import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { enter } from './people.ts'

const accountMenu = (page: Page) => page.getByRole('button', { name: /^Account menu/ })

test('Sign Out ends the session on the server', async ({ page, person }) => {
  await enter(page, person)
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${person.app.url}/login`)
  const answer = await fetch(`${person.app.url}/api/auth/user`, { headers: { authorization: `Bearer ${person.token}` } })
  expect(answer.status).toBe(401)
})
