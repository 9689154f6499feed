import type { Page } from '@playwright/test'
import { signIn } from '@twofold/contract/sessions'
import { call } from './api.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { enter, fromNewAddress, type Person } from './people.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')

async function signInElsewhere({ app, email, password }: Person, device: string) {
  const { access_token = '' } = await call(
    app,
    signIn,
    { body: { email, password, remember: false } },
    { ...fromNewAddress(), 'user-agent': device },
  )
  return { app, token: access_token }
}

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

test('each session says which device, from where and when; one is ended, or all but this one, and those are out at once', async ({
  page,
  browser,
  person,
  guard,
}) => {
  guard.allow(/status of 401/)
  await enter(page, person, '/profile?tab=security')
  await expect(page.getByText('No other sessions')).toBeVisible()
  const elsewhere = await signInElsewhere(person, phone)
  await signInElsewhere(person, 'curl/8.5.0')
  await page.reload()
  await expect(list(page)).toHaveCount(3)
  await expect(list(page).first()).toContainText('This device')
  const ofPhone = list(page).filter({ hasText: 'iPhone' })
  await expect(ofPhone).toContainText(/10\.\d+\.\d+\.\d+/)
  await expect(ofPhone).toContainText(/Signed in now, last used now/)
  await expectAccessible(page)

  const there = await (await browser.newContext()).newPage()
  await enter(there, elsewhere)
  await expect(there.getByRole('heading', { name: 'Your codes' })).toBeVisible()
  await ofPhone.getByRole('button', { name: /End the session of/ }).click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click()
  await expect(page.getByText('The session has ended.')).toBeVisible()
  await expect(list(page)).toHaveCount(2)
  await there.reload()
  await there.waitForURL('**/login')

  await page.getByRole('button', { name: 'End all others' }).click()
  await expect(page.getByText('1 other device is signed out at once.')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all others' }).click()
  await expect(list(page)).toHaveCount(1)
  await expect(page.getByText('No other sessions')).toBeVisible()
})
