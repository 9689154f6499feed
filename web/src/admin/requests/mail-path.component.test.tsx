import { approveMailPath, getMailPath, type MailPathChange } from '@twofold/contract/admin/mail-path'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { button } from '../../testing/fields.ts'
import { open } from '../../testing/open.tsx'
import { serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

const change: MailPathChange = {
  id: idOf(5),
  kind: 'provider',
  what: 'Reserve SMTP',
  by: 'Cy Muster',
  happened_at: '2026-01-01T03:01:00.000Z',
  counts_until: '2026-01-02T03:01:00.000Z',
  cannot_approve: null,
  cannot_approve_until: null,
}

beforeEach(() => void signInAsAdministrator())

test('changes of e-mail say who made them and until when they count, and are approved but for the own ones', async () => {
  serve(getMailPath, { changes: [change, { ...change, id: idOf(6), by: 'Ada Example', counts_until: null, cannot_approve: 'own' }] })
  const approved = serve(approveMailPath, { message: 'The changes are approved.', approved: 1 })
  await open('/admin/requests')
  const panel = page.getByRole('region', { name: 'Changes to e-mail' })
  // Hosts, senders and texts, before and after, are there.
  const log = panel.getByRole('link', { name: 'See in the audit log what was changed, from what and to what' })
  await expect.element(log).toHaveAttribute('href', '/admin/audit')
  await expect.element(panel.getByText('Cy Muster changed the provider that sends e-mail.')).toBeVisible()
  await expect.element(panel.getByText('Reserve SMTP').first()).toBeVisible()
  await expect.element(panel.getByText(/You asked for this yourself/)).toBeVisible()
  await expectAccessible()
  await button('Approve Changes').click()
  await expect.element(page.getByText('The changes are approved.').first()).toBeVisible()
  expect(approved.map(({ body }) => body)).toEqual([{ ids: [change.id] }])
})

test('changes to e-mail by the only administrator need no approval', async () => {
  serve(getMailPath, { changes: [{ ...change, by: 'Ada Example', cannot_approve: 'own' }] })
  await open('/admin/requests')
  const panel = page.getByRole('region', { name: 'Changes to e-mail' })
  await expect.element(panel.getByText(/^As long as they count, an e-mailed link/)).toBeVisible()
  await expect.element(panel.getByText(/It counts until the time shown, and nobody has to approve it/)).toBeVisible()
  expect(panel.getByText(/nother administrator/).query()).toBeNull()
})
