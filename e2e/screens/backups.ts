import { expect, type Page } from '@playwright/test'
import type { listBackups } from '@twofold/contract/admin/backups'
import type { CallResponse } from '@twofold/contract/endpoint'
import { inDatabase } from '../database.ts'
import { enter } from '../people.ts'
import { button, type Cast, heading, type Screen } from './screen.ts'

/** A backup that is whole, and one that failed. */
async function showBackups(page: Page, { admin }: Cast) {
  await inDatabase(
    admin.app,
    `insert into backups (id, file_name, state, cause, error, touched_at, created_at, finished_at)
     values ('01900000-0000-7000-8000-000000000001', 'twofold-2026-11-20-0300-1a2b3c4d.backup', 'failed', 'scheduled',
       'There is no room left on the disk of the data folder.', now(), now() - interval '1 day', now() - interval '1 day')
     on conflict do nothing`,
  )
  await enter(page, admin, '/admin/backups')
  await heading(page, 'Files')
  const verified = page.getByText('Verified').first()
  if (!(await verified.isVisible())) await button(page, 'Make backup').click()
  await expect(verified).toBeVisible({ timeout: 30_000 })
}

/** As a restore leaves it: e-mail waits for a decision. */
async function showRestored(page: Page, { admin }: Cast) {
  const insert = `insert into email_logs (id, category, class, recipient_email, subject, message_id, queue, due_at, created_at, useful_until, outgoing)
    values ($1::uuid, 'notification', 'account', 'bo@example.org', $2, $1::uuid::text, 'held', now(), now(), $3::timestamptz, '\\x00') on conflict do nothing`
  await inDatabase(admin.app, insert, ['01900000-0000-7000-8000-000000000002', 'A key was shared with you', null])
  await inDatabase(admin.app, insert, ['01900000-0000-7000-8000-000000000003', 'Reset your Twofold password', new Date()])
  await inDatabase(
    admin.app,
    `insert into restorations values ('01900000-0000-7000-8000-000000000004', now(), now() - interval '1 day', '0.1.0', 2) on conflict do nothing`,
  )
  await enter(page, admin, '/admin/backups')
  await heading(page, 'E-mails held back')
  await expect(page.getByText('Link is void')).toBeVisible()
}

/** With a bucket: a copy on its way, one that is stored, one that another machine has, and a drill of the newest. */
async function showOffSite(page: Page, cast: Cast) {
  await showBackups(page, cast)
  await page.route('**/api/admin/backups', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const overview = (await (await route.fetch()).json()) as CallResponse<typeof listBackups>
    return route.fulfill({ json: offSite(overview) })
  })
  await page.reload()
  await expect(page.getByText('Sending').first()).toBeVisible()
}

function offSite(overview: CallResponse<typeof listBackups>) {
  const made = overview.data.find(({ state }) => state === 'completed')
  if (made === undefined) throw new Error('There is no backup to show.')
  const copy = { ...made, location: 's3', verified_at: null }
  const data = [
    {
      ...copy,
      id: '1',
      file_name: '20261123T030000Z-01900000-0000-7000-8000-000000000011.tfb',
      state: 'running',
      step: 'uploading',
      progress: 40,
    },
    made,
    { ...copy, id: '2', file_name: '20261122T030000Z-01900000-0000-7000-8000-000000000012.tfb' },
    { ...copy, id: '3', file_name: '20261001T030000Z-01900000-0000-7000-8000-000000000013.tfb', cause: 'found', made_by: null },
    { ...made, id: '4', file_name: 'twofold-2026-11-21-0300-1a2b3c4e.backup', is_here: false, node: 'vault-b' },
  ]
  const last_drill = { file_name: '2', location: 's3', finished_at: made.created_at, error: null }
  return { ...overview, data, last_drill, off_site: 's3.eu-central-1.example.org/vault-backups' }
}

export const backupScreens: Screen[] = [
  { name: 'admin-backups', show: showBackups },
  { name: 'admin-backups-off-site', show: showOffSite },
  {
    name: 'admin-backup-delete',
    async show(page, cast) {
      await showBackups(page, cast)
      await button(page, /^Actions for twofold-/)
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'admin-backups-restored',
    show: showRestored,
  },
  {
    name: 'admin-backups-send-all',
    async show(page, cast) {
      await showRestored(page, cast)
      await button(page, 'Send all').click()
      await expect(page.getByRole('alertdialog').getByText('1 go out now')).toBeVisible()
    },
  },
  {
    name: 'admin-settings',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/settings')
      await heading(page, 'Installation')
    },
  },
  {
    name: 'admin-settings-changed',
    async show(page, { admin }) {
      await enter(page, admin, '/admin/settings')
      await page.getByLabel('Idle time-out').fill('100')
      await page.getByRole('button', { name: 'Save settings' }).click()
      await expect(page.getByText('A session cannot be unused for longer than it lasts.')).toBeVisible()
    },
  },
]
