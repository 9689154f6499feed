import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { inDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { enter } from './people.ts'

const operations = (page: Page) => page.getByRole('list', { name: 'Recent Operations' })

test('the sidebar leads to the system, which says what runs and how it is, also in a report as a file and as a page to print', async ({
  page,
  admin,
}) => {
  await enter(page, admin, '/admin')
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'System' }).click()
  await expect(page).toHaveURL(`${admin.app.url}/admin/system`)
  for (const name of ['System Information', 'System Health', 'Cleanup Operations', 'System Tools', 'Recent Operations']) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  for (const label of ['Node.js version', 'Fastify version', 'PostgreSQL version', 'Database size', 'Recovery codes']) {
    await expect(page.getByRole('region', { name: 'System Information' }).getByText(label, { exact: true })).toBeVisible()
  }
  const health = page.getByRole('region', { name: 'System Health' })
  for (const label of ['Admin users', 'Deactivated users', 'Unused recovery codes'])
    await expect(health.getByText(label, { exact: true })).toBeVisible()
  await expect(health.getByRole('listitem')).toHaveCount(16)
  await expect(
    health
      .getByText(/No backup was ever made/)
      .or(health.getByText(/last backup/i))
      .first(),
  ).toBeVisible()
  await expect(health.getByText('It agrees with the clock of the server.')).toBeVisible()
  await expect(page.getByText('No operations performed')).toBeVisible()
  await expectAccessible(page)

  const downloading = page.waitForEvent('download')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/admin/report', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Generate Report' }).click()
  await expect(page.getByRole('dialog', { name: 'Generating report...' })).toBeVisible()
  release()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^system-report-\d{4}-\d{2}-\d{2}\.json$/)
  const report = JSON.parse(await readFile(await download.path(), 'utf8')) as { installation: { url: string }; generated_by: string }
  expect(report).toMatchObject({ installation: { url: admin.app.url }, generated_by: admin.name })
  await expect(operations(page)).toContainText('Generate Report')

  await page.getByRole('link', { name: 'Printable report' }).click()
  await expect(page.getByRole('heading', { name: 'System report', level: 1 })).toBeVisible()
  await expect(page.getByText(admin.app.url)).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).not.toBeInViewport()
  await expect(page.getByText(admin.app.url)).toBeVisible()
})

test('jobs: a queue leads to its failed ones, each has its cause, and is tried again', async ({ page, admin }) => {
  await inDatabase(
    admin.app,
    `insert into pgboss.job (name, state, output, retry_count, retry_limit, completed_on, data)
     values ('housekeeping', 'failed', '{"message":"The disk is full"}', 5, 5, now(), '{"secret":"never-shown"}')`,
  )
  await enter(page, admin, '/admin/system?tab=jobs')
  await expect(page.getByRole('tab', { name: 'Jobs' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: '1 failed in housekeeping' }).click()
  await expect(page).toHaveURL(/tab=jobs&queue=housekeeping/)
  await expect(page.getByRole('cell', { name: 'The disk is full' })).toBeVisible()
  expect(await page.content()).not.toContain('never-shown')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Try again.*housekeeping$/ }).click()
  await expect(page.getByText('The job is tried again.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No job has failed' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/tab=jobs$/)
})

test('a security notice needs a title and a message, says who it reaches, and goes out once', async ({ page, admin }) => {
  await enter(page, admin, '/admin/system?tab=notices')
  await page.getByRole('button', { name: 'Send notice...' }).click()
  await expect(page.getByText('Please enter a title')).toBeVisible()
  await expect(page.getByText('Please enter a message')).toBeVisible()
  await page.getByLabel('Title').fill('Please change your password')
  await page.getByRole('textbox', { name: 'Message' }).fill('What happened.\nWhat to do.')
  await page.getByRole('button', { name: 'Send notice...' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Send “Please change your password”?' })
  await expect(dialog.getByRole('list', { name: 'What this touches' })).toContainText(/\d+ (person gets|people get) an e-mail/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send notice', exact: true }).click()
  await expect(page.getByText(/The notice goes out to \d+ (person|people)\./)).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByText(/The last one, “Please change your password”, was sent by/)).toBeVisible()
  await expect(page.getByText('UPDATE_FEED_URL')).toBeVisible()
})
