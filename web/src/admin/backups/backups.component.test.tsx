import { listBackups } from '@twofold/contract/admin/backups'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { open } from '../../testing/open.tsx'
import { refusal, serve } from '../../testing/server.ts'

test('backups that fail to load are said to, and Retry loads them', async () => {
  signInAsAdministrator()
  serve(listBackups, refusal('server.unavailable'))
  await open('/admin/backups')
  await expect.element(page.getByText('The backups could not be loaded')).toBeVisible()
  serve(listBackups, { schedule: { frequency: 'daily', weekday: 0, hour: 3, keep: 7 } })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('No backups yet')).toBeVisible()
})
