import { expect, type Page } from '@playwright/test'
import { copiedCode, generateCodes } from '@twofold/contract/codes'
import type { CallInput } from '@twofold/contract/endpoint'
import { addGroup, addGroupMember } from '@twofold/contract/sharing/memberships'
import { addServiceAccount } from '@twofold/contract/service-accounts'
import { listKeys } from '@twofold/contract/keys'
import { askAgain } from '@twofold/contract/sharing/ended-keys'
import { revokeShare, shareKey, shareKeys } from '@twofold/contract/sharing/grants'
import { call } from '../api.ts'
import { addKey, enter, newAccount, type Person, signUp } from '../people.ts'
import { dialog } from '../security-page.ts'
import { button, type Cast, failed, heading, type Screen } from './screen.ts'

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

async function shareAndEnd(owner: Person, id: string, email: string) {
  const { share_id } = await call(owner.app, shareKey, { params: { id }, body: { email, permission: 'view' } }, as(owner))
  await call(owner.app, revokeShare, { params: { id, share_id: share_id ?? '' } }, as(owner))
}

async function openPeople(page: Page, cast: Cast) {
  await shareOne(cast)
  await enter(page, cast.person)
  await button(page, 'Shared with 1 person').click()
  return dialog(page, 'Access to Code host')
}

export const sharingDialogScreens: Screen[] = [
  {
    name: 'people-none',
    async show(page, { person }) {
      await addKey(person, { name: 'Code host', secret })
      await enter(page, person)
      await button(page, 'Share Code host').click()
      await heading(page, 'Only you have this key')
    },
  },
  {
    name: 'access-of-all-kinds',
    async show(page, { person }) {
      const { app } = person
      const friends = [await signUp(app, newAccount('Bo Sample')), await signUp(app, newAccount('Internationale Treuhand Muster'))]
      const id = await addKey(person, { name: 'Internationale Zahlungsverkehrs- und Treuhandgesellschaft', secret })
      const share = (body: CallInput<typeof shareKey>['body']) => call(app, shareKey, { params: { id }, body }, as(person))
      const [bo, cy] = friends
      const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
      await share({ email: bo?.email ?? '', permission: 'admin' })
      await share({ email: cy?.email ?? '', permission: 'view', expires_at: inDays(3) })
      await share({ email: 'dana@partner.example', permission: 'view', expires_at: inDays(14) })
      const { group } = await call(app, addGroup, { body: { name: 'Finance' } }, as(person))
      await share({ group_id: group.id, permission: 'view' })
      const made = await call(app, addServiceAccount, { body: { group_id: group.id, name: 'deploy-bot' } }, as(person))
      await share({ service_account_id: made.service_account.id, permission: 'view', approval: 'each' })
      for (const friend of friends) await call(app, generateCodes, {}, as(friend))
      await call(app, copiedCode, { params: { id }, body: { code: 'current' } }, as(bo ?? person))
      await enter(page, person)
      await button(page, /^Shared with \d/).click()
      await expect(page.getByRole('dialog').getByText('deploy-bot')).toBeVisible()
    },
  },
  {
    name: 'access-asked',
    async show(page, cast) {
      const { person } = cast
      await shareOne(cast)
      const { own_keys: keys } = await call(person.app, listKeys, {}, as(person))
      const id = keys[0]?.id ?? ''
      const other = await signUp(person.app, newAccount('Bo Sample'))
      await shareAndEnd(person, id, other.email)
      await call(person.app, askAgain, { params: { id } }, as(other))
      await enter(page, person)
      await button(page, 'Shared with 1 person').click()
      await expect(page.getByRole('list', { name: 'Asking for access' })).toBeVisible()
    },
  },
  {
    name: 'dashboard-ended',
    async show(page, { person }) {
      const friend = await signUp(person.app, newAccount('Fay Friend'))
      await addKey(person, { name: 'Code host', secret })
      for (const name of ['Internationale Zahlungsverkehrs- und Treuhandgesellschaft', 'Mail']) {
        const id = await addKey(friend, { name, secret })
        await shareAndEnd(friend, id, person.email)
        if (name === 'Mail') await call(person.app, askAgain, { params: { id } }, as(person))
      }
      await enter(page, person)
      await expect(button(page, /^Ask again/)).toBeVisible()
    },
  },
  {
    name: 'access-level',
    async show(page, cast) {
      await (await openPeople(page, cast)).getByRole('button', { name: /access level of/ }).click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'access-removed',
    async show(page, cast) {
      // The row stays for as long as the clock stands.
      await page.clock.install()
      await (await openPeople(page, cast)).getByRole('button', { name: /^More for/ }).click()
      await page.getByRole('menuitem', { name: 'Remove access' }).click()
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    },
  },
  {
    name: 'access-several',
    async show(page, cast) {
      await openPeople(page, cast)
      await page.route('**/share', (route) => route.fulfill(failed))
      for (const text of ['ann@example.org', 'a-rather-long-address@department.partner.example']) {
        await page.getByLabel('User Email').fill(text)
        await page.keyboard.press(',')
      }
      await button(page, 'Share Key').click()
      await expect(page.getByRole('dialog').getByRole('alert').getByText('Something went wrong').first()).toBeVisible()
    },
    allowed: /500/,
  },
  {
    name: 'hand-over-key',
    async show(page, cast) {
      const sheet = await openPeople(page, cast)
      await sheet.getByRole('button', { name: 'Hand over' }).click()
      await sheet.getByLabel('New owner').selectOption({ index: 1 })
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
