import type { Page } from '@playwright/test'
import { generateCodes } from '@twofold/contract/codes'
import { revokeShare, shareKey, transferKey } from '@twofold/contract/sharing'
import { call } from './api.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, newAccount, type Person, signUp } from './people.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const as = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

async function openShare(page: Page, name = 'Code host') {
  await page.getByRole('button', { name: `Share ${name}` }).click()
  await expect(dialog(page, 'Share 2FA Key')).toBeVisible()
  return dialog(page, 'Share 2FA Key')
}

test('a key is shared from its card, and the recipient has it with level, sharer and end', async ({ page, app, person }) => {
  const friend = await signUp(app, newAccount('Fay Friend'))
  await addKey(person, { name: 'Code host' })
  await enter(page, person)
  const share = await openShare(page)
  await expect(share).toContainText('Share access with other users')
  await expect(share).toContainText('Code host')
  await expect(share).toContainText('Time-based')
  await expect(share.getByRole('radio', { name: 'View Only' })).toBeChecked()
  await expect(share.getByText('Read access')).toBeVisible()
  await expect(share.getByText('Full control', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await share.getByLabel('User Email').fill(friend.email)
  await share.getByLabel('Access ends').selectOption('In 7 days')
  const sent = page.waitForRequest((request) => request.url().endsWith('/share'))
  await share.getByRole('button', { name: 'Share Key' }).click()
  const body = (await sent).postDataJSON() as { email: string; permission: string; expires_at: string }
  expect(body).toMatchObject({ email: friend.email, permission: 'view' })
  expect(Math.abs(Date.parse(body.expires_at) - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000)
  await expect(page.getByText(`Key shared with ${friend.email}.`)).toBeVisible()
  await expect(share).toBeHidden()
  await expect(page.getByRole('button', { name: 'Share Code host' })).toBeFocused()
  await expect(page.getByRole('article', { name: 'Code host' })).toContainText('Shared with 1 person')

  await enter(page, friend)
  const card = page.getByRole('article', { name: 'Code host' })
  await expect(card).toContainText('View Only')
  await expect(card).toContainText(/Shared by Cleo Example, until/)
  await expect(card.getByRole('button', { name: /^(Share|Delete|Edit)/ })).toHaveCount(0)
})

test('the owner sees who has a key, changes level and end, and revokes it from the next call on', async ({ page, app, person }) => {
  const friend = await signUp(app, newAccount('Fay Friend'))
  const id = await addKey(person, { name: 'Code host' })
  await call(app, shareKey, { params: { id }, body: { email: friend.email, permission: 'view' } }, as(person))
  await enter(page, person)
  await page.getByRole('button', { name: 'Shared with 1 person' }).click()
  const people = dialog(page, 'People with access')
  const row = people.getByRole('listitem')
  await expect(row).toContainText(friend.email)
  await expect(row).toContainText('Not used yet')
  await expect(row).toContainText('View Only')
  await expectAccessible(page)

  await row.getByRole('button', { name: 'Change access' }).click()
  const change = dialog(page, 'Change access')
  await change.getByRole('radio', { name: 'Admin' }).check()
  await change.getByLabel('Access ends').selectOption('In 30 days')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Access changed.')).toBeVisible()
  await expect(row).toContainText('Admin')
  await expect(row).toContainText('Until')

  expect((await call(app, generateCodes, {}, as(friend))).codes).toHaveLength(1)
  await row.getByRole('button', { name: 'Revoke access' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText(/^Access of .+ ended\.$/)).toBeVisible()
  await expect(people.getByRole('heading', { name: 'Only you have this key' })).toBeVisible()
  expect((await call(app, generateCodes, {}, as(friend))).codes).toEqual([])
})

test('a recipient leaves after a question, and has no code from then on', async ({ page, app, person }) => {
  const friend = await signUp(app)
  const id = await addKey(person, { name: 'Code host' })
  await call(app, shareKey, { params: { id }, body: { email: friend.email, permission: 'view' } }, as(person))
  await enter(page, friend)
  await page.getByRole('button', { name: 'Leave Code host' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Leave Code host?' })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('You have left Code host.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  expect((await call(app, generateCodes, {}, as(friend))).codes).toEqual([])
})

test('the owner reads who was shown codes and offers the key, withdraws the offer, and whoever accepts another one owns it', async ({
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
  await dialog(page, 'People with access').getByRole('button', { name: 'Who used it' }).click()
  const used = dialog(page, 'Who used it')
  await expect(used.getByRole('listitem').filter({ hasText: 'Fay Friend viewed codes' })).toHaveCount(1)
  await expectAccessible(page)
  await used.getByRole('button', { name: 'People with access' }).click()
  await dialog(page, 'People with access').getByRole('button', { name: 'Hand over' }).click()
  const over = dialog(page, 'Hand over Code host')
  await over.getByRole('radio').check()
  await over.getByRole('button', { name: 'Offer key' }).click()
  const said = page.getByText(`Code host is offered to ${friend.email}. It stays yours until they accept.`)
  await expect(said).toBeVisible()
  await expect(said).toBeHidden()
  await page.getByRole('button', { name: 'Shared with 1 person' }).click()
  await expect(dialog(page, 'People with access').getByText(`Offered to ${friend.email}`)).toBeVisible()
  await expectAccessible(page)
  await dialog(page, 'People with access').getByRole('button', { name: 'Withdraw offer' }).click()
  await expect(page.getByText(`Code host is no longer offered to ${friend.email}.`)).toBeVisible()
  await expect(dialog(page, 'People with access').getByText(`Offered to ${friend.email}`)).toBeHidden()

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

test('a page that stays open has the keys that others give and take meanwhile, an empty one too', async ({ page, app, person }) => {
  const friend = await signUp(app)
  const id = await addKey(person, { name: 'Code host' })
  await enter(page, friend)
  const nothing = page.getByRole('heading', { name: 'No 2FA keys' })
  await expect(nothing).toBeVisible()
  // The page asks for codes once in a window, and at once when the network is back.
  const askForCodes = () => page.evaluate(() => window.dispatchEvent(new Event('online')))
  const share = await call(app, shareKey, { params: { id }, body: { email: friend.email, permission: 'view' } }, as(person))
  await askForCodes()
  await expect(page.getByRole('article', { name: 'Code host' }).locator('button.code')).toContainText(/\d{3} \d{3}/)
  await call(app, revokeShare, { params: { id, share_id: share.share_id ?? '' } }, as(person))
  await askForCodes()
  await expect(nothing).toBeVisible()
})
