import { getAuditChain, listAudit } from '@twofold/contract/admin/audit'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { failAndRetry } from '../../testing/retry.ts'
import { serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'
import { resizeWindow } from '../../testing/window.ts'

test('days of the filter and the column of the times name the same zone, and the times do not repeat it', async () => {
  signInAsAdministrator()
  const entry = { id: idOf(1), title: 'User created', happened_at: '2026-11-20T23:59:59Z' }
  serve(getAuditChain, { verification: null, checkpoint: null, beginning: null })
  const calls = serve(listAudit, onePage(entry))
  await open('/admin/audit')
  await expect.element(page.getByRole('columnheader', { name: 'When (UTC) and from where' })).toBeVisible()
  await expect.element(page.getByRole('row').filter({ hasText: 'User created' })).toMatchTextContent(/Nov 20, 2026, 11:59:59 PM(?! UTC)/)
  await page.getByLabelText('From (UTC)').fill('2026-11-20')
  await page.getByLabelText('To (UTC)').fill('2026-11-20')
  await expectAddress(/from=2026-11-20&to=2026-11-20/)
  await expect.poll(() => calls.at(-1)).toMatchObject({ query: { from: '2026-11-20', to: '2026-11-20' } })
})

test('on a tablet a filter is as wide as its choices, up to the limit of all', async () => {
  signInAsAdministrator()
  serve(getAuditChain, { verification: null, checkpoint: null, beginning: null })
  serve(listAudit, onePage())
  await open('/admin/audit')
  await resizeWindow(768)
  const choice = page.getByRole('combobox', { name: 'Acts' })
  await expect.poll(() => choice.element().getBoundingClientRect().width).toBe(192)
})

test('the request that an act follows from leads to all that follows from it, no matter who acted, and to its e-mails', async () => {
  signInAsAdministrator()
  const request = idOf(7)
  serve(getAuditChain, { verification: null, checkpoint: null, beginning: null })
  const calls = serve(listAudit, onePage({ id: idOf(1), title: 'User created', request_id: request }))
  await open('/admin/audit')
  await page.getByRole('row').filter({ hasText: 'User created' }).getByRole('link', { name: request }).click()
  await expectAddress(`/admin/audit?acts=all&request=${request}`)
  await expect.element(page.getByRole('searchbox', { name: 'Request ID' })).toHaveValue(request)
  await expect
    .element(page.getByRole('link', { name: 'E-mails of the request' }))
    .toHaveAttribute('href', `/admin/email/logs?request=${request}`)
  await expectAccessible()
  await open('/admin/audit')
  await page.getByRole('searchbox', { name: 'Request ID' }).fill('proxy-1234')
  await expectAddress('/admin/audit?request=proxy-1234')
  await expect.element(page.getByRole('combobox', { name: 'Acts' })).toHaveValue('all')
  await expect.poll(() => calls.at(-1)?.query).toEqual({ acts: 'all', request: 'proxy-1234', page: 1 })
})

test('a change is written by the names of fields, with units, days, choices and times', async () => {
  signInAsAdministrator()
  serve(getAuditChain, { verification: null, checkpoint: null, beginning: null })
  const change = {
    before: { activity_days: 365, second_factor: 'all', is_active: true, sender: { from_name: '', reply_to: 'a@example.org' } },
    after: {
      activity_days: 1,
      second_factor: 'admins',
      is_active: false,
      sender: { from_name: 'Vault', reply_to: '' },
      ends_at: '2026-11-20T23:59:59.000Z',
      from: '2026-11-20',
      weekday: 1,
      of_a_newer_version: 1234,
    },
  }
  serve(listAudit, onePage({ id: idOf(1), title: 'Settings changed', ...change }))
  const row = page.getByRole('row').filter({ hasText: '1,234' })
  await open('/admin/audit')
  for (const text of [
    'Activity of people is kept for: 365 days 1 day',
    'Who needs a second factor: Everybody Administrators',
    'Active: Yes No',
    'Sender: Sender name: None; Reply-To address: a@example.org Sender name: Vault; Reply-To address: None',
    'Ends at: Nov 20, 2026, 11:59:59 PM UTC',
    'From: Nov 20, 2026',
    'Weekday: Monday',
    'of_a_newer_version: 1,234',
  ])
    await expect.element(row.getByRole('listitem').filter({ hasText: text })).toBeVisible()
})

test('parts of a change have names too, and what a field chooses from is written as its screen does', async () => {
  signInAsAdministrator()
  serve(getAuditChain, { verification: null, checkpoint: null, beginning: null })
  const conditions = {
    enabled: true,
    cooldown: 3600,
    when: { 'user.role': ['admin', 'user'] },
    quiet_hours: { to: '07:00', from: '22:00', time_zone: 'Europe/Berlin' },
  }
  const after = {
    conditions,
    provider: 'smtp',
    encryption: 'tls',
    username: 'vault',
    activity_days: '30',
    acts: 'all',
    from: 'beginning',
    kind: 'file',
    category: 'security',
    delivery: 'link',
  }
  const target = { kind: 'cleanup', id: 'expired_shares', name: 'expired_shares' }
  serve(
    listAudit,
    onePage(
      { id: idOf(1), title: 'Clean-up run', target, after },
      { id: idOf(2), title: 'Maintenance scheduled', target: { kind: 'maintenance', id: idOf(3), name: '2026-11-20T22:00:00.000Z' } },
      { id: idOf(4), title: 'User looked at', after: { what: 'keys' } },
    ),
  )
  await open('/admin/audit')
  const row = page.getByRole('row').filter({ hasText: 'Expired shares' })
  for (const text of [
    'Conditions: Cooldown: 3,600 s; Enabled: Yes; Quiet hours: (From: 22:00; Time zone: Europe/Berlin; To: 07:00); Only when: (user.role: admin, user)',
    'Provider: SMTP',
    'Encryption: TLS (STARTTLS)',
    'Username: vault',
    'Activity of people is kept for: 30 days',
    'Acts: Of everybody',
    'From: The first row of the audit log',
    'Kind: File on the server',
    'Category: Security',
    'Delivery: Link',
  ])
    await expect.element(row.getByRole('listitem').filter({ hasText: text })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Nov 20, 2026, 10:00:00 PM UTC' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'User looked at' })).toMatchTextContent(/What: Keys/)
})

test('a quiet line says up to where the log was verified and signed, and by which key', async () => {
  signInAsAdministrator()
  serve(listAudit, onePage())
  serve(getAuditChain, {
    fingerprint: 'SHA256:abc',
    waiting: 2,
    checkpoint: { sequence: 1210, signed_at: '2026-11-20T10:05:00Z' },
    beginning: { sequence: 200, until: '2025-11-01T00:00:00Z' },
    verification: { verified_at: '2026-11-20T03:47:00Z', rows: 1000, up_to: 1200, problem: null },
  })
  await open('/admin/audit')
  await expect
    .element(page.getByText('Verified up to row 1200 on'))
    .toMatchTextContent(
      /Nov 20, 2026, 3:47:00 AM UTC.*Signed up to row 1210 on.*Begins at row 201: what is older than Nov 1, 2025, 12:00:00 AM UTC was removed by retention\. 2 rows wait to be linked\. Key fingerprint: SHA256:abc/,
    )
  await expectAccessible()
})

test('the state of the audit chain can be asked for again where it could not be read', async () => {
  signInAsAdministrator()
  serve(listAudit, onePage())
  await failAndRetry(getAuditChain, '/admin/audit', 'Whether the log is whole could not be loaded', () =>
    serve(getAuditChain, { fingerprint: 'SHA256:abc', waiting: 0, checkpoint: null, beginning: null, verification: null }),
  )
  await expect.element(page.getByText('Not verified yet.')).toBeVisible()
})

test('a break is said where the log is read, with what to do', async () => {
  signInAsAdministrator()
  serve(listAudit, onePage())
  serve(getAuditChain, {
    checkpoint: null,
    beginning: null,
    verification: { verified_at: '2026-11-20T03:47:00Z', rows: 6, up_to: 6, problem: 'Row 7 was removed.' },
  })
  await open('/admin/audit')
  await expect.element(page.getByText('Row 7 was removed.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See what to do' })).toHaveAttribute('href', '/admin/system/remedies#audit')
  await expect.element(page.getByText('Verified up to')).not.toBeInTheDocument()
})

test.each([768, 1280])('at %i px the name of who acted is not broken, however much the other columns say', async (width) => {
  signInAsAdministrator()
  serve(getAuditChain, { verification: null, checkpoint: null, beginning: null })
  serve(
    listAudit,
    onePage({
      id: idOf(1),
      title: 'User created',
      actor: { id: idOf(2), name: 'Ann Example', email: 'ann@example.org' },
      target: { kind: 'person', id: idOf(3), name: 'Maximiliane-Alexandra Freifrau von und zu Hohenstaufen-Wittelsbach' },
      after: { email: 'maximiliane.alexandra.hohenstaufen@department.example.org' },
      request_id: idOf(4),
    }),
  )
  await open('/admin/audit')
  await resizeWindow(width)
  const name = page.getByText('Ann Example')
  await expect.element(name).toBeVisible()
  const range = document.createRange()
  range.selectNodeContents(await name.findElement())
  await expect.poll(() => range.getClientRects()).toHaveLength(1)
})
