import { expect, type Page } from '@playwright/test'
import { verifyPin } from '@twofold/contract/pin'
import { transferKey } from '@twofold/contract/sharing/hand-over'
import { call } from '../api.ts'
import { inDatabase } from '../database.ts'
import { addKey, endSession, enter, signUp } from '../people.ts'
import { enrolTotp, openSecurity } from '../security-page.ts'
import { button, type Cast, heading, type Screen } from './screen.ts'

async function openDeletedUser(page: Page, { admin }: Cast) {
  const gone = await signUp(admin.app)
  await addKey(gone, { name: 'Code host' })
  await inDatabase(admin.app, `update users set is_active = false, deleted_at = now() where email = $1`, [gone.email])
  await inDatabase(admin.app, `insert into account_deletions (user_id, was_active) select id, true from users where email = $1`, [
    gone.email,
  ])
  await enter(page, admin, `/admin/users?status=deleted&search=${gone.email}`)
  await page.getByRole('table').getByRole('link', { name: gone.name }).click()
  await expect(page.getByText('This user is deleted')).toBeVisible()
}

/** Questions before something is lost, and notices that ask for a decision. */
export const questionScreens: Screen[] = [
  {
    name: 'forgotten-pin',
    async show(page, { person }) {
      await enrolTotp(person)
      await openSecurity(page, person)
      await button(page, 'Forgot PIN?').click()
      await expect(page.getByLabel('Confirm with')).toBeVisible()
    },
  },
  {
    name: 'discard-question',
    async show(page, { person }) {
      await enter(page, person)
      await button(page, 'Add 2FA Key').click()
      await page.getByRole('dialog').getByLabel('Name').fill('Half a name')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
    },
  },
  {
    name: 'secret-in-a-name',
    async show(page, { person }) {
      await enter(page, person)
      await button(page, 'Add 2FA Key').click()
      await page.getByRole('dialog').getByLabel('Name').fill('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
      await page.getByRole('dialog').getByRole('button', { name: 'Add Key' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'offered-key',
    async show(page, { person }) {
      const owner = await signUp(person.app)
      const id = await addKey(owner, { name: 'Code host' })
      const headers = { authorization: `Bearer ${owner.token}` }
      await call(owner.app, verifyPin, { body: { pin: owner.pin } }, headers)
      await call(owner.app, transferKey, { params: { id }, body: { email: person.email } }, headers)
      await enter(page, person)
      await expect(page.getByRole('region', { name: 'Offered to you' })).toBeVisible()
    },
  },
  {
    name: 'session-ended',
    async show(page, { person }) {
      await enter(page, person, '/profile')
      await heading(page, 'Profile & Settings')
      await endSession(person)
      await page.reload()
      await expect(page.getByText('You were signed out')).toBeVisible()
    },
  },
  { name: 'admin-user-deleted', show: openDeletedUser },
  {
    name: 'admin-user-restore',
    async show(page, cast) {
      await openDeletedUser(page, cast)
      await button(page, 'Restore User').click()
      await expect(page.getByRole('dialog')).toContainText('1 key')
    },
  },
]
