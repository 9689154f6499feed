import { revokeShare, shareKey } from '@twofold/contract/sharing/grants'
import { call } from './api.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, newAccount, signUp } from './people.ts'

test('a person who lost a key asks for it in its place, and has its code again when the owner agrees, both on open pages', async ({
  page,
  browser,
  app,
  person,
}) => {
  const friend = await signUp(app, newAccount('Fay Friend'))
  const id = await addKey(person, { name: 'Code host' })
  const as = { authorization: `Bearer ${person.token}` }
  const { share_id } = await call(app, shareKey, { params: { id }, body: { email: friend.email, permission: 'view' } }, as)
  const owner = await (await browser.newContext()).newPage()
  await enter(page, friend)
  const card = page.getByRole('article', { name: 'Code host' })
  await expect(card.locator('button.code')).toContainText(/\d{3} \d{3}/)
  await enter(owner, person)
  await owner.getByRole('button', { name: 'Shared with 1 person' }).click()
  const sheet = owner.getByRole('dialog', { name: 'Access to Code host' })
  await expect(sheet).toContainText('Fay Friend')

  await call(app, revokeShare, { params: { id, share_id: share_id ?? '' } }, as)
  await expect(card).toHaveCount(0)
  const ended = page.getByRole('region', { name: 'Access ended' })
  await expect(ended).toContainText('Cleo Example ended your access')
  await expectAccessible(page)
  await ended.getByRole('button', { name: 'Ask again for Code host' }).click()
  await expect(page.getByText('You asked Cleo Example to share the key again.')).toBeVisible()
  await expect(ended.getByRole('button')).toHaveCount(0)

  const asking = sheet.getByRole('list', { name: 'Asking for access' })
  await expect(asking).toContainText('Fay Friend')
  await expectAccessible(owner)
  await asking.getByRole('button', { name: 'Give again to Fay Friend' }).click()
  await expect(asking).toHaveCount(0)
  await expect(sheet.getByRole('list', { name: 'People and groups' })).toContainText('Fay Friend')
  await expect(card.locator('button.code')).toContainText(/\d{3} \d{3}/)
  await expect(ended).toHaveCount(0)
  await owner.context().close()
})
