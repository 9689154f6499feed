import type { Page } from '@playwright/test'
import { generateCodes } from '@twofold/contract/codes'
import { call } from './api.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, newAccount, type Person, signUp } from './people.ts'
import { dialog, row } from './security-page.ts'

const as = ({ token }: Person) => ({ authorization: `Bearer ${token}` })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const codesOf = async (person: Person) => (await call(person.app, generateCodes, {}, as(person))).codes.length

test('a group gets members and keys; each member has the codes at once, and a removed one none from the next call on', async ({
  page,
  app,
  person,
}) => {
  const [friend, late] = [await signUp(app, newAccount('Fay Friend')), await signUp(app)]
  await addKey(person, { name: 'Code host' })
  await addKey(person, { name: 'North Bank' })
  await enter(page, person)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Groups' }).click()
  await expect(page.getByRole('heading', { name: 'You have no groups' })).toBeVisible()
  await button(page, 'New group').click()
  await dialog(page, 'New group').getByRole('button', { name: 'Make group' }).click()
  await expect(dialog(page, 'New group').getByLabel('Name')).toHaveAccessibleDescription('Name is required')
  await dialog(page, 'New group').getByLabel('Name').fill('Operations')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Group Operations added.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible()

  const email = page.getByLabel('E-mail address of a new member')
  await email.fill('nobody')
  await page.keyboard.press('Enter')
  await expect(email).toHaveAccessibleDescription(/Please enter a valid email address/)
  await email.fill(friend.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${friend.email} added to Operations.`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(1)
  await expect(email).toHaveValue('')
  await expect(email).toBeFocused()
  expect(await codesOf(friend)).toBe(0)

  await button(page, 'Share keys').click()
  const share = dialog(page, 'Share keys with Operations')
  await expect(share).toContainText('1 person sees them at once')
  await share.getByRole('checkbox', { name: 'Code host' }).check()
  await share.getByRole('checkbox', { name: 'North Bank' }).check()
  await share.getByRole('radio', { name: 'Admin' }).check()
  await share.getByRole('button', { name: 'Share Keys' }).click()
  await expect(page.getByText('2 keys shared with Operations.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Keys' }).getByRole('listitem')).toHaveCount(2)
  await expect(row(page, 'North Bank')).toContainText('Admin')
  expect(await codesOf(friend)).toBe(2)

  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await page.getByRole('article', { name: 'North Bank' }).getByRole('button', { name: 'Shared with 1 person' }).click()
  await dialog(page, 'Access to North Bank').getByRole('button', { name: 'More for Operations' }).click()
  await page.getByRole('menuitem', { name: 'Open the group' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible()
  const group = page.url()
  await enter(page, friend)
  await expect(page.getByRole('article', { name: 'North Bank' })).toContainText('Shared by Cleo Example (Operations)')

  await enter(page, person, new URL(group).pathname)
  await page.getByLabel('E-mail address of a new member').fill(late.email)
  await button(page, 'Add').click()
  await expect(page.getByText(`${late.email} added to Operations.`)).toBeVisible()
  expect(await codesOf(late)).toBe(2)
  await button(page, `Remove ${friend.name}`).click()
  const question = page.getByRole('alertdialog', { name: `Remove ${friend.name} from Operations?` })
  await expect(question).toContainText('They’ll lose access to the group’s 2 keys')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(`${friend.email} removed from Operations.`)).toBeVisible()
  expect(await codesOf(friend)).toBe(0)
  expect(await codesOf(late)).toBe(2)
})
