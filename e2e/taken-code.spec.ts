import type { Page } from '@playwright/test'
import { copiedCode, generateCodes } from '@twofold/contract/codes'
import { shareKey } from '@twofold/contract/sharing/grants'
import { keyUsage } from '@twofold/contract/usage'
import { call } from './api.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, newAccount, type Person, signUp } from './people.ts'

const as = ({ token }: Person) => ({ authorization: `Bearer ${token}` })
/** So long that no window turns within a test. */
const period = 300

/** Waits out a turn that is near, or so fresh that the page may still show the window before it. */
const awayFromTurn = (page: Page) =>
  page.waitForFunction((period) => {
    const second = (Date.now() / 1000) % period
    return second > 3 && second < period - 20
  }, period)

async function shareWithFriend(person: Person) {
  const friend = await signUp(person.app, newAccount('Fay Friend'))
  const id = await addKey(person, { name: 'Code host', period })
  await call(person.app, shareKey, { params: { id }, body: { email: friend.email, permission: 'view' } }, as(person))
  return { id, friend }
}

test('a code that somebody else copies is marked at once with who and when, and a person who copies it anyway gets a warning', async ({
  page,
  person,
}) => {
  const { id, friend } = await shareWithFriend(person)
  const listening = page.waitForResponse(/\/api\/live$/)
  await enter(page, person)
  await listening
  await awayFromTurn(page)
  await call(person.app, copiedCode, { params: { id }, body: { code: 'current' } }, as(friend))
  const card = page.getByRole('article', { name: 'Code host' })
  await expect(card).toContainText(/Taken by Fay Friend \d+ s ago\. Use the next code\./)
  await expect(card.getByRole('button', { name: 'Copy next code for Code host' })).toContainText(/\d{3} \d{3}/)
  await expectAccessible(page)
  await card.locator('button.code').click()
  await expect(page.getByText(/^Code host: taken by Fay Friend \d+ s ago\. Use the next code\.$/)).toBeVisible()
})

test('copying tells the server which of the two codes it was, and the owner can read it', async ({ page, person }) => {
  const { id, friend } = await shareWithFriend(person)
  await enter(page, friend)
  const card = page.getByRole('article', { name: 'Code host' })
  await expect(card.locator('button.code')).toContainText(/\d{3} \d{3}/)
  await awayFromTurn(page)
  await card.getByRole('button', { name: 'Next code for Code host' }).click()
  // After a turn the one after next is asked for at some moment of the window.
  await expect(card.locator('.code-next')).toContainText(/\d{3} \d{3}/)
  for (const [button, code] of [
    ['.code-next', 'next'],
    ['button.code', 'current'],
  ] as const) {
    const report = page.waitForRequest((request) => request.url().endsWith(`/keys/${id}/copied`))
    await card.locator(button).click()
    expect((await report).postDataJSON()).toEqual({ code })
  }
  await expect(card).not.toContainText('Taken by')
  await expect
    .poll(async () => {
      const { data } = await call(person.app, keyUsage, { params: { id }, query: {} }, as(person))
      return data.filter(({ kind, person }) => kind === 'copied' && person.name === 'Fay Friend').length
    })
    .toBe(2)
})

test('the next code is reserved on the page, which the others with the key see, and given back', async ({ page, person }) => {
  const { friend } = await shareWithFriend(person)
  const reservedBy = async () => {
    const { codes } = await call(person.app, generateCodes, {}, as(person))
    return codes.flatMap(({ turns }) => (turns ?? []).map(({ by }) => by))
  }
  await page.addInitScript(() => localStorage.setItem('key-view', 'list'))
  await enter(page, friend)
  const panel = page.getByRole('region', { name: 'Code host', exact: true })
  await awayFromTurn(page)
  await panel.getByRole('button', { name: 'My turn' }).click()
  await expect(panel).toContainText('The next code is yours.')
  expect(await reservedBy()).toEqual(['Fay Friend'])
  await panel.getByRole('button', { name: 'Give back' }).click()
  await expect(panel.getByRole('button', { name: 'My turn' })).toBeVisible()
  expect(await reservedBy()).toEqual([])
})
