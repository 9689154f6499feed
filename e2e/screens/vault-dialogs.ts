import { expect, type Page } from '@playwright/test'
import { addBackupCodes, listBackupCodes, markBackupCode } from '@twofold/contract/backup-codes'
import { addGroup, addGroupMember } from '@twofold/contract/sharing/memberships'
import { verifyPin } from '@twofold/contract/pin'
import { shareKeys } from '@twofold/contract/sharing/grants'
import { call } from '../api.ts'
import { chooseInMenu } from '../key-menu.ts'
import { addKey, enter, newAccount, type Person } from '../people.ts'
import { dialog, enterPin } from '../security-page.ts'
import { button, type Cast, heading, openDemo, type Screen } from './screen.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const as = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

async function openBackupCodes(page: Page, { person }: Cast, codes: string[]) {
  const id = await addKey(person, { name: 'Code host', secret })
  const params = { id }
  if (codes.length > 0) {
    await call(person.app, addBackupCodes, { params, body: { codes } }, as(person))
    await call(person.app, verifyPin, { body: { pin: person.pin } }, as(person))
    const { data } = await call(person.app, listBackupCodes, { params }, as(person))
    await call(person.app, markBackupCode, { params: { id, code_id: data[0]?.id ?? '' }, body: { used: true } }, as(person))
  }
  await enter(page, person)
  await chooseInMenu(page, 'Code host', 'Backup codes')
}

/** A group with two people and two keys. */
async function makeGroup({ app, ...person }: Person): Promise<string> {
  const { group } = await call(app, addGroup, { body: { name: 'Operations' } }, as({ app, ...person }))
  const params = { id: group.id }
  for (const email of ['mia@example.org', `${'a-very-long-name-'.repeat(3)}@example.org`])
    await call(app, addGroupMember, { params, body: { email } }, as({ app, ...person }))
  const keys = [await addKey({ app, ...person }, { name: 'Code host', secret }), await addKey({ app, ...person }, { name: 'North Bank' })]
  await addKey({ app, ...person }, { name: 'Cloud console', account: 'root@example.org' })
  await call(app, shareKeys, { body: { key_ids: keys, group_id: group.id, permission: 'admin' } }, as({ app, ...person }))
  return group.id
}

async function openGroup(page: Page, { person }: Cast) {
  await enter(page, person, `/groups/${await makeGroup(person)}`)
  await heading(page, 'Operations')
}

