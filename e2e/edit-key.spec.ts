import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { chooseInMenu } from './key-menu.ts'
import { addKey, enter } from './people.ts'
import { totpCode } from './totp.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test('changes of an owner to a key stay: name, tags and parameters, which its codes follow, and its pin', async ({ page, person }) => {
  await addKey(person, { name: 'Code host', secret, tags: ['Work'], note: 'By the door' })
  await addKey(person, { name: 'Second' })
  await enter(page, person)
  await chooseInMenu(page, 'Code host', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Code host' })
  const field = (label: string) => dialog.getByLabel(label, { exact: true })
  await expect(field('Note')).toHaveValue('By the door')
  await expect(field('Tags')).toHaveValue('Work')
  await expectAccessible(page)
  await field('Name').fill('Registrar')
  await field('Tags').fill('Work, Home')
  await dialog.getByText('Advanced').click()
  await expect(field('Type')).toHaveCount(0)
  await field('Digits').selectOption('8')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toEqual({ name: 'Registrar', tags: ['Work', 'Home'], digits: 8 })
  await expect(dialog).toBeHidden()
  const card = page.getByRole('article', { name: 'Registrar' })
  await expect(card.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['Work', 'Home'])
  const code = () => totpCode(secret, Date.now(), { digits: 8 })
  await expect.poll(async () => (await card.locator('.code-digits').innerText()).replaceAll(' ', '') === code()).toBe(true)

  const star = page.getByRole('button', { name: 'Pin Second' })
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  const answer = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Second', 'Registrar'])
  expect((await answer).ok()).toBe(true)
  await page.reload()
  await expect.poll(() => page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Second', 'Registrar'])
  await expect(card.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['Work', 'Home'])
  await page.getByRole('button', { name: 'Pinned', exact: true }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
})
