import type { Page } from '@playwright/test'
import { shareKey } from '@twofold/contract/sharing/grants'
import { keyUsage } from '@twofold/contract/usage'
import { call } from './api.ts'
import { expect, test } from './fixtures.ts'
import { chooseInMenu } from './key-menu.ts'
import { addKey, enter, newAccount, type Person, signUp } from './people.ts'
import { readQr } from './read-qr.ts'
import { dialog, enterPin } from './security-page.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const grouped = 'GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ'
const secretDialog = (page: Page) => dialog(page, 'Secret and QR code')

async function showingsOf({ app, token }: Person, id: string) {
  const { data } = await call(app, keyUsage, { params: { id }, query: {} }, { authorization: `Bearer ${token}` })
  return data.filter(({ kind }) => kind === 'secret')
}

test.beforeEach(({ guard }) => guard.allow(/status of 403/))

test('the secret and its QR are shown again after the PIN, which is said to be logged, and is', async ({ page, person }) => {
  const id = await addKey(person, { name: 'Code host', secret, digits: 8 })
  await enter(page, person)
  await chooseInMenu(page, 'Code host', 'Secret and QR code')
  await expect(page.getByText(grouped)).toHaveCount(0)
  await enterPin(page, person.pin)
  await expect(secretDialog(page).getByText(grouped)).toBeVisible()
  await expect(secretDialog(page)).toContainText(/Shown at .+, and logged/)
  const [text = ''] = await readQr(page.getByRole('img', { name: 'QR code for Code host' }))
  const link = new URL(text)
  expect([link.searchParams.get('secret'), link.searchParams.get('digits')]).toEqual([secret, '8'])
  await secretDialog(page).getByRole('button', { name: 'Copy secret' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  expect(await showingsOf(person, id)).toHaveLength(1)
  await secretDialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'More for Code host' })).toBeFocused()
  await chooseInMenu(page, 'Code host', 'Who used it')
  await expect(dialog(page, 'Access to Code host').getByText('You saw the secret')).toBeVisible()
})

test('full control sees it with the own PIN, and the owner can read who did; view only has no way to it', async ({ page, app, person }) => {
  const friend = await signUp(app, { ...newAccount('Fay Friend'), pin: '1357' })
  const ids = [await addKey(person, { name: 'Code host', secret }), await addKey(person, { name: 'Bank', secret })]
  for (const [index, permission] of (['admin', 'view'] as const).entries())
    await call(
      app,
      shareKey,
      { params: { id: ids[index] ?? '' }, body: { email: friend.email, permission } },
      { authorization: `Bearer ${person.token}` },
    )
  await enter(page, friend)
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'More for Bank' })).toHaveCount(0)
  await chooseInMenu(page, 'Code host', 'Secret and QR code')
  await enterPin(page, friend.pin)
  await expect(secretDialog(page).getByText(grouped)).toBeVisible()
  await expect(secretDialog(page)).toContainText('The owner of the key can see it')
  expect(await showingsOf(person, ids[0] ?? '')).toMatchObject([{ person: { name: 'Fay Friend' } }])
})