export const vaultDialogScreens: Screen[] = [
  {
    name: 'key-menu',
    async show(page, cast) {
      await openDemo(page, cast)
      await button(page, 'More for Code host').click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'keys-selected',
    async show(page, cast) {
      await openDemo(page, cast)
      await button(page, 'Select').click()
      await page.getByRole('checkbox', { name: 'Select Code host' }).check()
      await page.getByRole('checkbox', { name: 'Select North Bank' }).check()
      await expect(page.getByText('2 selected')).toBeVisible()
    },
  },
  {
    name: 'share-keys-dialog',
    async show(page, cast) {
      await makeGroup(cast.person)
      await enter(page, cast.person)
      await button(page, 'Select').click()
      await button(page, 'Select all 3').click()
      await button(page, 'Share selected').click()
      await dialog(page, 'Share 3 keys').getByLabel('Share with').selectOption('Group: Operations')
    },
  },
  {
    name: 'share-keys-results',
    async show(page, cast) {
      await makeGroup(cast.person)
      await enter(page, cast.person)
      await button(page, 'Select').click()
      await button(page, 'Select all 3').click()
      await button(page, 'Share selected').click()
      await dialog(page, 'Share 3 keys').getByLabel('Share with').selectOption('Group: Operations')
      await dialog(page, 'Share 3 keys').getByRole('radio', { name: 'Admin' }).check()
      await button(page, 'Share Keys').click()
      await expect(dialog(page, 'Keys shared')).toBeVisible()
    },
  },
  {
    name: 'secret-dialog',
    allowed: /status of 403/,
    async show(page, { person }) {
      await addKey(person, { name: 'Code host', secret })
      await enter(page, person)
      await chooseInMenu(page, 'Code host', 'Secret and QR code')
      await enterPin(page, person.pin)
      await expect(page.getByRole('img', { name: 'QR code for Code host' })).toBeVisible()
    },
  },
  {
    name: 'rotate-secret',
    async show(page, { person }) {
      await addKey(person, { name: 'Code host', secret })
      await enter(page, person)
      await chooseInMenu(page, 'Code host', 'Replace the secret')
      await page.getByLabel('New secret', { exact: true }).fill('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
      await expect(page.getByLabel('The service has accepted the new codes')).toBeVisible()
    },
  },
  { name: 'backup-codes-none', show: (page, cast) => openBackupCodes(page, cast, []).then(() => heading(page, 'No backup codes yet')) },
  {
    name: 'backup-codes-closed',
    show: (page, cast) => openBackupCodes(page, cast, ['a1b2c-3d4e5', 'f6a7b-8c9d0']).then(() => heading(page, '1 of 2 not used yet')),
  },
  {
    name: 'backup-codes',
    async show(page, cast) {
      await openBackupCodes(page, cast, ['a1b2c-3d4e5', 'f6a7b-8c9d0', '1234 5678', 'x'.repeat(100)])
      await button(page, 'Show codes').click()
      await expect(page.getByText('a1b2c-3d4e5')).toBeVisible()
    },
  },
  {
    name: 'add-backup-codes',
    async show(page, cast) {
      await openBackupCodes(page, cast, [])
      await button(page, 'Add codes').click()
      await button(page, 'Save codes').click()
      await dialog(page, 'Add backup codes').getByLabel('Backup codes').fill('a1b2c-3d4e5\n1. 1234 5678      2. 2345 6789')
      await expect(page.getByText('3 codes found in it.')).toBeVisible()
    },
  },
  {
    name: 'add-key-tags-and-note',
    async show(page, { person }) {
      await enter(page, person)
      await button(page, 'Add 2FA Key').click()
      await page.getByText('More details').click()
      await expect(page.getByLabel('Note')).toBeVisible()
    },
  },
  {
    name: 'edit-key-dialog',
    async show(page, cast) {
      await openDemo(page, cast)
      await chooseInMenu(page, 'Code host', 'Edit')
      await expect(dialog(page, 'Edit Code host').getByLabel('Tags')).toHaveValue('Infrastructure')
    },
  },
  {
    name: 'groups-none',
    async show(page, { person }) {
      await enter(page, person, '/groups')
      await heading(page, 'You have no groups')
    },
  },
  {
    name: 'groups',
    async show(page, { person, admin }) {
      await makeGroup(person)
      const { group } = await call(admin.app, addGroup, { body: { name: newAccount().email } }, as(admin))
      await call(admin.app, addGroupMember, { params: { id: group.id }, body: { email: person.email } }, as(admin))
      await enter(page, person, '/groups')
      await heading(page, 'Groups you’re in')
    },
  },
  { name: 'group', show: openGroup },
  {
    name: 'group-missing',
    allowed: /status of 404/,
    async show(page, { person }) {
      await enter(page, person, '/groups/01890000-0000-7000-8000-000000000000')
      await heading(page, 'No such group')
    },
  },
  {
    name: 'group-share-keys',
    async show(page, cast) {
      await openGroup(page, cast)
      await button(page, 'Share keys').click()
      await dialog(page, 'Share keys with Operations').getByRole('checkbox', { name: 'Cloud console' }).check()
    },
  },
  {
    name: 'group-remove-member',
    async show(page, cast) {
      await openGroup(page, cast)
      await button(page, 'Remove mia@example.org').click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'group-delete',
    async show(page, cast) {
      await openGroup(page, cast)
      await button(page, 'Delete group').click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
]
