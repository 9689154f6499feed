import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { inDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, type Person } from './people.ts'

const operations = (page: Page) => page.getByRole('list', { name: 'Recent Operations' })

/** A share of theirs that ended a moment ago. */
async function shareThatEnded(person: Person, name: string): Promise<void> {
  const id = await addKey(person, { name })
  const answer = await fetch(`${person.app.url}/api/keys/${id}/share`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'friend@example.org', permission: 'view' }),
  })
  expect(answer.ok).toBe(true)
  await inDatabase(person.app, `update shares set expires_at = now() - interval '1 minute' where key_id = $1`, [id])
}

test('the sidebar leads to the system, whose screen says what runs, how it is, and how many of everything there are', async ({
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
  await expect(health.getByRole('listitem')).toHaveCount(12)
  await expect(
    health
      .getByText(/No backup was ever made/)
      .or(health.getByText(/last backup/i))
      .first(),
  ).toBeVisible()
  await expect(health.getByText('It agrees with the clock of the server.')).toBeVisible()
  await expect(page.getByText('No operations performed')).toBeVisible()
  await expectAccessible(page)
})

test('a clean-up is counted before it is asked for, runs behind an overlay, and is noted', async ({ page, admin, person }) => {
  await shareThatEnded(person, 'Very old door')
  await enter(page, admin, '/admin/system')
  await page.getByRole('button', { name: 'Clean up: Expired shares' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Clean up: Expired shares?' })
  await expect(dialog.getByRole('list', { name: 'What this touches' })).toContainText('expired share')
  await expect(dialog.getByText('Very old door')).toBeVisible()
  await expectAccessible(page)
  // Nothing is done without the answer.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await inDatabase(admin.app, `select id from shares where expires_at < now() and revoked_at is null`)).not.toEqual([])

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/admin/cleanup', async (route) => {
    if (route.request().postData()?.includes('dry_run') === false) await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Clean up: Expired shares' }).click()
  await dialog.getByRole('button', { name: 'Run cleanup' }).click()
  await expect(page.getByRole('dialog', { name: 'Performing cleanup...' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Performing cleanup...' })).toBeVisible()
  release()
  await expect(page.getByRole('dialog', { name: 'Performing cleanup...' })).toBeHidden()
  await expect(operations(page).getByRole('listitem').first()).toContainText(/Success.*Expired shares.*expired shares? ended\./s)
  expect(await inDatabase(admin.app, `select id from shares where expires_at < now() and revoked_at is null`)).toEqual([])
  // The list lasts as long as the tab.
  await page.reload()
  await expect(operations(page).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Clean up: Expired shares' }).click()
  await expect(page.getByText('There is nothing to clean up.')).toBeVisible()
})

test('a clean-up that fails says why, and is noted as an error', async ({ page, admin, person, guard }) => {
  guard.allow(/status of 500/)
  await shareThatEnded(person, 'Stuck door')
  await enter(page, admin, '/admin/system')
  await page.getByRole('button', { name: 'Clean up: Expired shares' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('Stuck door')).toBeVisible()
  await inDatabase(
    admin.app,
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
     create trigger refuse before update on shares for each row execute function refuse()`,
  )
  await dialog.getByRole('button', { name: 'Run cleanup' }).click()
  const sentence = 'Cleanup failed: Something went wrong on our side. Please try again.'
  await expect(operations(page).getByRole('listitem').first()).toContainText(`Error`)
  await expect(operations(page)).toContainText(sentence)
  await inDatabase(admin.app, 'drop function refuse() cascade')
})

test('what a clean-up touches cannot be counted: it says so, and Retry counts', async ({ page, admin, guard }) => {
  guard.allow(/status of 500/)
  await enter(page, admin, '/admin/system')
  await expect(page.getByText('No operations performed')).toBeVisible()
  await inDatabase(admin.app, 'alter table recovery_codes rename to away')
  await page.getByRole('button', { name: 'Clean up: Unused recovery codes' }).click()
  await expect(page.getByText('What this touches could not be counted.')).toBeVisible()
  await inDatabase(admin.app, 'alter table away rename to recovery_codes')
  await page.getByRole('button', { name: 'Retry' }).click()
  // Other tests of the same application may have left codes behind.
  await expect(page.getByText('There is nothing to clean up.').or(page.getByRole('list', { name: 'What this touches' }))).toBeVisible()
})

test('the report is a JSON file with the day in its name, and a page to print', async ({ page, admin }) => {
  await enter(page, admin, '/admin/system')
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
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByText(admin.app.url)).toBeVisible()
})

test('a report that cannot be made says why', async ({ page, admin, guard }) => {
  guard.allow(/status of 500/)
  await enter(page, admin, '/admin/system')
  await expect(page.getByText('No operations performed')).toBeVisible()
  await inDatabase(admin.app, 'alter table release_feed rename to away')
  await page.getByRole('button', { name: 'Generate Report' }).click()
  await expect(operations(page)).toContainText('Failed to generate report: Something went wrong on our side. Please try again.')
  await page.goto(`${admin.app.url}/admin/system/report`)
  await expect(page.getByRole('heading', { name: 'The report could not be made' })).toBeVisible()
  await inDatabase(admin.app, 'alter table away rename to release_feed')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Installation' })).toBeVisible()
})

test('Refresh Statistics asks for everything anew, behind an overlay', async ({ page, admin, person }) => {
  await enter(page, admin, '/admin/system')
  const total = page.getByRole('region', { name: 'Statistics' }).locator('dd').first()
  await expect(total).toHaveText(/^\d+$/)
  const before = Number(await total.textContent())
  await inDatabase(admin.app, 'update users set deleted_at = now(), is_active = false where email = $1', [person.email])
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/admin/dashboard', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Refresh Statistics' }).click()
  await expect(page.getByRole('dialog', { name: 'Refreshing statistics...' })).toBeVisible()
  release()
  await expect(total).toHaveText(String(before - 1))
  await expect(operations(page)).toContainText('Refresh Statistics')
})

test('health that cannot be measured says so, and Retry measures', async ({ page, admin, guard }) => {
  guard.allow(/status of 500/)
  await inDatabase(admin.app, 'alter table email_quotas rename to away')
  await enter(page, admin, '/admin/system')
  await expect(page.getByRole('heading', { name: 'The health could not be measured' })).toBeVisible()
  await inDatabase(admin.app, 'alter table away rename to email_quotas')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'System Health' }).getByRole('listitem')).toHaveCount(12)
})

test('what is wrong stands above everything, with its reason', async ({ page, admin }) => {
  await inDatabase(
    admin.app,
    `insert into email_providers (id, name, provider, configuration, priority, open_until, created_at, updated_at)
     values ('00000000-0000-7000-8000-000000000001', 'Main relay', 'smtp', '{"host": "relay.acme.io", "port": 587, "username": "vault@acme.io", "encryption": "tls", "from_email": "vault@acme.io"}', 1, now() + interval '1 hour', now(), now())`,
  )
  await enter(page, admin, '/admin/system')
  await expect(page.getByText('System Critical').first()).toBeVisible()
  await expect(page.getByText('Main relay has failed repeatedly.').first()).toBeVisible()
  await expectAccessible(page)
  await inDatabase(admin.app, `delete from email_providers where name = 'Main relay'`)
})

test('a browser whose clock is behind is told', async ({ page, admin }) => {
  await page.clock.install({ time: Date.now() - 60_000 })
  await enter(page, admin, '/admin/system')
  await expect(page.getByText('It is behind the clock of the server.')).toBeVisible()
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

test('a security notice needs a title and a message, says whom it reaches, and goes out once', async ({ page, admin }) => {
  await enter(page, admin, '/admin/system?tab=notices')
  await page.getByRole('button', { name: 'Send notice...' }).click()
  await expect(page.getByText('Please enter a title')).toBeVisible()
  await expect(page.getByText('Please enter a message')).toBeVisible()
  await page.getByLabel('Title').fill('Please change your password')
  await page.getByRole('textbox', { name: 'Message' }).fill('What happened.\nWhat to do.')
  await page.getByRole('button', { name: 'Send notice...' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Send “Please change your password”?' })
  await expect(dialog.getByRole('list', { name: 'What this touches' })).toContainText(/\d+ (person is|people are) mailed/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send notice', exact: true }).click()
  await expect(page.getByText(/The notice goes out to \d+ (person|people)\./)).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByText(/The last one, “Please change your password”, was sent by/)).toBeVisible()
  await expect(page.getByText('UPDATE_FEED_URL')).toBeVisible()
})

test('a newer release is shown with where to read about it, and a feed that cannot be read says so', async ({ page, admin }) => {
  const state = {
    current: '0.1.0',
    is_on: true,
    is_newer: true,
    latest: { version: '1.4.0', title: 'Fourteen', url: 'https://example.org/1.4.0', published_at: '2026-11-01T09:00:00.000Z' },
    checked_at: new Date().toISOString(),
    read_at: new Date().toISOString(),
    error: null,
  }
  await page.route('**/api/admin/system/releases', (route) => route.fulfill({ json: state }))
  await page.route('**/api/admin/system/releases/check', (route) => route.fulfill({ json: { ...state, error: 'The feed answered 500.' } }))
  await enter(page, admin, '/admin/system?tab=notices')
  await expect(page.getByText('Version 1.4.0 is out')).toBeVisible()
  await expect(page.getByRole('link', { name: 'What is new' })).toHaveAttribute('href', 'https://example.org/1.4.0')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('The feed answered 500.')).toBeVisible()
  await expectAccessible(page)
})
