import type { Page } from '@playwright/test'
import { listKeys } from '@twofold/contract/keys'
import { shareKey } from '@twofold/contract/sharing/grants'
import { acceptOffer, listOffers } from '@twofold/contract/sharing/hand-over'
import { call } from './api.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { press } from './keyboard.ts'
import { addKey, newAccount, signUp } from './people.ts'
import { openProfile } from './profile-page.ts'
import { enterPin } from './security-page.ts'
import { field, fillSignIn, storedToken } from './sign-in-page.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete Account' })
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Delete Account' })
const confirmation = (page: Page) => field(page, 'Type DELETE to confirm')

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await expect(dialog(page)).toBeVisible()
}

test('a key that others use is offered to one of them first; the deleted account is signed out after two seconds and cannot be used', async ({
  page,
  app,
  person,
}) => {
  const friend = await signUp(app, newAccount('Bo Sample'))
  const id = await addKey(person, { name: 'Code host' })
  const headers = { authorization: `Bearer ${person.token}` }
  await call(app, shareKey, { params: { id }, body: { email: friend.email, permission: 'view' } }, headers)
  await openProfile(page, person, 'danger')
  await expect(page.getByText('1 person loses access to 1 key that you share.')).toBeVisible()
  await press(page.getByRole('button', { name: 'Hand over Code host' }))
  const handOver = page.getByRole('form', { name: 'Hand over Code host' })
  await expect(handOver.getByRole('button', { name: 'Offer key' })).toBeDisabled()
  await handOver.getByLabel('New owner').selectOption(friend.email)
  await expectAccessible(page)
  await handOver.getByRole('button', { name: 'Offer key' }).click()
  await enterPin(page, person.pin)
  await expect(page.getByText(`Code host is offered to ${friend.email}.`)).toBeVisible()
  const theirs = { authorization: `Bearer ${friend.token}` }
  const [offer] = (await call(app, listOffers, {}, theirs)).data
  await call(app, acceptOffer, { params: { id: offer?.id ?? '' } }, theirs)
  await page.reload()
  await expect(page.getByText('You have no keys of your own.')).toBeVisible()
  await expect(page.getByText('Keys that others use')).toBeHidden()

  await openDialog(page)
  await field(page, 'Password').fill(person.password)
  await confirmation(page).fill('DELETE')
  const before = Date.now()
  await confirm(page).click()
  await expect(dialog(page)).toContainText('Your account has been deleted.')
  await page.waitForURL('**/login')
  expect(Date.now() - before).toBeGreaterThanOrEqual(2000)
  expect(await storedToken(page)).toBeNull()
  await fillSignIn(page, person)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Wrong e-mail or password.')).toBeVisible()
  const answer = await fetch(`${person.app.url}/api/auth/user`, { headers: { authorization: `Bearer ${person.token}` } })
  expect(answer.status).toBe(401)

  const { own_keys } = await call(app, listKeys, {}, { authorization: `Bearer ${friend.token}` })
  expect(own_keys.map(({ name }) => name)).toEqual(['Code host'])
})
