import { listBackups } from '@twofold/contract/admin/backups'
import { discardHeldMail, listHeldMail } from '@twofold/contract/email/held'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { refusal, serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

test('backups that fail to load are said to, and Retry loads them', async () => {
  signInAsAdministrator()
  serve(listBackups, refusal('server.unavailable'))
  await open('/admin/backups')
  await expect.element(page.getByText('The backups could not be loaded')).toBeVisible()
  serve(listBackups, { schedule: { frequency: 'daily', weekday: 0, hour: 3, keep: 7 } })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('No backups yet')).toBeVisible()
})

test('mail that is selected on one page stays selected on the others, and only that is decided about', async () => {
  signInAsAdministrator()
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
  const decisions = serve(discardHeldMail, { message: '2 mails are discarded.', count: 2 })
  await open('/admin/backups')
  await page.getByLabelText('Select Mail 1 of page 1').click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByLabelText('Select Mail 2 of page 2').click()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect.element(page.getByLabelText('Select Mail 1 of page 1')).toBeChecked()
  await expect.element(page.getByLabelText('Select Mail 2 of page 1')).not.toBeChecked()
  await page.getByRole('button', { name: 'Discard 2 mails' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByText('2 mails are discarded.')).toBeVisible()
  expect(decisions.map(({ body }) => body)).toEqual([{ ids: [idOf(11), idOf(22)] }])
})
