import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { endMaintenance, listMaintenance, type MaintenanceWindow, scheduleMaintenance } from '@twofold/contract/admin/maintenance'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { button } from '../../testing/fields.ts'
import { open } from '../../testing/open.tsx'
import { refusal, serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

const reach = { mailed: 3, shut_out: 2, sessions: 1, administrators: 1 }
const form = page.getByRole('dialog')
const question = page.getByRole('alertdialog')
const submit = form.getByRole('button', { name: 'Schedule and announce' })
const scheduled: MaintenanceWindow = {
  id: idOf(1),
  starts_at: '2030-01-02T10:00:00.000Z',
  ends_at: '2030-01-02T10:30:00.000Z',
  message: '',
  status: 'scheduled',
  created_by: 'Ada Example',
  created_at: '2026-11-20T10:00:00.000Z',
  closed_at: null,
}

beforeEach(() => {
  signInAsAdministrator()
  serve(getAdminDashboard, { health: { status: 'healthy' } })
})

test('a window is set for later, what is refused stands in the form, and it is called off after a question', async () => {
  let windows: MaintenanceWindow[] = []
  serve(listMaintenance, () => ({ data: windows, reach }))
  await open('/admin/system?tab=maintenance')
  await expect.element(page.getByRole('heading', { name: 'No maintenance is planned' })).toBeVisible()
  await button('Schedule maintenance').click()
  await expect.element(form.getByRole('list', { name: 'What this touches' })).toMatchTextContent(/3 ?people get an e-mail now/)
  await expectAccessible()
  serve(scheduleMaintenance, refusal('request.invalid', {}, { errors: { starts_at: ['Please choose a time in the future.'] } }))
  await form.getByLabelText('From').fill('2020-01-01T10:00')
  await submit.click()
  await expect.element(form.getByLabelText('From')).toHaveAccessibleDescription(/Please choose a time in the future\./)
  const tooSoon = 'The end must be at least a minute after the start.'
  serve(scheduleMaintenance, refusal('maintenance.end_before_start', {}, { errors: { ends_at: [tooSoon] } }))
  await form.getByLabelText('Until').fill('2019-01-01T10:00')
  await submit.click()
  await expect.element(form.getByLabelText('Until')).toHaveAccessibleDescription(tooSoon)
  await expect.element(form.getByLabelText('Until')).toHaveFocus()
  await expect.element(form.getByLabelText('From')).not.toHaveAttribute('aria-invalid', 'true')
  serve(scheduleMaintenance, refusal('maintenance.overlaps'))
  await form.getByLabelText('From').fill('2030-01-02T10:00')
  await form.getByLabelText('Until').fill('2030-01-02T10:30')
  await submit.click()
  await expect.element(form.getByText('Another maintenance is set for this time.')).toBeVisible()
  await expect.element(form.getByLabelText('From')).toHaveValue('2030-01-02T10:00')
  const calls = serve(scheduleMaintenance, () => {
    windows = [scheduled]
    return { message: 'The maintenance is scheduled.', window: scheduled }
  })
  await submit.click()
  await expect.element(page.getByText('The maintenance is scheduled.')).toBeVisible()
  expect(calls).toMatchObject([{ body: { starts_at: scheduled.starts_at, ends_at: scheduled.ends_at } }])
  await expect.element(page.getByRole('cell', { name: 'Scheduled' })).toBeVisible()

  const ended = serve(endMaintenance, () => {
    windows = [{ ...scheduled, status: 'cancelled' }]
    return { message: 'The maintenance is called off.', window: windows[0] }
  })
  await button('Call off').click()
  await expect.element(question).toMatchTextContent(/Nobody gets a second e-mail/)
  await question.getByRole('button', { name: 'Call off' }).click()
  await expect.element(page.getByRole('cell', { name: 'Called off' })).toBeVisible()
  expect(ended).toEqual([{ params: { id: scheduled.id } }])
})

test('a window that somebody else ended meanwhile says so, and is shown as it is', async () => {
  let status: MaintenanceWindow['status'] = 'scheduled'
  serve(listMaintenance, () => ({ data: [{ ...scheduled, status }], reach }))
  serve(endMaintenance, () => {
    status = 'cancelled'
    return refusal('maintenance.over')
  })
  await open('/admin/system?tab=maintenance')
  await button('Call off').click()
  await question.getByRole('button', { name: 'Call off' }).click()
  await expect.element(page.getByText('This maintenance has already ended.')).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Called off' })).toBeVisible()
})
