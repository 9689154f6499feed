import { getLeaver, listLeaverKeys } from '@twofold/contract/admin/leavers'
import { exportUser, getUser } from '@twofold/contract/admin/user-detail'
import { bulkUsers, countImpact, listUsers, releaseUser, setUserStatus } from '@twofold/contract/admin/users'
import { confirmFactor, getFactors } from '@twofold/contract/factors'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { button, pressIn } from '../../testing/fields.ts'
import { takeFiles } from '../../testing/files.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { refusal, serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

const ann = { id: idOf(1), name: 'Ann Sample', email: 'ann@example.org', role: 'user' as const, is_active: true }
const bo = { ...ann, id: idOf(2), name: 'Bo Sample', email: 'bo@example.org' }
const question = page.getByRole('alertdialog')
const select = (name: string) => page.getByLabelText(`Select ${name}`).click({ force: true })

beforeEach(() => {
  signInAsAdministrator()
  serve(listUsers, { ...onePage(ann, bo), has_more: false })
})

test('deactivating asks first, counts what it touches, and leads to the leaver plan', async () => {
  serve(countImpact, { users: 1, keys: 1, sessions: 1 })
  serve(getLeaver, { plan: { user: { id: bo.id, name: bo.name } } })
  serve(listLeaverKeys, onePage())
  const done = serve(setUserStatus, { message: 'User deactivated', leaver_plan: { keys_to_decide: 1, secrets_to_rotate: 0 } })
  await open('/admin/users')
  await button('Actions for Bo Sample').click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expect.element(question.getByText('1 key of theirs')).toBeVisible()
  await expect.element(question.getByText('1 open session ends')).toBeVisible()
  await expectAccessible()
  expect(done).toEqual([])
  await question.getByRole('button', { name: 'Deactivate User' }).click()
  await expectAddress(`/admin/users/${bo.id}/leaver`)
  expect(done.map(({ params, body }) => [params.id, body.is_active])).toEqual([[bo.id, false]])
})

test('Space on the box above the rows selects all on this page, and none of them again', async () => {
  await open('/admin/users')
  await pressIn(page.getByRole('checkbox', { name: 'Select all on this page' }), ' ')
  for (const { name } of [ann, bo]) await expect.element(page.getByLabelText(`Select ${name}`)).toBeChecked()
  await pressIn(page.getByRole('checkbox', { name: 'Select all on this page' }), ' ')
  for (const { name } of [ann, bo]) await expect.element(page.getByLabelText(`Select ${name}`)).not.toBeChecked()
})

test('a user who leaves nothing behind stays in the list', async () => {
  let isActive = true
  serve(listUsers, () => ({ ...onePage({ ...bo, is_active: isActive }), has_more: false }))
  serve(countImpact, { users: 1 })
  serve(setUserStatus, () => {
    isActive = false
    return { message: 'User deactivated', leaver_plan: null }
  })
  await open('/admin/users')
  await button('Actions for Bo Sample').click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await question.getByRole('button', { name: 'Deactivate User' }).click()
  await expect.element(page.getByRole('row').filter({ hasText: 'Bo Sample' })).toMatchTextContent(/Deactivated/)
  await expectAddress('/admin/users')
})

test('opening a closed account takes the second factor, and is sent again once it was shown', async () => {
  serve(getUser, { user: { ...bo, codes_closed_until: '2030-01-01T00:00:00.000Z' } })
  serve(getFactors, {
    totp: { is_enabled: true, since: null },
    passkeys: [],
    recovery_codes: { available: 9, total: 10, created_at: null },
  })
  let isShown = false
  const tries = serve(releaseUser, () => (isShown ? { message: 'The account is open again.' } : refusal('factors.proof_required')))
  serve(confirmFactor, () => {
    isShown = true
    return {}
  })
  await open(`/admin/users/${bo.id}`)
  await button('Open the Account').click()
  await question.getByRole('button', { name: 'Open the Account' }).click()
  const factor = page.getByRole('dialog', { name: 'Confirm with your second factor' })
  await factor.getByLabelText('Code from your authenticator app').fill('123456')
  await factor.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByText('The account is open again.').first()).toBeVisible()
  expect(tries).toHaveLength(2)
})

