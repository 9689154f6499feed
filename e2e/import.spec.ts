import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { holdScript } from './hold-script.ts'
import { addKey, enter } from './people.ts'
import {
  addAll,
  choose,
  enterFilePassword,
  entries,
  expectCode,
  fixture,
  foreignCodes,
  importDialog,
  openImport,
  rfc,
  textFile,
} from './transfer.ts'

const linkOf = (number: number) => `otpauth://totp/Host:ann${number}?secret=${rfc.slice(0, -4)}${base32(number)}&issuer=Host%20${number}`
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const base32 = (number: number) => [15, 10, 5, 0].map((shift) => letters[(number >> shift) & 31]).join('')

test('the keys of an encrypted export come with every parameter, and show the codes that other software shows', async ({
  page,
  person,
}) => {
  await openImport(page, person)
  await choose(page, await fixture('ente-encrypted.txt'))
  await enterFilePassword(page)
  await expect(importDialog(page).getByText('entries from Ente Auth')).toBeVisible()
  for (const name of ['Code host', 'Bank', 'Games'])
    await expect(entries(page).filter({ hasText: name }).getByText('New', { exact: true })).toBeVisible()
  await addAll(page, 'Add 3 keys')
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.getByRole('button', { name: 'Get next code for Bank' }).click()
  await expectCode(page, 'Bank', foreignCodes.Bank)
  await expectCode(page, 'Code host', foreignCodes['Code host'])
  await expectCode(page, 'Games', foreignCodes.Games)
})

test('a dropped folder is not reported as damaged: the page asks for its files', async ({ page, person }) => {
  await openImport(page, person)
  const folder = await mkdtemp(join(tmpdir(), 'twofold-keys-'))
  await writeFile(join(folder, 'keys.txt'), linkOf(1))
  const session = await page.context().newCDPSession(page)
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data: { items: [], files: [folder], dragOperationsMask: 1 } })
  await expect(importDialog(page).getByText('Drop an export here')).toBeVisible()
  await drag('dragEnter')
  await drag('dragOver')
  await expect(importDialog(page).locator('.drop-zone[data-over]')).toBeVisible()
  await drag('drop')
  await expect(importDialog(page).getByRole('alert')).toHaveText(
    'Your browser cannot read this. If it is a folder, choose the files in it.',
  )
  await choose(page, textFile(linkOf(1)))
  await expect(entries(page)).toHaveCount(1)
})

test('the keyboard alone is enough, and the focus comes back to the menu, also when the dialog was slow to come', async ({
  page,
  person,
}) => {
  await addKey(person, { name: 'Mine', uri: linkOf(1) })
  const release = await holdScript(page, 'ImportKeys')
  await enter(page, person)
  await page.getByRole('button', { name: 'More', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(importDialog(page)).toBeVisible()
  release()
  const field = importDialog(page).getByLabel('Or paste links')
  await expect(field).toBeVisible()
  for (let presses = 0; presses < 10 && !(await field.evaluate((element) => element === document.activeElement)); presses += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.insertText(linkOf(2))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(entries(page)).toHaveCount(1)
  await entries(page).getByRole('checkbox').focus()
  await page.keyboard.press('Enter')
  await expect(importDialog(page).getByText('1 key added')).toBeVisible()
  await expect(importDialog(page).getByRole('button', { name: 'Done', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(importDialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
})
