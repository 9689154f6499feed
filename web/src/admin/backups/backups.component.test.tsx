import {
  type Backup,
  type BackupSchedule,
  changeBackupSchedule,
  defaultBackupSchedule,
  deleteBackup,
  listBackups,
  startBackup,
} from '@twofold/contract/admin/backups'
import { discardHeldMail, listHeldMail } from '@twofold/contract/mail-log/held'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import type { Said } from '../../testing/example.ts'
import { button } from '../../testing/fields.ts'
import { open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { serve, serveLater } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

const says = (text: string) => expect.element(page.getByText(text).first()).toBeVisible()
const file: Said<Backup> = {
  id: idOf(1),
  file_name: 'twofold-2026-01-01-0300-0a1b2c3d.backup',
  state: 'completed',
  made_by: { id: idOf(9), name: 'Ada Example' },
  size: 2_000_000,
  is_here: true,
  finished_at: '2026-01-01T03:01:00.000Z',
  verified_at: '2026-01-01T03:01:00.000Z',
}
const row = page.getByRole('table', { name: 'Backups' }).getByRole('row').filter({ hasText: 'twofold-2026' })

beforeEach(() => void signInAsAdministrator())

/** Backups as the server keeps them, which a test may change. */
function serveBackups(...backups: Said<Backup>[]) {
  let schedule: BackupSchedule = defaultBackupSchedule
  serve(listBackups, () => ({ data: backups, schedule }))
  const scheduled = serve(changeBackupSchedule, ({ body }) => {
    schedule = body
    return { schedule, message: body.frequency === 'off' ? 'The schedule is off.' : 'The schedule is saved.' }
  })
  return { backups, scheduled }
}

test('a backup that is begun before the list has come stands in it', async () => {
  const late = serveLater(listBackups, { schedule: defaultBackupSchedule })
  serve(startBackup, () => {
    serveBackups(file)
    return { message: 'The backup has begun.', backup: { ...file, state: 'waiting' as const } }
  })
  await open('/admin/backups')
  await button('Make backup').click()
  await expect.element(row).toMatchTextContent(/Ada Example/)
  late.release()
  await expect.element(row).toMatchTextContent(/Verified/)
})

test('when a backup was last restored for a trial is shown, and why that failed', async () => {
  serve(listBackups, { data: [file], last_drill: { file_name: 'a', finished_at: '2026-01-01T03:01:00.000Z', error: null } })
  await open('/admin/backups')
  await says('Everything encrypted in it opened.')
  serve(listBackups, { data: [file], last_drill: { file_name: 'a', finished_at: '2026-01-01T03:01:00.000Z', error: 'It is damaged.' } })
  await open('/admin/backups')
  await says('It is damaged.')
})

test('copies off the machine say where they are, and do not count among the files of this one', async () => {
  const copy = { ...file, location: 's3' as const, verified_at: null }
  serve(listBackups, {
    data: [
      { ...copy, id: idOf(2), file_name: '20260101T030000Z-2.tfb', state: 'running', step: 'uploading', progress: 40, is_here: false },
      { ...copy, id: idOf(3), file_name: '20260101T020000Z-3.tfb', cause: 'found', made_by: null },
      { ...file, id: idOf(4), file_name: 'elsewhere.backup', is_here: false, node: 'vault-b' },
      { ...copy, id: idOf(5), file_name: 'given-up.tfb', is_here: false },
      file,
    ],
    schedule: defaultBackupSchedule,
    off_site: 's3.example.org/backups',
    last_drill: { file_name: 'a', location: 's3', finished_at: '2026-01-01T03:01:00.000Z', error: null },
  })
  await open('/admin/backups')
  const rowOf = (name: string) => page.getByRole('table', { name: 'Backups' }).getByRole('row').filter({ hasText: name })
  await expect.element(rowOf('-2.tfb')).toMatchTextContent(/Off-site.*Sending 40 %/)
  await expect.element(rowOf('-3.tfb')).toMatchTextContent(/Off-site.*Stored.*Found in the bucket/)
  await expect.element(rowOf('elsewhere')).toMatchTextContent(/The file is not here, but was made on vault-b/)
  await expect.element(rowOf('given-up')).toMatchTextContent(/Its bucket is no longer set up/)
  await expect.element(rowOf('twofold-2026')).toMatchTextContent(/This machine/)
  await expect.element(page.getByRole('region', { name: 'Last off-site copy' })).toMatchTextContent(/2 copies in s3.example.org\/backups/)
  await expect.element(page.getByRole('region', { name: 'Kept' })).toMatchTextContent(/2 of 7/)
  await says('From the off-site copy: everything encrypted in it opened.')
  await expectAccessible()
  await rowOf('-3.tfb')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await says('A file on the machine stays.')
})

test('the schedule is changed, and the next moment follows', async () => {
  const { scheduled } = serveBackups(file)
  await open('/admin/backups')
  await page.getByLabelText('How often').selectOptions('Every week')
  await page.getByLabelText('On', { exact: true }).selectOptions('Saturday')
  await page.getByLabelText('At (UTC)').selectOptions('05:00')
  await page.getByLabelText('Backups to keep').fill('0')
  await button('Save schedule').click()
  await says('Keep at least 1 backup')
  await page.getByLabelText('Backups to keep').fill('12')
  await button('Save schedule').click()
  await says('The schedule is saved.')
  await open('/admin/backups')
  await expect.element(page.getByLabelText('Backups to keep')).toHaveValue(12)
  await expect.element(page.getByRole('region', { name: 'Kept' })).toMatchTextContent(/of 12/)
  await page.getByLabelText('How often').selectOptions('Manual only')
  await button('Save schedule').click()
  await says('The schedule is off.')
  const weekly = { frequency: 'weekly', weekday: 6, hour: 5, keep: 12 }
  expect(scheduled.map(({ body }) => body)).toEqual([weekly, { ...weekly, frequency: 'off' }])
})

test('a changed schedule that is discarded is the stored one again', async () => {
  serveBackups(file)
  await open('/admin/backups')
  await page.getByLabelText('Backups to keep').fill('12')
  await button('Discard changes').click()
  await expect.element(page.getByLabelText('Backups to keep')).toHaveValue(defaultBackupSchedule.keep)
  await expect.element(button('Save schedule')).toHaveAttribute('aria-disabled', 'true')
})

test('a saved schedule follows what somebody else saves after it', async () => {
  serveBackups(file)
  await open('/admin/backups')
  await page.getByLabelText('Backups to keep').fill('12')
  await button('Save schedule').click()
  await says('The schedule is saved.')
  serve(listBackups, { data: [file], schedule: { ...defaultBackupSchedule, keep: 20 } })
  serve(startBackup, { message: 'The backup has begun.', backup: { ...file, state: 'waiting' as const } })
  await button('Make backup').click()
  await expect.element(page.getByLabelText('Backups to keep')).toHaveValue(20)
})

test('deleting a backup asks first, and says when it is the last one', async () => {
  const { backups } = serveBackups(file)
  const deleted = serve(deleteBackup, () => {
    backups.length = 0
    return { message: 'The backup is deleted.' }
  })
  await open('/admin/backups')
  await page.getByRole('button', { name: /^Actions for twofold-/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expect.element(question.getByText('This is the only backup')).toBeVisible()
  await expectAccessible()
  expect(deleted).toEqual([])
  await question.getByRole('button', { name: 'Delete backup' }).click()
  await says('No backups yet')
  expect(deleted.map(({ params }) => params.id)).toEqual([idOf(1)])
})

test('keeping fewer says how many backups are deleted once the next one is made', async () => {
  serveBackups(file)
  await open('/admin/backups')
  await page.getByLabelText('Backups to keep').fill('1')
  await says('1 backup is deleted for good once the next one is made.')
})

test('e-mail that is selected on one page stays selected on the others, and only that is decided about', async () => {
  serve(listBackups, {
    schedule: { frequency: 'daily', weekday: 0, hour: 3, keep: 7 },
    restored: { restored_at: '2026-11-20T12:00:00Z', backup_created_at: '2026-11-19T12:00:00Z', held_mails: 4 },
  })
  serve(listHeldMail, ({ query }) => {
    const number = query.page ?? 1
    const mail = (row: number) => ({
      id: idOf(10 * number + row),
      subject: `Mail ${row} of page ${number}`,
      created_at: '2026-11-19T12:00:00Z',
    })
    return { mails: { ...onePage(mail(1), mail(2)), current_page: number, last_page: 2, total: 4 }, as_of: '2026-11-20T12:00:00Z' }
  })
  const decisions = serve(discardHeldMail, { message: '2 e-mails are discarded.', count: 2 })
  await open('/admin/backups')
  await page.getByLabelText('Select Mail 1 of page 1').click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByLabelText('Select Mail 2 of page 2').click()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect.element(page.getByLabelText('Select Mail 1 of page 1')).toBeChecked()
  await expect.element(page.getByLabelText('Select Mail 2 of page 1')).not.toBeChecked()
  await page.getByRole('button', { name: 'Discard 2 e-mails' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByText('2 e-mails are discarded.')).toBeVisible()
  expect(decisions.map(({ body }) => body)).toEqual([{ ids: [idOf(11), idOf(22)] }])
})