test('a bulk act over all that match ends with a result for each, and has ten minutes for them', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout')
  serve(listUsers, { ...onePage(ann), total: 2, last_page: 2 })
  const counted = serve(countImpact, { users: 2, sessions: 2 })
  const results = [ann, bo].map(({ id, name }) => ({ id, name, ok: true }))
  const done = serve(bulkUsers, { results, message: '2 of 2 done.' })
  await open('/admin/users?search=Sample')
  await select('Ann Sample')
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await button('Select all 2 matching').click()
  await button('Revoke sessions').click()
  await expect.element(question.getByText('2 open sessions end')).toBeVisible()
  await question.getByRole('button', { name: 'Revoke sessions' }).click()
  await expect.element(page.getByRole('dialog').getByText('2 of 2 done.')).toBeVisible()
  await button('Done').click()
  await expect.element(page.getByText(/selected$/)).not.toBeInTheDocument()
  await expect.poll(() => counted.at(-1)?.body).toEqual({ matching: { search: 'Sample' } })
  expect(done.map(({ body }) => body)).toEqual([{ matching: { search: 'Sample' }, action: 'revoke_sessions' }])
  expect(limits).toHaveBeenCalledWith(600_000)
  limits.mockRestore()
})

test('many are deactivated for a reason, after what stays shared was said', async () => {
  serve(countImpact, { users: 1, keys: 1 })
  const done = serve(bulkUsers, { results: [{ id: ann.id, name: ann.name, ok: true }], message: '1 of 1 done.' })
  await open('/admin/users')
  await select('Ann Sample')
  await button('Deactivate').click()
  await expect.element(question).toMatchTextContent(/What they share stays shared until their leaver plans have decided about it\./)
  await question.getByLabelText('Reason').fill('The project is over')
  await expectAccessible()
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect.element(page.getByRole('dialog').getByText('1 of 1 done.')).toBeVisible()
  expect(done.map(({ body }) => body)).toEqual([{ ids: [ann.id], action: 'deactivate', reason: 'The project is over' }])
})

test('the data of a user are saved as a file with their date', async () => {
  serve(getUser, { user: bo })
  serve(exportUser, { exported_at: '2026-03-10T08:00:00.000Z' })
  const files = takeFiles()
  await open(`/admin/users/${bo.id}`)
  await button('Export User Data').click()
  await expect.poll(() => files.map(({ name }) => name)).toEqual([`user-${bo.id}-2026-03-10.json`])
  expect(JSON.parse(files[0]?.text ?? '')).toMatchObject({ exported_at: '2026-03-10T08:00:00.000Z' })
})

test('however long the name of a user is, it begins beside the step before it', async () => {
  serve(getUser, { user: { ...bo, name: 'Maximiliane-Alexandra Freifrau von und zu Hohenstaufen-Wittelsbach '.repeat(3).trim() } })
  await open(`/admin/users/${bo.id}`)
  const steps = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
  await expect.element(steps.nth(2)).toMatchTextContent('Maximiliane')
  const [before, name] = [(await steps.nth(1).findElement()).getClientRects()[0], (await steps.nth(2).findElement()).getClientRects()[0]]
  expect(name?.top).toBe(before?.top)
})

test('an address that e-mails do not go to leads to its entry of the suppression list', async () => {
  serve(getUser, { user: { ...bo, is_suppressed: true } })
  await open(`/admin/users/${bo.id}`)
  await expect
    .element(page.getByRole('link', { name: 'On the suppression list' }))
    .toHaveAttribute('href', '/admin/email/suppressions?search=bo%40example.org')
})
