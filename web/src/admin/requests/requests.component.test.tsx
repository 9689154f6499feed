import { approveMailPath, getMailPath, type MailPathChange } from '@twofold/contract/admin/mail-path'
import { approveRequest, getRequest, listRequests, refuseRequest, type Request } from '@twofold/contract/admin/requests'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { button } from '../../testing/fields.ts'
import { open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

beforeEach(() => void signInAsAdministrator())

const impact = { users: 1, keys: 14, shared_keys: 0, people: 0, sessions: 3 }
const request: Request = {
  id: idOf(1),
  act: 'set_password',
  state: 'waiting',
  asker: { id: idOf(2), name: 'Cy Muster' },
  subject: { id: idOf(3), name: 'Kit Sample' },
  reason: 'Kit forgot it.',
  detail: {},
  impact,
  created_at: '2026-01-01T03:01:00.000Z',
  runs_at: null,
  expires_at: '2026-01-08T03:01:00.000Z',
  decided_at: null,
  decided_by: null,
  outcome: '',
}
const address = `/admin/requests?id=${request.id}`

function serveRequest(change: { cannot_approve?: 'own' | 'made_by_asker'; is_own?: boolean } = {}) {
  serve(listRequests, onePage(request))
  serve(getRequest, { request, impact_now: { ...impact, keys: 15 }, cannot_approve: null, is_own: false, ...change })
}

test('a request says what it touches now, and is approved after a question', async () => {
  serveRequest()
  const approved = serve(approveRequest, { message: 'Approved and carried out.', request: { ...request, state: 'carried_out' } })
  await open(address)
  await expect.element(page.getByText('3 devices are signed out')).toBeVisible()
  await expect.element(page.getByText('15 keys stay closed for 24 hours')).toBeVisible()
  await expect.element(page.getByText('The numbers have changed since this was asked for.')).toBeVisible()
  await expectAccessible()
  await button('Approve').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await expect.element(page.getByText('Approved and carried out.').first()).toBeVisible()
  expect(approved).toHaveLength(1)
})

test('refusing takes a reason', async () => {
  serveRequest()
  const refused = serve(refuseRequest, { message: 'The request is refused.', request: { ...request, state: 'refused' } })
  await open(address)
  await button('Refuse').click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect.element(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByLabelText('Reason').fill('Ask Kit first.')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect.element(page.getByText('The request is refused.').first()).toBeVisible()
  expect(refused.map(({ body }) => body)).toEqual([{ reason: 'Ask Kit first.' }])
})

test('who may not approve reads why, and has no button for it', async () => {
  serveRequest({ cannot_approve: 'made_by_asker' })
  await open(address)
  await expect.element(page.getByText(/created, promoted or changed your account/)).toBeVisible()
  expect(button('Approve').query()).toBeNull()
})

test('changes of e-mail say who made them and until when they count, and are approved but for the own ones', async () => {
  const change: MailPathChange = {
    id: idOf(5),
    kind: 'provider',
    what: 'Reserve SMTP',
    by: 'Cy Muster',
    happened_at: '2026-01-01T03:01:00.000Z',
    counts_until: '2026-01-02T03:01:00.000Z',
    cannot_approve: null,
  }
  serve(getMailPath, { changes: [change, { ...change, id: idOf(6), by: 'Ada Example', cannot_approve: 'own' }] })
  const approved = serve(approveMailPath, { message: 'The changes are approved.', approved: 1 })
  await open('/admin/requests')
  const panel = page.getByRole('region', { name: 'Changes to e-mail' })
  await expect.element(panel.getByText('Cy Muster changed the provider that sends e-mail.')).toBeVisible()
  await expect.element(panel.getByText('Reserve SMTP').first()).toBeVisible()
  await expect.element(panel.getByText(/You asked for this yourself/)).toBeVisible()
  await expectAccessible()
  await button('Approve Changes').click()
  await expect.element(page.getByText('The changes are approved.').first()).toBeVisible()
  expect(approved.map(({ body }) => body)).toEqual([{ ids: [change.id] }])
})
