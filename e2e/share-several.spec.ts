import type { Page } from '@playwright/test'
import { generateCodes } from '@twofold/contract/codes'
import { addGroup, addGroupMember } from '@twofold/contract/sharing/memberships'
import { deleteKey } from '@twofold/contract/keys'
import { shareKey } from '@twofold/contract/sharing/grants'
import { call } from './api.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, newAccount, type Person, signUp } from './people.ts'
import { dialog } from './security-page.ts'

const as = ({ token }: Person) => ({ authorization: `Bearer ${token}` })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })

async function enterWithThree(page: Page, person: Person) {
  const ids = []
  for (const name of ['Code host', 'North Bank', 'Registrar']) ids.push(await addKey(person, { name }))
  await enter(page, person)
  await expect(page.getByRole('article')).toHaveCount(3)
  return ids
}

test('several keys are chosen and shared with a person at once, with a result for each', async ({ page, app, person }) => {
  const friend = await signUp(app)
  const ids = await enterWithThree(page, person)
  await call(app, shareKey, { params: { id: ids[0] ?? '' }, body: { email: friend.email, permission: 'view' } }, as(person))
  await button(page, 'Select').click()
  await expect(button(page, 'Share selected')).toHaveAccessibleDescription('Choose the keys to share.')
  for (const name of ['Code host', 'North Bank', 'Registrar']) await select(page, name).check()
  await expect(page.getByText('3 selected')).toBeVisible()
  await select(page, 'Registrar').uncheck()
  await expect(page.getByText('2 selected')).toBeVisible()
  await button(page, 'Select all 3').click()
  await button(page, 'Share selected').click()
  // Gone since it was chosen.
  await call(app, deleteKey, { params: { id: ids[2] ?? '' } }, as(person))
  const share = dialog(page, 'Share 3 keys')
  await expect(share).toContainText('Code host, North Bank, Registrar')
  await share.getByLabel('User Email').fill(friend.email)
  await share.getByRole('radio', { name: 'Admin' }).check()
  await share.getByLabel('Access ends').selectOption('In 7 days')
  await share.getByRole('button', { name: 'Share Keys' }).click()
  const results = dialog(page, 'Keys shared').getByRole('list', { name: 'Result for each key' }).getByRole('listitem')
  await expect(results).toHaveText([/Code host\s*Access changed/, /North Bank\s*Shared/, /Registrar\s*No longer there/])
  await button(page, 'Done').click()
  await expect(button(page, 'Select')).toBeFocused()
  await expect(select(page, 'Code host')).toHaveCount(0)
  await expect(page.getByRole('article', { name: 'North Bank' })).toContainText('Shared with 1 person')
  expect((await call(app, generateCodes, {}, as(friend))).codes).toHaveLength(2)
})

test('a group is named in the place of a person, for one key and for several', async ({ page, app, person }) => {
  const friend = await signUp(app, newAccount('Fay Friend'))
  const { group } = await call(app, addGroup, { body: { name: 'Operations' } }, as(person))
  await call(app, addGroupMember, { params: { id: group.id }, body: { email: friend.email } }, as(person))
  await enterWithThree(page, person)
  await page.getByRole('button', { name: 'Share Registrar' }).click()
  const one = dialog(page, 'Access to Registrar')
  await one.getByLabel('User Email').fill('oper')
  await expect(one.getByRole('option', { name: /Operations Group of 1 person/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Key shared with Operations/)).toBeVisible()
  await one.getByRole('button', { name: 'Done' }).click()
  expect((await call(app, generateCodes, {}, as(friend))).codes).toHaveLength(1)

  await button(page, 'Select').click()
  await button(page, 'Select all 3').click()
  await button(page, 'Share selected').click()
  await dialog(page, 'Share 3 keys').getByLabel('Share with').selectOption('Group: Operations')
  await button(page, 'Share Keys').click()
  await expect(dialog(page, 'Keys shared').getByRole('listitem')).toHaveText([/Shared$/, /Shared$/, /As it was$/])
  expect((await call(app, generateCodes, {}, as(friend))).codes).toHaveLength(3)
})
