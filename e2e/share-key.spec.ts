import type { Page } from '@playwright/test'
import { generateCodes } from '@twofold/contract/codes'
import { verifyPin } from '@twofold/contract/pin'
import { shareKey } from '@twofold/contract/sharing/grants'
import { transferKey } from '@twofold/contract/sharing/hand-over'
import { call } from './api.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { pressEscape } from './keyboard.ts'
import { addKey, enter, newAccount, type Person, signUp } from './people.ts'
import { enterPin } from './security-page.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const as = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

const sheetOf = (page: Page, name = 'Code host') => dialog(page, `Access to ${name}`)

test('a key is shared from its card; the recipient has it with level, sharer and end, and no code once they have left', async ({
  page,
  app,
  person,
}) => {
  const friend = await signUp(app, newAccount('Fay Friend'))
  await addKey(person, { name: 'Code host' })
  await enter(page, person)
  await page.getByRole('button', { name: 'Share Code host' }).click()
  const sheet = sheetOf(page)
  await expect(sheet).toContainText('Share 2FA Key')
  await expect(sheet).toContainText('Share access with other users')
  await expect(sheet).toContainText('Time-based')
  await sheet.getByRole('button', { name: 'View Only: access level' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'View Only' })).toBeChecked()
  await expect(page.getByText('Read access')).toBeVisible()
  await expect(page.getByText('Full control')).toBeVisible()
  await expectAccessible(page)
  await pressEscape(page.getByRole('menu'))
  await expect(page.getByRole('menu')).toBeHidden()
  await sheet.getByRole('button', { name: 'No end: when access ends' }).click()
  await page.getByRole('menuitemradio', { name: 'In 7 days' }).click()
  await sheet.getByLabel('User Email').fill(friend.email)
  const sent = page.waitForRequest((request) => request.url().endsWith('/share'))
  await sheet.getByRole('button', { name: 'Share Key' }).click()
  const body = (await sent).postDataJSON() as { email: string; permission: string; expires_at: string }
  expect(body).toMatchObject({ email: friend.email, permission: 'view' })
  expect(Math.abs(Date.parse(body.expires_at) - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000)
  await expect(page.getByText(`Key shared with ${friend.email}.`)).toBeVisible()
  await expect(sheet.getByRole('list', { name: 'People and groups' })).toContainText(friend.email)
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Share Code host' })).toBeFocused()
  await expect(page.getByRole('article', { name: 'Code host' })).toContainText('Shared with 1 person')

  await enter(page, friend)
  const card = page.getByRole('article', { name: 'Code host' })
  await expect(card).toContainText('View Only')
  await expect(card).toContainText(/Shared by Cleo Example, until/)
  await expect(card.getByRole('button', { name: /^(Share|Delete|Edit)/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Leave Code host' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Leave Code host?' })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('You have left Code host.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  expect((await call(app, generateCodes, {}, as(friend))).codes).toEqual([])
})

test('the owner sees who has a key, changes level and end, removes them from the next call on, and takes that back', async ({
  page,
  app,
  person,
}) => {
  const friend = await signUp(app, newAccount('Fay Friend'))
  const id = await addKey(person, { name: 'Code host' })
  await call(app, shareKey, { params: { id }, body: { email: friend.email, permission: 'view' } }, as(person))
  await enter(page, person)
  await page.getByRole('button', { name: 'Shared with 1 person' }).click()
  const row = sheetOf(page).getByRole('list', { name: 'People and groups' }).getByRole('listitem')
  await expect(row).toContainText(friend.email)
  await expect(row).toContainText('Not used yet')
  await expectAccessible(page)

  await row.getByRole('button', { name: /^View Only: access level/ }).click()
  await page.getByRole('menuitemradio', { name: 'Admin' }).click()
  await expect(page.getByText('Access changed.')).toBeVisible()
  await row.getByRole('button', { name: /when the access of/ }).click()
  await page.getByRole('menuitemradio', { name: 'In 30 days' }).click()
  await expect(row).toContainText('Admin')
  await expect(row).not.toContainText('No end')

  const codes = async () => (await call(app, generateCodes, {}, as(friend))).codes.length
  expect(await codes()).toBe(1)
  await row.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Remove access' }).click()
  await expect(row).toContainText('Never saw the secret. Nothing else to do.')
  await expect.poll(codes).toBe(0)
  // The sheet hears it, once the menu that goes has given the focus back.
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(sheetOf(page).locator(':focus:not(input, select, textarea)')).toHaveCount(1)
  await page.keyboard.press('z')
  await expect(page.getByText(/ has access again\.$/)).toBeVisible()
  await expect(row).toContainText('Admin')
  expect(await codes()).toBe(1)
})

test('the owner reads who was shown codes and offers the key, withdraws the offer, and the person who accepts another one owns it', async ({
  page,
  app,
  person,
}) => {
  const friend = await signUp(app, newAccount('Fay Friend'))
  const id = await addKey(person, { name: 'Code host' })
  await call(app, shareKey, { params: { id }, body: { email: friend.email, permission: 'view' } }, as(person))
  await call(app, generateCodes, {}, as(friend))
  await enter(page, person)
  await page.getByRole('button', { name: 'Shared with 1 person' }).click()
  const sheet = sheetOf(page)
  await sheet.getByRole('tab', { name: 'History' }).click()
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Fay Friend viewed codes' })).toHaveCount(1)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Hand over' }).click()
  await sheet.getByLabel('New owner').selectOption({ label: `Fay Friend (${friend.email})` })
  await sheet.getByRole('button', { name: 'Offer key' }).click()
  await enterPin(page, person.pin)
  await expect(page.getByText(`Code host is offered to ${friend.email}. It stays yours until they accept.`)).toBeVisible()
  await expect(sheet.getByText(`Offered to ${friend.email}`)).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Withdraw offer' }).click()
  await expect(page.getByText(`Code host is no longer offered to ${friend.email}.`)).toBeVisible()
  await expect(sheet.getByText(`Offered to ${friend.email}`)).toBeHidden()

  await call(app, verifyPin, { body: { pin: person.pin } }, as(person))
  await call(app, transferKey, { params: { id }, body: { email: friend.email } }, as(person))
  await enter(page, friend)
  const offered = page.getByRole('region', { name: 'Offered to you' })
  await expect(offered.getByText('wants to hand this key over to you')).toBeVisible()
  await expectAccessible(page)
  await offered.getByRole('button', { name: 'Accept Code host' }).click()
  await expect(page.getByText('Code host belongs to you now.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share Code host' })).toBeVisible()
  await expect(offered).toBeHidden()
})
