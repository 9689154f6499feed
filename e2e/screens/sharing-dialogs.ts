import { expect, type Page } from '@playwright/test'
import { generateCodes } from '@twofold/contract/codes'
import { addGroup, addGroupMember } from '@twofold/contract/groups'
import { shareKey, shareKeys } from '@twofold/contract/sharing'
import { call } from '../api.ts'
import { addKey, enter, newAccount, type Person, signUp } from '../people.ts'
import { dialog } from '../security-page.ts'
import { button, type Cast, heading, type Screen } from './screen.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const as = ({ token }: Pick<Person, 'token'>) => ({ authorization: `Bearer ${token}` })

/** A key that somebody else has, and has used. */
async function shareOne({ person }: Cast): Promise<Person> {
  const friend = await signUp(person.app, newAccount('Fay Friend'))
  const id = await addKey(person, { name: 'Code host', secret })
  await call(person.app, shareKey, { params: { id }, body: { email: friend.email, permission: 'view' } }, as(person))
  await call(person.app, generateCodes, {}, as(friend))
  return friend
}

async function openPeople(page: Page, cast: Cast) {
  await shareOne(cast)
  await enter(page, cast.person)
  await button(page, 'Shared with 1 person').click()
  return dialog(page, 'People with access')
}

export const sharingDialogScreens: Screen[] = [
  {
    name: 'people-none',
    async show(page, { person }) {
      await addKey(person, { name: 'Code host', secret })
      await enter(page, person)
      await button(page, 'Share Code host').click()
      await button(page, 'People with access').click()
      await heading(page, 'Only you have this key')
    },
  },
  {
    name: 'change-access',
    async show(page, cast) {
      await (await openPeople(page, cast)).getByRole('button', { name: 'Change access' }).click()
      await dialog(page, 'Change access').getByLabel('Access ends').selectOption('In 30 days')
    },
  },
  {
    name: 'revoke-access',
    async show(page, cast) {
      await (await openPeople(page, cast)).getByRole('button', { name: 'Revoke access' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'hand-over-key',
    async show(page, cast) {
      await (await openPeople(page, cast)).getByRole('button', { name: 'Hand over' }).click()
      await dialog(page, 'Hand over Code host').getByRole('radio').check()
    },
  },
  {
    name: 'leave-key',
    async show(page, cast) {
      await enter(page, await shareOne(cast))
      await button(page, 'Leave Code host').click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'delete-shared-key',
    async show(page, cast) {
      await shareOne(cast)
      await enter(page, cast.person)
      await button(page, 'Delete Code host').click()
      await expect(page.getByRole('alertdialog')).toContainText('person')
    },
  },
  {
    name: 'group-new',
    async show(page, { person }) {
      await enter(page, person, '/groups')
      await button(page, 'New group').first().click()
      await button(page, 'Make group').click()
      await expect(page.getByText('Name is required')).toBeVisible()
    },
  },
  {
    name: 'group-leave',
    async show(page, { person }) {
      const friend = await signUp(person.app, newAccount('Fay Friend'))
      const { group } = await call(person.app, addGroup, { body: { name: 'Operations' } }, as(person))
      await call(person.app, addGroupMember, { params: { id: group.id }, body: { email: friend.email } }, as(person))
      const key = await addKey(person, { name: 'Code host', secret })
      await call(person.app, shareKeys, { body: { key_ids: [key], group_id: group.id, permission: 'view' } }, as(person))
      await enter(page, friend, '/groups')
      await button(page, 'Leave Operations').click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'dashboard-no-hit',
    async show(page, { person }) {
      await addKey(person, { name: 'Code host', secret, tags: ['Work'] })
      await enter(page, person)
      await page.getByRole('searchbox', { name: 'Search keys' }).fill('nothing at all')
      await heading(page, 'No key matches')
    },
  },
]
