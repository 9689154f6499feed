import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { getSystemHealth } from '@twofold/contract/admin/health'
import { getNoticeReach, sendSecurityNotice } from '@twofold/contract/admin/notices'
import { checkReleases, getReleases } from '@twofold/contract/admin/releases'
import { getReport, runCleanup } from '@twofold/contract/admin/system'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/axe.ts'
import { signInAsAdministrator } from '../../../testing/back-office.ts'
import { pressEscape } from '../../../testing/keyboard.ts'
import { open } from '../../../testing/open.tsx'
import { refusal, serve, serveLater } from '../../../testing/server.ts'
import { resizeWindow } from '../../../testing/window.ts'

const operations = page.getByRole('list', { name: 'Recent Operations' })
const health = page.getByRole('region', { name: 'System Health' })
const cleanUp = page.getByRole('button', { name: 'Clean up: Expired shares' })
const wentWrong = 'Something went wrong on our side. Please try again.'

/** A check that found nothing wrong. */
const good = { name: 'database', status: 'healthy', value: '2 ms', message: 'It answers at once.' } as const
const healthNow = (clock = Date.now()) => ({ status: 'healthy', checks: [good], server_time: new Date(clock).toISOString() }) as const

const expired = { type: 'expired_shares', count: 1, people: 1, keys: 1, sample: ['Very old door'] } as const

beforeEach(() => {
  signInAsAdministrator()
  serve(getSystemHealth, () => healthNow())
})

test('a clean-up is counted before it is asked for, runs behind an overlay, and is noted', async () => {
  const calls = serve(runCleanup, { dry_run: true, results: expired })
  await open('/admin/system')
  await cleanUp.click()
  const dialog = page.getByRole('alertdialog', { name: 'Clean up: Expired shares?' })
  await expect.element(dialog.getByRole('list', { name: 'What this touches' })).toMatchTextContent('expired share')
  await expect.element(dialog.getByText('Very old door')).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  // Nothing is done without the answer.
  expect(calls.every(({ body }) => body.dry_run)).toBe(true)

  const held = Promise.withResolvers<undefined>()
  serve(runCleanup, async ({ body }) => {
    if (!body.dry_run) await held.promise
    return { dry_run: body.dry_run, results: expired, message: '1 expired share ended.' }
  })
  await cleanUp.click()
  await dialog.getByRole('button', { name: 'Run cleanup' }).click()
  const overlay = page.getByRole('dialog', { name: 'Performing cleanup...' })
  await expect.element(overlay).toBeVisible()
  await pressEscape()
  await expect.element(overlay).toBeVisible()
  held.resolve(undefined)
  await expect.element(overlay).not.toBeInTheDocument()
  await expect.element(operations.getByRole('listitem').first()).toMatchTextContent(/Success.*Expired shares.*expired shares? ended\./s)
  // The list lasts as long as the tab.
  await open('/admin/system')
  await expect.element(operations.getByRole('listitem')).toHaveLength(1)
  serve(runCleanup, { dry_run: true, results: { type: 'expired_shares' } })
  await cleanUp.click()
  await expect.element(page.getByText('There is nothing to clean up.')).toBeVisible()
})

test('a notice that was refused is sent again as the same one, and with another text as another', async () => {
  serve(getNoticeReach, { people: 3, is_mail_available: true })
  serve(getReleases, {})
  const sent = serve(sendSecurityNotice, refusal('server.failed'))
  const fetched = vi.spyOn(window, 'fetch')
  await open('/admin/system?tab=notices')
  await page.getByLabelText('Title').fill('Change your password')
  await page.getByRole('textbox', { name: 'Message' }).fill('Do it now.')
  const question = page.getByRole('alertdialog', { name: 'Send “Change your password”?' })
  const send = async () => {
    await page.getByRole('button', { name: 'Send notice...' }).click()
    await question.getByRole('button', { name: 'Send notice' }).click()
    await expect.element(question).not.toBeInTheDocument()
  }
  await send()
  await expect.element(page.getByText(wentWrong)).toBeVisible()
  await send()
  await page.getByRole('textbox', { name: 'Message' }).fill('Do it today.')
  await send()
  const keys = fetched.mock.calls.flatMap(([, init]) => new Headers(init?.headers).get('idempotency-key') ?? [])
  expect(sent.map(({ body }) => body.message)).toEqual(['Do it now.', 'Do it now.', 'Do it today.'])
  expect([keys.length, keys[0] === keys[1], keys[1] === keys[2]]).toEqual([3, true, false])
})

test('a clean-up that fails says why, and is noted as an error', async () => {
  serve(runCleanup, ({ body }) => (body.dry_run ? { dry_run: true, results: expired } : refusal('server.failed')))
  await open('/admin/system')
  await cleanUp.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Run cleanup' }).click()
  await expect.element(operations.getByRole('listitem').first()).toMatchTextContent('Error')
  await expect.element(operations).toMatchTextContent(`Cleanup failed: ${wentWrong}`)
})

test('a clean-up whose effect cannot be counted says so, and Retry counts', async () => {
  serve(runCleanup, refusal('server.failed'))
  await open('/admin/system')
  await page.getByRole('button', { name: 'Clean up: Unused recovery codes that no longer work' }).click()
  await expect.element(page.getByText('What this touches could not be counted.')).toBeVisible()
  serve(runCleanup, { dry_run: true, results: { type: 'unused_recovery_codes' } })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('There is nothing to clean up.')).toBeVisible()
})

