import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import type { startBackup } from '@twofold/contract/admin/backups'
import type { CallResponse } from '@twofold/contract/endpoint'
import { inDatabase } from './database.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { enter, type Person } from './people.ts'

const run = promisify(execFile)
const openActions = (row: Locator) => row.getByRole('button', { name: /^Actions for twofold-/ }).click()
const files = (page: Page) => page.getByRole('table', { name: 'Backups' })

/** Answers its row. The list has those of other tests too, and the oldest leave it. */
async function makeBackup(page: Page) {
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/admin/backups'))
  await page.getByRole('button', { name: 'Make backup' }).click()
  const { backup } = (await (await answered).json()) as CallResponse<typeof startBackup>
  const row = files(page).getByRole('row').filter({ hasText: backup.file_name })
  await expect(row).toContainText('Verified')
  return row
}

test('a backup is made, verified and downloaded after the PIN, straight to the disk, and verifying finds out that it was damaged', async ({
  page,
  admin,
}) => {
  await enter(page, admin, '/admin/backups')
  const row = await makeBackup(page)
  await expect(row).toContainText(admin.name)
  await expect(row).toContainText('The root key')
  await expect(row).toContainText(/\d+(\.\d)?\s(KB|MB)/)
  await expectAccessible(page)
  await openActions(row)
  await page.getByRole('menuitem', { name: 'Download' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog', { name: 'Enter your PIN' }).getByLabel('PIN', { exact: true }).fill(admin.pin)
  await page.keyboard.press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^twofold-\d{4}-\d\d-\d\d-\d{4}-[0-9a-f]{8}\.backup$/)
  const stored = await readFile(join(admin.app.dataDir, 'backups', file.suggestedFilename()))
  expect((await readFile(await file.path())).equals(stored)).toBe(true)
  expect(stored.subarray(0, 14).toString()).toBe('TWOFOLD BACKUP')

  const path = join(admin.app.dataDir, 'backups', file.suggestedFilename())
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await run('truncate', ['-s', '-100', path])
  await openActions(row)
  await page.getByRole('menuitem', { name: 'Verify' }).click()
  await expect(row).toContainText('Unreadable')
  await expect(row).toContainText('it was cut off before its end')
})

/** As a restore leaves it. */
async function holdMail({ app }: Person) {
  const insert = `insert into email_logs (id, category, class, recipient_email, subject, message_id, queue, due_at, created_at, useful_until, outgoing)
    values (gen_random_uuid(), 'notification', 'account', 'bo@example.org', $1, gen_random_uuid()::text, 'held', now(), now(), $2, '\\x00')`
  await inDatabase(app, insert, ['A key was shared with you', null])
  await inDatabase(app, insert, ['Reset your password', new Date()])
  await inDatabase(app, `insert into restorations values (gen_random_uuid(), now(), now() - interval '1 day', '0.1.0', 2)`)
}

test('e-mail that a restore held back waits for a decision, with what each choice touches', async ({ page, admin }) => {
  await holdMail(admin)
  await enter(page, admin, '/admin/backups')
  await expect(page.getByText('This installation was restored from a backup')).toBeVisible()
  await expect(page.getByText('Link is void').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send all' }).click()
  await expect(page.getByRole('alertdialog').getByText('1 go out now')).toBeVisible()
  await expect(page.getByRole('alertdialog').getByText('1 end as not sent, because their link is void')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Select Reset your password').check()
  await page.getByRole('button', { name: 'Discard 1 e-mail' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('The e-mail is discarded.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('This installation was restored from a backup')).toBeHidden()
})

test('the commands make a backup beside the running application and restore it into a fresh data folder', async ({ page, admin }) => {
  test.slow() // three processes, each with a database to start
  const environment = (dataDir: string, more: Record<string, string> = {}) => ({
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, ...more },
    cwd: join(import.meta.dirname, '..'),
  })
  const password = { BACKUP_PASSWORD: 'a-long-backup-password' }
  const made = await run(process.execPath, ['server/src/cli.ts', 'backup'], environment(admin.app.dataDir, password))
  const path = /(\/\S+\.backup)/.exec(made.stdout)?.[1] ?? ''
  expect(made.stdout).toContain('It opens with BACKUP_PASSWORD')
  await enter(page, admin, '/admin/backups')
  await expect(files(page).getByText('A command on the server').first()).toBeVisible()

  const fresh = await mkdtemp(join(tmpdir(), 'twofold-fresh-'))
  try {
    const restored = await run(process.execPath, ['server/src/cli.ts', 'restore', path], environment(fresh, password))
    expect(restored.stdout).toContain('All sessions have ended and all links are void')
    const again = run(process.execPath, ['server/src/cli.ts', 'restore', path], environment(fresh, password))
    await expect(again).rejects.toThrow(/This installation is not empty/)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
})