test('a report that cannot be made says why', async () => {
  serve(getReport, refusal('server.failed'))
  await open('/admin/system')
  await page.getByRole('button', { name: 'Generate Report' }).click()
  await expect.element(operations).toMatchTextContent(`Failed to generate report: ${wentWrong}`)
  await open('/admin/system/report')
  await expect.element(page.getByRole('heading', { name: 'The report could not be made' })).toBeVisible()
  serve(getReport, { generated_by: 'Ada Example' })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { name: 'Installation' })).toBeVisible()
})

test('Refresh Statistics asks for everything again, behind an overlay', async () => {
  serve(getAdminDashboard, { users: { total: 41 } })
  await open('/admin/system')
  const total = page.getByRole('region', { name: 'Statistics' })
  await expect.element(total).toMatchTextContent('41')
  const { release } = serveLater(getAdminDashboard, { users: { total: 40 } })
  await page.getByRole('button', { name: 'Refresh Statistics' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Refreshing statistics...' })).toBeVisible()
  release()
  await expect.element(total).toMatchTextContent('40')
  await expect.element(operations).toMatchTextContent('Refresh Statistics')
})

test('the nodes are listed with version, roles, load and when they started', async () => {
  serve(getSystemHealth, {
    ...healthNow(),
    nodes: [
      { id: 'node-1', version: '0.1.0', roles: ['web', 'worker'], since: new Date().toISOString(), load: 37 },
      { id: 'node-2', version: '', roles: [], since: new Date().toISOString(), load: null },
    ],
  })
  await open('/admin/system')
  const nodes = page.getByRole('region', { name: 'Nodes' }).getByRole('listitem')
  await expect.element(nodes.nth(0)).toMatchTextContent(/Twofold 0\.1\.0.*web, worker.*Started.*Load 37%\./)
  await expect.element(nodes.nth(1)).toMatchTextContent('Unknown version')
  await expect.element(nodes.nth(1)).not.toMatchTextContent('Load')
  await expectAccessible()
})

test('problems are counted above everything, and come first among the checks, with their reason and the way to their remedy', async () => {
  serve(getAdminDashboard, { health: { status: 'critical' } })
  serve(getSystemHealth, {
    ...healthNow(),
    status: 'critical',
    checks: [
      good,
      {
        name: 'providers',
        status: 'critical',
        value: '1 paused',
        message: 'Main relay has failed repeatedly.',
        remedy: '/admin/email/providers',
      },
    ],
  })
  await open('/admin/system')
  await expect.element(page.getByText('System Critical').first()).toBeVisible()
  await expect.element(page.getByRole('link', { name: '1 check to look at' })).toBeVisible()
  await expect.element(health.getByRole('listitem').first()).toMatchTextContent('Main relay has failed repeatedly.')
  await expect.element(page.getByRole('link', { name: 'Open e-mail providers' })).toHaveAttribute('href', '/admin/email/providers')
  await expectAccessible()
})

test('a provider is to be set up only where there is none', async () => {
  const remedy = '/admin/email/providers/create'
  const check = { name: 'providers', status: 'warning', value: 'None', message: 'There is no active e-mail provider.', remedy } as const
  serve(getSystemHealth, { ...healthNow(), status: 'warning', checks: [check] })
  await open('/admin/system')
  await expect.element(page.getByRole('link', { name: 'Set up a provider' })).toHaveAttribute('href', remedy)
})

test.each([320, 768, 1280])('at %i px nothing moves when the health arrives, whatever it is', async (width) => {
  await resizeWindow(width)
  const places = []
  for (const status of ['healthy', 'warning', 'critical'] as const) {
    const { release } = serveLater(getSystemHealth, { ...healthNow(), status, checks: [{ ...good, status }] })
    await open('/admin/system')
    await expect.element(page.getByText('Measuring...').first()).toBeVisible()
    const placeOfTabs = () => page.getByRole('tablist', { name: 'System Management' }).element().getBoundingClientRect().top
    places.push(placeOfTabs())
    release()
    await expect.element(page.getByText('Measuring...')).not.toBeInTheDocument()
    places.push(placeOfTabs())
  }
  expect(new Set(places).size).toBe(1)
})

test('a browser whose clock is behind shows a notice', async () => {
  serve(getSystemHealth, () => healthNow(Date.now() + 60_000))
  await open('/admin/system')
  await expect.element(page.getByText('It is behind the clock of the server.')).toBeVisible()
})

test('a newer release is shown with where to read about it, and a feed that cannot be read says so', async () => {
  const now = new Date().toISOString()
  const state = {
    current: '0.1.0',
    is_on: true,
    is_newer: true,
    latest: { version: '1.4.0', title: 'Fourteen', url: 'https://example.org/1.4.0', published_at: '2026-11-01T09:00:00.000Z' },
    checked_at: now,
    read_at: now,
  }
  serve(getNoticeReach, {})
  serve(getReleases, state)
  serve(checkReleases, { ...state, error: 'The feed answered 500.' })
  await open('/admin/system?tab=notices')
  await expect.element(page.getByText('Version 1.4.0 is out')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'What is new' })).toHaveAttribute('href', 'https://example.org/1.4.0')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect.element(page.getByText('The feed answered 500.')).toBeVisible()
  await expectAccessible()
})
